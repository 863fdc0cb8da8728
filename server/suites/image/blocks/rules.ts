import { defineRules } from '../../core/rules.ts'

/** Places, and share of the boxes of a kind, that a loss must have to be more than one slip. */
export const SEVERAL = { count: 2, share: 0.3 }
/** Corners rounded by this much, CSS px, and those that are square. */
export const ROUND = 6
export const SQUARE = 1

/**
 * Links of a list that make a menu, share of them that the original has without markers, and CSS px from the top in which
 * a list of a page without landmarks is one.
 */
export const MENU = { links: 3, kept: 0.5, head: 600 }

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
    'list-markers': {
      severity: 'moderate',
      penalty: 0.25,
      measures: `Whether the links of a navigation, ${MENU.links} of a list or more, have the markers of a list before them now, where the original draws ${MENU.kept * 100} % of them or more without.`,
      fix: 'Look for rules of the style sheet that match nothing in the new markup, and take the markers away with list-style: none',
      why: 'A menu with the bullets of the browser looks as if the style sheet had not come.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/list-style-type',
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
