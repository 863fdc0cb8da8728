import { defineRules } from '../../core/rules.ts'

/** Words up to which a text can say something of the one beside it: a role, a place, a rank. */
export const MAX_SHORT_TEXT = 8
/** Share of a section's words that has to stand under another heading. */
export const MIN_MOVED = 0.6

const of = "share of the table's cells that stand in a wrong place"

export const rules = defineRules(
  'content/structure',
  {
    why: 'A value under another header, or a text under another heading, says something that is not true.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
  },
  {
    cells: {
      severity: 'serious',
      penalty: { of, min: 0.34 },
      measures:
        'Whether each cell of a table stands under the same column header and in the same row as before, with the same values.',
      fix: 'Put each cell back under its own header',
      cases: {
        hidden: {
          when: 'the table is hidden on one of the pages',
          severity: 'moderate',
          penalty: { of, factor: 0.5, min: 0.17 },
        },
      },
    },
    columns: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'Whether whole columns of a table stand in the same order as before.',
      why: 'Columns in another order say the same, but a reader compares what stands side by side.',
      fix: 'Keep the order of the columns',
    },
    heading: {
      severity: 'moderate',
      penalty: 0.3,
      measures: `Whether ${100 * MIN_MOVED} % or more of the words below a heading stand below another one now, and the other way round.`,
      fix: 'Put each heading back above its texts',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html',
    },
    text: {
      severity: 'serious',
      penalty: 0.3,
      measures: `Whether texts of up to ${MAX_SHORT_TEXT} words, such as the roles of two people, exchanged their places among the same other texts.`,
      fix: 'Put each text back to what it was said of',
    },
  },
)
