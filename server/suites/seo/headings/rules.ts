import { defineRules } from '../../core/rules.ts'

/** Words from which a text is a paragraph, whatever it is marked up as. */
export const MIN_PARAGRAPH = 15

/** Share and number of headings without which a page has no outline any more. */
export const OUTLINE = { share: 0.5, min: 8 }

export const rules = defineRules(
  'seo/headings',
  {
    why: 'Search engines read from the headings what a page and its sections are about, and screen readers go by them.',
    reference: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  },
  {
    h1: {
      severity: 'serious',
      penalty: 1,
      measures: 'Whether the page has an h1.',
      fix: 'Mark up the main heading of the page as its h1',
      cases: {
        'other-level': {
          when: 'what the h1 said is a heading of another level now',
          severity: 'moderate',
          penalty: 0.5,
        },
        shown: {
          when: 'what the h1 said is the largest text of the first screen, and no heading',
          severity: 'moderate',
          penalty: 0.5,
        },
        linked: {
          when: 'what the h1 said is a link of the first screen, as the name of a site is, and the title of the page says it',
          severity: 'moderate',
          penalty: 0.5,
        },
        replaced: {
          when: 'the largest text of the first screen is a headline that the original does not have, so that the page still says what it is about',
          severity: 'moderate',
          penalty: 0.5,
        },
        unseen: {
          when: 'no visitor saw it: it was there for crawlers and screen readers alone',
          severity: 'moderate',
          penalty: 0.5,
        },
      },
    },
    'h1-other': {
      severity: 'moderate',
      penalty: 0.4,
      measures: 'Whether a heading that is an h1 of the original still is one.',
      fix: 'Mark up the main heading of the original as the h1',
    },
    'h1-more': {
      severity: 'minor',
      penalty: 0.1,
      measures: 'The number of different h1.',
      fix: 'Keep one h1 and give the others the level of their section',
    },
    skip: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Whether a heading is more than one level below the heading before it.',
      fix: 'Give it the level below the heading that it stands under',
    },
    level: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'The level of each heading but the h1.',
      fix: 'Give it the level of the original',
      cases: { far: { when: 'it moved by more than one level', severity: 'moderate', penalty: 0.15 } },
    },
    paragraph: {
      severity: 'moderate',
      penalty: 0.3,
      measures: `Whether a text of ${MIN_PARAGRAPH} words or more that was none is a heading now.`,
      fix: 'Mark it up as a paragraph',
    },
    text: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'Whether the text of a heading is there and no heading any more.',
      fix: 'Mark it up as a heading',
      cases: {
        most: {
          when: `so it is, outside of cells of a table, with ${OUTLINE.share * 100} % or more of the h2, h3 and h4, ${OUTLINE.min} at least`,
          severity: 'serious',
          penalty: 0.3,
        },
        h2: { when: 'it was an h2', penalty: 0.2 },
        frame: {
          when: 'it stands in the navigation, the header, the footer or a side bar on one of the pages: it names a list of links',
          severity: 'minor',
          penalty: 0.02,
        },
        deep: {
          when: 'it was an h5 or h6 more than one level below the heading that it belongs to, as what is marked up for its size',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
  },
)
