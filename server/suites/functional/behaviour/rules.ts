import { defineRules } from '../../core/rules.ts'

const BANNER = {
  when: 'it is of a banner about consent, a chat or the like',
  severity: 'minor',
  penalty: 0.03,
} as const

export const rules = defineRules(
  'functional/behaviour',
  {
    why: 'A control that is there and does nothing keeps from visitors what it opened, and tells them that the site is broken.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/API/Element/click_event',
  },
  {
    dead: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open, switch or lead somewhere on the original when they are pressed or hovered over, and do nothing on the rebuilt page, at 375 and at 1440 px.',
      fix: 'Let it do what it did. Look for a handler, or a script, that is not there any more',
      cases: {
        state: { when: 'it changes the colours of the page or takes something away', penalty: 0.34 },
        sign: {
          when: 'it scrolls, switches itself, asks, sends or the like',
          severity: 'moderate',
          penalty: 0.15,
        },
        banner: BANNER,
      },
    },
    mixed: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        "Controls that show another control's texts in place of their own, as a tab with its neighbour's panel.",
      why: 'Visitors read what belongs to something else, and find no way to what they asked for.',
      fix: 'Let it do what it did. Look at which part of the page it names or opens',
      cases: { banner: BANNER },
    },
    unprobed: {
      severity: 'minor',
      penalty: 0,
      measures: 'Controls that work on the original and could not be operated on the rebuilt page.',
      why: 'Nobody has seen whether they work.',
      fix: 'Operate them by hand to be sure; they cost nothing here',
    },
  },
)
