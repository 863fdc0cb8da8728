import { edited } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'

const PROMINENT = {
  when: 'it is in view in the navigation or the header, a call to action, an e-mail address or a phone number',
  severity: 'serious',
  penalty: 0.34,
} as const

const LEGAL = {
  when: 'it led to the privacy policy, the terms or the legal notice of the site, and no other link leads to such a page',
  severity: 'serious',
  penalty: 0.34,
} as const

/** Headings under a bar from which on it is how the page scrolls, and no oversight at one place. */
export const MIN_HIDDEN = 3

export const rules = defineRules(
  'functional/links',
  {
    why: 'Visitors and search engines reach by links whatever the site has; behind one that fails they leave.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  },
  {
    retargeted: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Where each link of the original leads, by path, address, number, section, account at another service and the page that answers there, and where its counterpart leads; not of links that several are called, below another heading, to what the original links to nowhere, nor of pictures, three or more, most of whose files were renamed, each to one that is called as no other.',
      fix: 'Let it lead where it led',
      cases: {
        // A link to a section or dialog that a script may open now loses less than an address.
        aside: {
          when: 'it led to a place in the page, or is in a part of a menu that has to be opened first',
          penalty: 0.05,
        },
        renamed: {
          when: 'under the name that it kept it leads to a page of the site that answers, that the original does not link to, and whose title and heading do not tell that it is another',
          severity: 'minor',
          penalty: 0.02,
        },
        said: {
          when: 'it calls the number, or writes to the mailbox, that its text says, as it did not',
          severity: 'minor',
          penalty: 0.02,
        },
        prominent: {
          ...PROMINENT,
          when: `${PROMINENT.when}, and it leads nowhere now, to another section than its own place in the page, by a redirect to the front page, or calls or writes to somebody else; not where it led to the front page`,
        },
        unreached: {
          when: 'it is in view, leads to what another link of the original led to, and no link leads to its own page any more',
          severity: 'serious',
          penalty: 0.3,
        },
        exchanged: {
          when: 'it is in view, leads to where another link of the original led, and that one to where it led, both to pages or parts of the page, under names that they kept and no other link has, and that do not say that it was wrong before',
          severity: 'serious',
          penalty: 0.3,
        },
        legal: LEGAL,
        orders: {
          when: 'visitors book, chat or pay there at another service, and it leads to another account now, to no account, or nowhere; or it is called as what one books or buys by, and its address has lost what said for whom or what; or it was the last link in the navigation or as a call to action to buy, to book or to donate by at another site, and leads nowhere, to a page that the original links to, or, where nobody edited the page, to a site whose address says nothing of the kind',
          severity: 'serious',
          // Told before what the law asks for.
          penalty: 0.4,
        },
      },
    },
    unfilled: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Links that the original does not have to an address that a template has in the place of a real one: words such as YOUR_USERNAME, SEU_LINK or XXXX, example.com, a telephone number of one digit, of all in order or without any, an account named “yourhandle”.',
      why: 'Whoever presses it comes to an error, or to a stranger.',
      reference: 'https://www.rfc-editor.org/rfc/rfc2606',
      fix: 'Fill in the real address, or take the link away',
      cases: {
        action: {
          when: 'it is in view as a call to action, or it is to write or to call by, and no link that was filled in is',
          severity: 'serious',
          penalty: 0.34,
        },
      },
    },
    contradicted: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Links that show one telephone number or e-mail address and have another behind them, which ends in other digits or is another mailbox, where those of the original had not.',
      why: 'Whoever presses it calls or writes to somebody else.',
      reference: 'https://www.rfc-editor.org/rfc/rfc3966',
      fix: 'Let the link lead to what it shows',
    },
    lost: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Links of the original that are a button or plain text now, or are gone with nothing else that leads there, by address, name or what the page there says; a new link beside the same neighbour is named. What led nowhere, to the page itself or to a dead page cannot be lost, nor the numbered pages of a list that is linked to.',
      fix: 'Link to it again',
      cases: {
        prominent: {
          ...PROMINENT,
          when: 'it was the last link to write or to call by and is gone, or a button that does nothing; or it was a call to action that is shown and is no link, and nothing else leads there; or one to buy, to book or to download that is gone, and no new link is for that; or in view in the navigation or the header and is a button that does nothing',
        },
        legal: LEGAL,
        folded: { when: 'it was in a part that has to be opened first, and is gone', penalty: 0.02 },
        edited: {
          ...edited,
          when: `it is gone, was no way to write or to call, and ${edited.when}`,
          penalty: 0.02,
        },
        elsewhere: {
          when: 'it is gone and led to another site from a text or a list, not from the navigation',
          severity: 'minor',
          penalty: 0.005,
        },
        jump: {
          when: 'it is gone and led to a part of the page itself, which is still there to be scrolled to, or its page is a part of this one now, by the heading that another link jumps to',
          severity: 'minor',
          penalty: 0.03,
        },
      },
    },
    emptied: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Links of the original to other sites that have no address now, or one such as #: four or more, and more than half of all such links. Symbols that lead nowhere are counted for those that are gone.',
      why: 'Visitors press the symbols of networks, partners and clients, and nothing happens.',
      fix: 'Give each its address again',
      cases: {
        bare: {
          when: 'they are fewer than ten, and fewer than four of them led further than to the front page of a network, which is nobody’s account, and none was a call to action or in the navigation to buy, to book or to donate by',
          severity: 'moderate',
          penalty: 0.3,
        },
      },
    },
    'idle-menu': {
      severity: 'moderate',
      penalty: 0.3,
      measures:
        'Five links or more of different names, of four words at most, in the head of the page or in no landmark, none of which the original has, that all lead to # or the like and did nothing when they were pressed, where the original has no such link.',
      why: 'Visitors meet a menu that does not work.',
      fix: 'Give each its address, or leave the menu out until it has them',
    },
    fragment: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'Links to a place in the page of which the page has no such id or name.',
      why: 'Whoever follows the link stays where he is.',
      reference: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid',
      fix: 'Give the section its id again, or link to the id that it has',
      cases: {
        prominent: {
          ...PROMINENT,
          when: `${PROMINENT.when}, on both pages, and led to no route of an application behind “#/”`,
        },
        idle: {
          when: 'the original has no such link, or it leads to the top of the page',
          severity: 'minor',
          penalty: 0.03,
        },
      },
    },
    'hidden-landing': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a bar that stays in the window lies on a heading that a link in the page leads to, at 1440 px after a press on the link, where a link of the original leads to a heading of these words, which is in sight then. The first three that the browser by itself would scroll under a bar are pressed. All of them are one cause.',
      why: 'Visitors come to a text whose heading they do not see, and scroll back to find out where they are.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/scroll-margin-top',
      fix: 'Give the sections a scroll-margin-top, or the page a scroll-padding-top, of the height of the bar',
      cases: {
        many: { when: `it is so for ${MIN_HIDDEN} headings or more`, severity: 'serious', penalty: 0.34 },
      },
    },
    dead: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Pages that the new page links to and that answer with a status of 400 or above, of other sites 404 and 410, redirect in a circle, say that nothing is found, or show what a made-up address of an application shows; and addresses that no visitor reaches: `localhost`, those of a private network, hosts of one word.',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
      fix: 'Publish the page, or link to where it is now',
      cases: {
        prominent: {
          ...PROMINENT,
          when: `${PROMINENT.when}, and led to a page on the original, or is a new entry of the navigation; without a navigation or a header all links of a page are it, where they are twelve or fewer outside of its footer`,
        },
        file: {
          when: 'it is a file to download, as a PDF, that the original has: nothing else of the page says what is in it',
          severity: 'serious',
          penalty: 0.3,
        },
        content: {
          when: 'it is one of three such pages of the site or more that the text of the page links to, and led to a page on the original',
          severity: 'serious',
        },
        routed: {
          when: 'a script showed the page when the link was pressed: who reloads it, or is sent its address, finds nothing',
        },
      },
    },
    unchecked: {
      severity: 'minor',
      penalty: 0,
      measures:
        'Links of which nobody can tell whether they work: their server refuses whoever is no browser, does not answer in time, answers any address with one document, or they lead, as most of the original do, into folders of which neither site has a page.',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
      fix: 'Open them in a browser to be sure; they cost nothing here',
    },
  },
)
