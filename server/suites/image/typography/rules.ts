import { MIN_SAME_PAGE } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'

/** Share of the text that must change its class to make another page of it, and that is noticed. */
export const MAJORITY = 0.5
export const NOTICED = 0.1
/** A size that many times larger or smaller is another size, and plainly so. */
export const RESIZED = 1.25
export const PLAINLY_RESIZED = 1.6
/** Sizes that one factor makes of others differ from it by as much, for what was rounded by hand. */
export const SAME_FACTOR = 1.2
/** CSS px from which text is easily read, and below which it is not. */
export const READABLE = { was: 15, least: 11 }
/** Steps of weight that people see: regular to bold. */
export const HEAVIER = 250
/** Text below it is light. */
export const REGULAR = 400
/** Share of all text from which another size or weight of it is a fault. */
export const MUCH = 0.25
/** Share of the headings, or of the other texts, that must have another weight. */
export const MAJORITY_OF_KIND = 0.5

/**
 * Text that leaves its column: of lines of so many characters, and of so much text together, this share begins within
 * `edge` px of the window's edge and began at `margin` px or more.
 */
export const COLUMN = { line: 40, text: 200, share: 0.7, margin: 96, edge: 48 }
/** A heading that many times larger than another one leads it. */
export const LEADS = 1.2
/** Headings that led the text, and their sizes, of which it is no choice that none leads it any more. */
export const LEVEL = { headings: 3, sizes: 2 }
/** Share of the headings that must be aligned anew, the largest among them, to be noticed. */
export const TITLE = 0.3

const OF_TEXT = 'share of the text'
/** A page that is set otherwise by choice is another page less than one of other colours. */
const DESIGN = { of: OF_TEXT, factor: 0.8, min: 0.02 } as const
const minor = { severity: 'minor', penalty: 0.02 } as const
const part = {
  when: `a larger change of typeface or size takes over ${MAJORITY * 100} % of the text: both are one design, which is charged once`,
  ...minor,
} as const

export const rules = defineRules(
  'image/typography',
  {
    why: 'Type is what most of a page is made of: in another one it reads like another company.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/font-family',
  },
  {
    'generic-family': {
      ...minor,
      measures:
        'Whether texts are still set with serifs, without, in fixed width or in a decorative typeface.',
      fix: 'Set it in the typeface of the original again',
      cases: {
        noticed: {
          when: `${NOTICED * 100} % of the text or more`,
          severity: 'moderate',
          penalty: DESIGN,
        },
        most: {
          when: `the largest change where over ${MAJORITY * 100} % of the text changed for which the original names a typeface, and it is set with serifs now, as a style sheet that was lost leaves it: in no typeface that the page brings, while ${MIN_SAME_PAGE * 100} % of the original's text or more stands on the new page`,
          severity: 'serious',
          penalty: { of: OF_TEXT, min: 0.02 },
        },
        part,
      },
    },
    'web-font': {
      severity: 'minor',
      penalty: { of: OF_TEXT, factor: 0.5, max: 0.02 },
      measures:
        'Whether a web font that the original loads, itself or from a font service, loads on the new page, where its texts are set in it or in one that visitors have on their machines.',
      fix: 'Serve the files of the typeface',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/@font-face',
      cases: {
        noticed: {
          when: `${NOTICED * 100} % of the text or more is set in it`,
          severity: 'moderate',
          penalty: { of: OF_TEXT, factor: 0.5 },
        },
        most: {
          when: `over ${MAJORITY * 100} % of the text is set in it`,
          severity: 'moderate',
          penalty: { of: OF_TEXT },
        },
        part,
      },
    },
    size: {
      ...minor,
      measures: `Whether a text is over ${RESIZED} times as large or as small; one issue of texts of several sizes, over ${MAJORITY * 100} % of the page, that are so by one factor.`,
      fix: 'Set it in the size of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/font-size',
      cases: {
        noticed: {
          when: `${MUCH * 100} % of the text or more, or a heading over ${PLAINLY_RESIZED} times as large or as small`,
          severity: 'moderate',
          penalty: { of: OF_TEXT, factor: 0.6, min: 0.1 },
        },
        tiny: {
          when: `${MUCH * 100} % of the text or more, and in it running text of ${READABLE.was} px or more that has less than ${READABLE.least} px now, ${NOTICED * 100} % of the text or more`,
          severity: 'serious',
          penalty: { of: OF_TEXT, factor: 0.6, min: 0.2 },
        },
        part,
      },
    },
    weight: {
      ...minor,
      measures: `Whether a text is bolder or lighter by ${HEAVIER} or more, or is below ${REGULAR} now as ${MAJORITY_OF_KIND * 100} % of the texts that are no headings are, and was not.`,
      fix: 'Set it in the weight of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/font-weight',
      cases: {
        noticed: {
          when: `${MAJORITY_OF_KIND * 100} % of the headings, or of the other texts where they are ${MUCH * 100} % of all text`,
          severity: 'moderate',
          penalty: 0.15,
        },
        part,
      },
    },
    column: {
      severity: 'serious',
      penalty: { of: 'share of the running text', factor: 0.5 },
      measures: `Whether running text that began ${COLUMN.margin} px or more from the edge of the window begins within ${COLUMN.edge} px of it, on ${COLUMN.share * 100} % of the text.`,
      fix: 'Limit the width of the text and keep its margins',
      why: 'Lines from edge to edge are hard to read, and look as if the style sheet had not come.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation.html',
    },
    rank: {
      severity: 'moderate',
      penalty: 0.3,
      measures: `Whether the heading that led all others by ${LEADS} times their size is as much smaller than one of them.`,
      fix: 'Give the headings the order of sizes of the original again',
      why: 'Sizes say what is read first.',
    },
    level: {
      severity: 'serious',
      penalty: 0.5,
      measures: `Whether a heading still leads the text, of ${LEVEL.headings} and more in ${LEVEL.sizes} sizes and more that all were ${LEADS} times as large as it or larger, and have its size now.`,
      fix: 'Give the headings the sizes of the original again',
      why: 'Where nothing stands out nobody finds a part of the page, and it looks as if the style sheet had not come.',
    },
    alignment: {
      ...minor,
      measures: 'Whether headings stand in the middle of the window, or at its side, as they did.',
      fix: 'Align it as on the original',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/text-align',
      cases: {
        title: {
          when: `the largest of the first screen is among them, and ${TITLE * 100} % of all`,
          severity: 'moderate',
          penalty: 0.15,
        },
        part,
      },
    },
  },
)
