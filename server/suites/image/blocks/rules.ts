import { defineRules } from '../../core/rules.ts'

/** Places, and share of the boxes of a kind, that a loss must have to be more than one slip. */
export const SEVERAL = { count: 2, share: 0.3 }
/** Corners rounded by this much, CSS px, and those that are square. */
export const ROUND = 6
export const SQUARE = 1

const minor = { severity: 'minor', penalty: 0.03 } as const
const penalty = { of: 'share of the boxes of this kind that have lost it', factor: 0.5, min: 0.15 }
const several = {
  when: `${SEVERAL.count} boxes or more, and ${SEVERAL.share * 100} % of those of their kind that had it`,
  severity: 'moderate',
  penalty,
} as const

export const rules = defineRules(
  'image/blocks',
  {
    why: 'Boxes tell what belongs together and what can be pressed.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/background-color',
  },
  {
    undrawn: {
      ...minor,
      measures:
        'Whether buttons, fields and cards that had a background, a border or a shadow still have a box.',
      fix: 'Draw the box around it again',
      cases: {
        several,
        button: { when: 'it is a button, which looks like plain text', severity: 'moderate', penalty },
      },
    },
    border: {
      ...minor,
      measures: 'Whether boxes that had a border have one, or a shadow or background instead.',
      fix: 'Draw the border around it again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/border',
      cases: { several },
    },
    shadow: {
      ...minor,
      measures: 'Whether boxes that had a shadow have one, or a border instead.',
      fix: 'Draw the shadow around it again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/box-shadow',
      cases: { several },
    },
    corners: {
      ...minor,
      measures: `Whether corners rounded by ${ROUND} px or more are still rounded by more than ${SQUARE} px.`,
      fix: 'Draw rounded corners around it again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/border-radius',
    },
    redrawn: {
      severity: 'moderate',
      penalty: { of: 'share of the area of all pictures compared', min: 0.1 },
      measures:
        'Whether a picture of the same file is drawn in the same colours: not filtered, faded or covered.',
      fix: 'Compare filter, opacity, blend mode and overlay with the original’s',
      why: 'What darkens or tints a picture keeps the text on it readable and belongs to the design.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/filter',
      cases: {
        ornament: { when: 'it carries no content and is no background', severity: 'minor' },
      },
    },
  },
)
