import { defineRules } from '../../core/rules.ts'

const NONESSENTIAL = {
  when: 'it is of a banner about consent or the like, or steps through a carousel',
  severity: 'minor',
  penalty: 0.03,
} as const

export const rules = defineRules(
  'functional/controls',
  {
    why: 'What cannot be pressed any more cannot be done any more: nothing is bought, booked or asked for.',
    reference: 'https://html.spec.whatwg.org/multipage/form-elements.html#the-button-element',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Buttons, tabs, switches and the like outside of forms that the original shows, and neither a control nor a text of their name on the rebuilt page.',
      fix: 'Put it back where the original has it',
      cases: {
        nonessential: NONESSENTIAL,
        decisive: {
          when: 'all of its name are gone, outside of footers and asides, and it worked when it was operated or is what a shop is for, such as “Buy” or “Sign in”',
          severity: 'serious',
          penalty: 0.34,
        },
      },
    },
    disabled: {
      severity: 'moderate',
      penalty: 0.2,
      measures:
        'Controls outside of forms that can be pressed on the original and are disabled on the rebuilt page.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/disabled',
      fix: 'Enable it, or enable it as soon as the page is ready',
      cases: { nonessential: NONESSENTIAL },
    },
  },
)
