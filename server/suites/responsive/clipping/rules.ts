import { defineRules } from '../../core/rules.ts'
import { MIN_CUT_SHARE, REFLOW_WIDTH } from '../overflowing.ts'

/** What has to be cut off at least. */
export const MIN_LETTERS = 3

/**
 * A cut is weighed by its letters, `base` and the share of them that it takes, times its widths, `base` and `each` for
 * every common width at which it is so: for one at least, as a cut next to a breakpoint alone is a fault as well.
 */
export const WEIGHT = { share: { base: 0.5 }, widths: { base: 0.5, each: 0.1, min: 1 } }

/** Share of an entry of a menu, or a cell of a table, from which it is neither read nor pressed. */
export const MENU_ENTRY = 0.5

/**
 * Of a picture's area the share that is told, the share that is grave beyond the edge of the page, and what an original may
 * lack and be whole; and CSS px a side from which it is looked at.
 */
export const PICTURE = { told: 0.15, grave: 0.25, whole: 0.05, side: 64 }

const OF_WIDTHS = `(${WEIGHT.widths.base} + ${WEIGHT.widths.each} × number of the common widths, ${WEIGHT.widths.min} at least)`
const OF = `(${WEIGHT.share.base} + share of the letters cut off) × ${OF_WIDTHS}`

export const rules = defineRules(
  'responsive/clipping',
  {
    why: 'What the box cuts off cannot be read, and nothing tells that there is more.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  },
  {
    'text-cut-off': {
      severity: 'serious',
      penalty: { of: OF, factor: 0.3 },
      measures: `Texts of which a box, or the top of the page, cuts off ${MIN_CUT_SHARE * 100} % or more, ${MIN_LETTERS} letters at least, where the original shows them.`,
      fix: 'Let the text wrap and its box grow: no fixed height, no white-space: nowrap with overflow: hidden',
      cases: {
        frame: {
          when: `it is neither a passage of the main content nor a heading of the first rank, ends in an ellipsis, or it is so at ${REFLOW_WIDTH} px alone or at none of the common widths, where it may be a slide on its way out`,
          severity: 'moderate',
          penalty: { of: OF, factor: 0.1 },
        },
        // How early it ends is a matter of fonts.
        shortened: {
          when: 'the original shortens it on purpose as well',
          severity: 'minor',
          penalty: { of: OF_WIDTHS, factor: 0.02 },
        },
      },
    },
    'menu-cut-off': {
      severity: 'serious',
      penalty: { of: 'number of entries', base: 0.1, factor: 0.05, max: 0.3 },
      measures: `Entries of a menu of which its box cuts off ${MENU_ENTRY * 100} % or more, or all, beside others that are shown whole, where the original shows them or has them in a menu that opens. All of them together.`,
      why: 'Who looks for one of them does not find it, and the head of the page looks broken, as where a logo lies on them.',
      fix: 'Fold the menu at these widths behind a button, or let its entries wrap: the row is wider than its box',
      cases: {
        odd: {
          when: `it is so at ${REFLOW_WIDTH} px alone or at none of the common widths`,
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'table-cut-off': {
      severity: 'serious',
      penalty: { of: 'number of cells', base: 0.2, factor: 0.02, max: 0.4 },
      measures: `Cells of a table of which its box cuts off ${MENU_ENTRY * 100} % or more, or all, in rows of which others are seen, where wide screens show them whole and the original shows or scrolls to them. All of them together.`,
      why: 'A column of prices or times cannot be read at all, and nothing tells that there is more.',
      fix: 'Give what holds the table overflow-x: auto, or let its cells wrap and stack: hidden overflow cannot be scrolled to',
      cases: {
        odd: {
          when: `it is so at ${REFLOW_WIDTH} px alone or at none of the common widths`,
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'picture-cut-off': {
      severity: 'moderate',
      penalty: { of: 'share of its area that is cut off', factor: 0.3 },
      measures: `Content pictures of which a box, or the left or upper edge of the page, cuts off ${PICTURE.told * 100} % or more at one of the common widths, where the original shows the same one whole; by a box, more of it by that than object-fit cuts off there. All of them together.`,
      why: 'What lies beyond the left or upper edge, or outside of a box that does not scroll, cannot be brought into view.',
      fix: 'Let the picture shrink with what holds it: max-width: 100%, and no fixed width, negative margin or shift',
      reference: 'https://web.dev/learn/design/responsive-images',
      cases: {
        page: {
          when: `${PICTURE.grave * 100} % or more of one lies beyond the left or upper edge of the page, on a phone or a desktop, and all else of it is seen`,
          severity: 'serious',
          penalty: { of: 'share of its area that is cut off', base: 0.1, factor: 0.3 },
        },
      },
    },
  },
)
