import { defineRules } from '../../core/rules.ts'

/** Share of the text that must change its class to make another page of it, and that is noticed. */
export const MAJORITY = 0.5
export const NOTICED = 0.1
/** Headings that make a style of headings. */
export const SEVERAL_HEADINGS = 3
/** A size that many times larger or smaller is another size, and plainly so. */
export const RESIZED = 1.25
export const PLAINLY_RESIZED = 1.6
/** Steps of weight that people see: regular to bold. */
export const HEAVIER = 250
/** Share of all text from which another size or weight of it is a fault. */
export const MUCH = 0.25
/** Share of the headings, or of the other texts, that must have another weight. */
export const MAJORITY_OF_KIND = 0.5

const OF_TEXT = 'share of the text'
const minor = { severity: 'minor', penalty: 0.02 } as const

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
          penalty: { of: OF_TEXT, min: 0.02 },
        },
        most: {
          when: `the largest change where over ${MAJORITY * 100} % of the text changed, or over ${MAJORITY * 100} % of at least ${SEVERAL_HEADINGS} headings`,
          severity: 'serious',
          penalty: { of: OF_TEXT, min: 0.02 },
        },
      },
    },
    'web-font': {
      severity: 'minor',
      penalty: { of: OF_TEXT, factor: 0.5, max: 0.02 },
      measures: 'Whether a web font that the original loads, and that the new page asks for, loads there.',
      fix: 'Serve the files of the typeface',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/@font-face',
      cases: {
        noticed: {
          when: `${NOTICED * 100} % of the text or more is set in it`,
          severity: 'moderate',
          penalty: { of: OF_TEXT, factor: 0.5 },
        },
      },
    },
    size: {
      ...minor,
      measures: `Whether a text is over ${RESIZED} times as large or as small.`,
      fix: 'Set it in the size of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/font-size',
      cases: {
        noticed: {
          when: `${MUCH * 100} % of the text or more, or a heading over ${PLAINLY_RESIZED} times as large or as small`,
          severity: 'moderate',
          penalty: { of: OF_TEXT, factor: 0.6, min: 0.1 },
        },
      },
    },
    weight: {
      ...minor,
      measures: `Whether a text is bolder or lighter by ${HEAVIER} or more.`,
      fix: 'Set it in the weight of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/font-weight',
      cases: {
        noticed: {
          when: `${MAJORITY_OF_KIND * 100} % of the headings, or of the other texts where they are ${MUCH * 100} % of all text`,
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
  },
)
