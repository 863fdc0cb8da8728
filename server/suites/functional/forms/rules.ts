import { defineRules, type Report, type Rules } from '../../core/rules.ts'

const BY_SCRIPT = {
  when: 'a script sends it now, which cannot be seen to arrive anywhere',
  severity: 'moderate',
  penalty: 0.15,
} as const

const OF_THE_FORM = { when: 'so is it with a field of the form before it', penalty: 0.02 } as const

export const rules = defineRules(
  'functional/forms',
  {
    why: 'Orders, bookings and messages come in by forms; what a form does not ask for or send, the owner never gets.',
    reference: 'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html',
  },
  {
    lost: {
      severity: 'serious',
      penalty: 1,
      measures: 'Forms of the original that have no counterpart by their fields, name, button and place.',
      fix: 'Add the form again',
      cases: {
        decisive: {
          when: 'it was open at first, and has a password or a button that is what a shop is for, such as “Buy”',
          severity: 'critical',
        },
        filters: {
          when: 'two boxes, radio buttons or lists or more, in no form, take entries of a list away on the original; half of the list or more is on the new page, on which no control does so and nothing in sight is called as they were',
          penalty: 0.5,
        },
        lesser: {
          when: 'it was not open at first, and a press opened it, as in a dialog; it is boxes, radio buttons and lists in no form; the original’s asked no server for anything in a trial, and acted as if it was sent, or was sent to what a manual has in place of an address; or it is a search that no label, text in it or button tells visitors of',
          severity: 'moderate',
          penalty: 0.3,
        },
        dead: {
          when: 'it was sent to the page itself, without a script that listens to it or to its buttons, has no password and is no purchase; it is a search of a file in which no script listens to anything, or no field has a name, and a script of the page could not be read or stopped for want of another',
          severity: 'minor',
          penalty: 0.03,
        },
        unmade: {
          when: 'it was not open at first, and no press was seen to open it on the original, or the new page opens a dialog: it may be made when it is asked for',
          severity: 'minor',
          penalty: 0.03,
        },
      },
    },
    element: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Forms half of whose fields, or more, stand outside of any form now, but for those that nothing sent before.',
      fix: 'Put the fields into a form that is sent to where the original sends it',
      cases: {
        decisive: {
          when: 'it has a password, or its button is what a shop is for, such as “Buy”',
          severity: 'critical',
          penalty: 1,
        },
        untaken: {
          when: 'the original’s asks its own page alone and no script was seen to listen to it, or its script asked no server for anything in a trial: nobody gets what is written',
          severity: 'moderate',
          penalty: 0.15,
        },
        scripted: {
          ...BY_SCRIPT,
          when: 'a button of the name of its own does something on the new page, or a script listens to one beside them: it may read them',
        },
      },
    },
    action: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Where the form is sent, by each of its buttons, as a path on the site or an address elsewhere; where the markup of neither page says it, whether scripts send it to another account of one service, another mailbox or the chat of another telephone, in a trial with every request stopped; behind the page’s own address a query or fragment makes no other. Also whether its host still takes it, as Netlify does by an attribute or a hidden field; and, in a trial with every request stopped in which the original’s tries to send, or shows that it was sent, whether it only acts as if it was sent, or nothing is asked for, shown or marked.',
      fix: 'Send it to where the original sends it',
      cases: {
        unseen: {
          when: 'something may take it: the new address is named alike, takes forms and is no example of one, or was seen to answer as what takes them does; it is a file of the new site that its server runs, and the host of the original took the form; a script or the host sends it now, or may, as one that was out of reach, one that the original did not have and that listens to all forms of the page, or one that listens to what is written into a search',
          severity: 'moderate',
          penalty: 0.15,
        },
        nothing: {
          when: 'none of its fields has a name any more and no script sends it: nothing is sent',
          severity: 'critical',
          penalty: 1,
        },
        untaken: {
          when: 'so it is, and nobody got what was written into the original’s: it asks its own page alone and no script was seen to listen to it, or its script asked no server for anything in a trial',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    unsent: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Whether what is written into the form is in the request by which it is sent, in a trial with every request stopped: an e-mail address, a telephone number and a message, where the original’s request has them.',
      why: 'Visitors are told that their message was sent, and nobody ever reads it.',
      fix: 'Give each field the name by which it is sent, or let the script that sends it read the field',
    },
    twice: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Whether a script sends what was written into the form twice at once, in a trial with every request stopped, where the original’s sends it once; not what is sent again after it failed.',
      why: 'Each order and each message arrives twice.',
      fix: 'Let one handler send it: look for a script that is loaded or begun twice',
    },
    unheeded: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Whether a form that a script sends shows that it was sent though its request failed, in a trial with every request stopped, where the original’s does not.',
      why: 'As long as its service does not answer, visitors are told that their message arrived, and it is lost.',
      fix: 'Say that it was sent once the server has answered that it was, and else what went wrong',
    },
    empty: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'What the first search field in sight does when two words of the page’s own headings are written into it, one after the other, and Enter pressed: entries with such a word come into sight on the original, and none on the new page, which goes nowhere either.',
      why: 'Who searches the site takes it that it does not have what he looks for.',
      fix: 'Look at the requests of the page for the index of its search, and at the console',
      cases: {
        unsure: {
          when: 'the new page had to do without a script or an answer that visitors may get',
          severity: 'moderate',
          penalty: 0.2,
        },
      },
    },
    unanswered: {
      severity: 'moderate',
      penalty: 0.2,
      measures:
        'Forms by which the browser alone asks their own site for a page that answers 404 or 410: new ones for a page that no form of the original asks for, and those of the original that were answered there.',
      why: 'Whoever sends it is shown that the page does not exist, and what was written is lost.',
      fix: 'Send it to what takes it',
      cases: {
        answered: {
          when: 'the original has it, and it was answered there',
          severity: 'serious',
          penalty: 0.5,
        },
      },
    },
    pretended: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'New forms with a field for an e-mail address or a telephone number, where no form of the original does so: whether they act as if they were sent, and ask no server for anything, in a trial with every request stopped.',
      why: 'Visitors are told that their message was sent, and nobody ever reads it.',
      fix: 'Have its script send it, and say that it was sent when the answer is there; else leave the form out',
    },
    method: {
      severity: 'moderate',
      penalty: 0.15,
      measures: 'Whether the form is sent by GET or by POST.',
      why: 'What is sent by GET stands in the address, in histories and logs; a server may take only one of the two.',
      fix: 'Set the method of the original',
      cases: {
        posted: { when: 'it was sent by GET' },
        secret: {
          when: 'a password or a file goes with it, and it is sent by GET now',
          severity: 'serious',
          penalty: 0.4,
        },
      },
    },
    submit: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Whether a form that had a submit button still has one, and can be sent by it once it is filled in.',
      fix: 'Add the submit button again',
      cases: {
        refused: {
          when: 'in a trial it marks telephone numbers, e-mail addresses, names or texts as wrong, whichever of many usual ones is written, and sends nothing; the original’s takes such',
        },
        search: { when: 'it is a search of one field: Enter sends it', severity: 'moderate', penalty: 0.15 },
        scripted: BY_SCRIPT,
      },
    },
    'submit-disabled': {
      severity: 'serious',
      penalty: 0.5,
      measures: 'Submit buttons that are disabled, also once the form was filled in.',
      fix: 'Enable the button',
      cases: {
        unsure: {
          when: 'not all of the form could be filled in, as a CAPTCHA, or a script of another site was out of reach',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    group: {
      severity: 'serious',
      penalty: 0.4,
      measures: 'Radio buttons of one name that have several names now.',
      why: 'They no longer exclude each other: visitors send contradictory choices.',
      reference: 'https://html.spec.whatwg.org/multipage/input.html#radio-button-state-(type=radio)',
      fix: 'Give all of them the same name',
    },
    field: {
      severity: 'moderate',
      penalty: 0.15,
      measures:
        'Fields of the original without counterpart by name, label, type, placeholder or autocomplete.',
      fix: 'Add the field again',
      cases: {
        required: {
          when: 'it had to be filled in, and the rest of the form asks as it did: nothing in sight is new or called otherwise',
          severity: 'serious',
          penalty: 0.5,
        },
        routing: {
          when: 'it is hidden, and tells the service of another site whose form it is or what is paid',
          severity: 'serious',
          penalty: 0.5,
        },
        more: { ...OF_THE_FORM, severity: 'minor' },
        hidden: { when: 'it is hidden, or a trap for robots', severity: 'minor', penalty: 0.03 },
      },
    },
    trap: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Fields that the original hides from visitors and that are named as traps for robots (`honeypot`, `hp`, “leave this empty”): whether they are out of sight on the new page too.',
      why: 'Whoever fills it in, as people do with every field they see, is taken for a robot: what he wrote never arrives, and nobody is told.',
      fix: 'Hide it from people, as the style sheet of the original does, and from the keyboard',
      reference: 'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
    },
    type: {
      severity: 'moderate',
      penalty: 0.15,
      measures: 'The type of a field; a more exact one than text is none the worse.',
      fix: 'Make it a field of the type it was',
      cases: {
        vital: { when: 'it was a password, file or choice, or is hidden', severity: 'serious', penalty: 0.4 },
      },
    },
    disabled: {
      severity: 'serious',
      penalty: 0.4,
      measures: 'Fields that could be filled in and are disabled or read-only.',
      fix: 'Remove disabled or readonly',
      cases: {
        scripted: {
          when: 'it is read-only, and a script listens to the form or to a button in it, or was out of reach: it may fill it in, as a calendar does or buttons for less and more',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    name: {
      severity: 'moderate',
      penalty: 0.15,
      measures: 'The name that a field is sent by, while the form is sent to where it was.',
      why: 'The server knows a field by its name alone.',
      fix: 'Set the name of the original',
      cases: {
        service: {
          when: 'it has another one, and the browser sends it to the address at another site that it was sent to, which is none that sends on whatever comes',
          severity: 'serious',
          penalty: 0.4,
        },
        lost: {
          when: 'it has none, so that the browser does not send it, and something took it on the original: more than the page itself, without a script',
          severity: 'serious',
          penalty: 0.4,
        },
      },
    },
    values: {
      severity: 'moderate',
      penalty: 0.15,
      measures: 'What is sent for each choice, while the form is sent to where it was.',
      why: 'The server knows a choice by its value alone.',
      fix: 'Set the values of the original',
      cases: {
        mistaken: {
          when: 'the value was the words of its choice and is those of another one, as 14:00 for 15:00',
          severity: 'serious',
          penalty: 0.5,
        },
        routing: {
          when: 'it is hidden, and tells the service of another site whose form it is or what is paid',
          severity: 'serious',
          penalty: 0.5,
        },
      },
    },
    checked: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'Boxes that are ticked from the start, and radio buttons that are not chosen any more.',
      why: 'A choice that was the visitor’s to make: consent that is ticked already is none.',
      fix: 'Tick from the start what the original ticks',
      cases: { cleared: { when: 'it is not chosen any more', severity: 'minor', penalty: 0.05 } },
    },
    label: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'The label of a field, by its words.',
      why: 'Visitors know by the label what to fill in.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
      fix: 'Label it as the original does',
      cases: {
        edited: {
          when: 'half of its words are kept, or all of them without their accents',
          severity: 'minor',
          penalty: 0.02,
        },
        exchanged: {
          when: 'it has the label of another field of the form, of the name by which that is sent, and that field has its label',
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
    required: {
      severity: 'moderate',
      penalty: 0.15,
      measures: 'Whether a field has to be filled in.',
      why: 'Forms come in without what is needed to answer them, or are not sent for want of what was not needed.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/required',
      fix: 'Require what the original requires',
      cases: {
        added: { when: 'it is required now', severity: 'minor', penalty: 0.05 },
        'added-more': {
          when: `it is required now, and ${OF_THE_FORM.when}`,
          severity: 'minor',
          penalty: 0.01,
        },
        answer: {
          when: 'in a trial the form was sent without it, and the original’s was not; it is an e-mail address or a telephone number',
          severity: 'serious',
          penalty: 0.4,
        },
        checked: {
          when: 'a script that listens to the form, or one that was out of reach, may ask for it',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
    limit: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'The attributes pattern, min, max, minlength and maxlength; and which of some ordinary names, e-mail addresses and telephone numbers a pattern refuses.',
      why: 'The browser no longer refuses what the server cannot use, or refuses what it could.',
      fix: 'Set the limits of the original',
      cases: {
        changed: { when: 'it has another one', severity: 'minor', penalty: 0.05 },
        mail: {
          when: 'it asks for an e-mail address, and its pattern refuses ordinary ones that the original takes',
          severity: 'serious',
          penalty: 0.4,
        },
        phones: {
          when: 'it asks for a telephone number, and its pattern, or in a trial a script, refuses one with spaces and takes the same digits without, where the original takes it',
          severity: 'serious',
          penalty: 0.4,
        },
        names: {
          when: 'it asks for a name, and its pattern refuses a first and last name, which the original takes',
          penalty: 0.15,
        },
        more: { ...OF_THE_FORM, when: `it is lost, and ${OF_THE_FORM.when}` },
        'changed-more': {
          when: `it has another one, and ${OF_THE_FORM.when}`,
          severity: 'minor',
          penalty: 0.01,
        },
      },
    },
    options: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'The choices of a list, by their labels.',
      fix: 'Add the missing choices again',
      cases: {
        figures: {
          when: 'one alone is gone, and is there with another price or time of day, the only one of its words in either list',
          severity: 'serious',
          penalty: 0.4,
        },
        many: {
          when: 'half of them are lost, or more, and there are fewer now: as many may be the same in other words',
          severity: 'serious',
          penalty: 0.4,
        },
      },
    },
    placeholder: {
      severity: 'minor',
      penalty: 0.02,
      measures: 'What a field shows while it is empty, where that is not its label.',
      why: 'It may be all that says in which form an answer is wanted.',
      fix: 'Set the placeholder of the original',
    },
  },
)

type Table = typeof rules extends Rules<infer T> ? T : never

/** What is wrong with a form or field. `place` within the key is the rule when left out. */
export type Fault = {
  [Name in keyof Table]: { rule: Name; place?: string; message: string; fix: string } & Pick<
    Report<Table[Name]>,
    'as'
  >
}[keyof Table]

/** Share of the check's weight that it costs. */
export const penaltyOf = (fault: Fault): number => rules.report(fault.rule, fault).penalty
