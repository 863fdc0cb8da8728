import { anew, edited } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'
import { FACT_PENALTY, MIN_FACT_PENALTY, REACHABLE_FACTOR } from '../grading.ts'
import { otherwiseKept } from '../text/otherwise-kept.ts'

const scaled = (factor: number) => ({ ...FACT_PENALTY, factor, min: factor * MIN_FACT_PENALTY })

const hidden = {
  when: 'it stood in a hidden element, and the panel it was in may be rendered when it is opened',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const fax = {
  when: 'it is the number of a fax',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const again = {
  when: 'the page still states it elsewhere, and it is a number or a code without a unit, a telephone number or an e-mail address',
  severity: 'minor',
  penalty: scaled(0.1),
} as const

const bare = {
  when:
    'it is a number without a unit, or a code, of fewer than 9 digits: it may count releases, sections or what grows; or a rating, which each new reader moves; but for a year or a rating that became another one in an otherwise equal text, where ' +
    otherwiseKept,
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const notVital =
  'it is no price, telephone number, e-mail address or address, nor are they other hours of the same days'

const reworked = {
  anew: { ...anew, when: `${anew.when}, and ${notVital}`, penalty: scaled(0.25) },
  edited: {
    ...edited,
    when: `${edited.when}, and ${notVital}, nor does another value stand in an otherwise equal text`,
    penalty: scaled(0.5),
  },
} as const

const example = {
  when: 'it is one of three amounts or more of a sentence that reckons, whose words are others too, and somebody edited the page',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const sample = {
  when: 'it stands in a sample of code, and is no price, telephone number, e-mail address or address',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

export const rules = defineRules(
  'content/facts',
  {
    why: 'A price, number or date that is wrong or gone misleads a visitor, and an owner may be held to it.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    missing: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures:
        'Whether each price, percentage, quantity, number, date, time, telephone number, address and code is stated as often as before; typography, and what tells of the making of the page, apart.',
      fix: 'State it again',
      cases: {
        hidden,
        bare,
        fax,
        again,
        example,
        other: {
          when: 'it is no price, telephone number, e-mail address or address either',
          severity: 'moderate',
          penalty: scaled(0.5),
        },
        unit: {
          when: 'its number stands where it stood, without the sign of its currency or unit',
          severity: 'minor',
          penalty: scaled(REACHABLE_FACTOR),
        },
      },
    },
    changed: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures: 'Whether another value stands in the same text, or behind the same words.',
      fix: 'State the value of the original',
      cases: {
        hidden,
        bare,
        fax,
        ...reworked,
        sample,
        list: {
          when: 'it is one of two prices or more that are others, all of them higher ones or all lower, by half or to the double at most, and somebody edited the page',
          severity: 'moderate',
          penalty: scaled(0.25),
        },
        example,
      },
    },
    added: {
      severity: 'moderate',
      penalty: MIN_FACT_PENALTY,
      measures: 'Whether the page states a telephone number or an e-mail address that the original does not.',
      why: 'Visitors write and call to what the page states: a placeholder, or the address of who built it, is nobody they want.',
      fix: 'State the contact details of the original',
    },
    invented: {
      severity: 'moderate',
      penalty: 2 * MIN_FACT_PENALTY,
      measures:
        'Whether the page states opening hours of several days, or a price, where the original states none at all.',
      why: 'Who builds a page does not know when a shop is open or what it charges: visitors come at these hours and expect these prices.',
      fix: 'Take them away, or have them confirmed by the owner of the page',
    },
    hidden: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures: 'Whether what was visible is stated only in hidden elements.',
      fix: 'Show it, or see that a visible control opens it',
      cases: {
        reachable: {
          when: 'a press showed it or a new control may open it, or another hidden one is shown instead',
          severity: 'minor',
          // Without the least of each: one accordion may fold a hundred of them.
          penalty: { ...scaled(REACHABLE_FACTOR), min: 0 },
        },
      },
    },
  },
)
