import { defineRules } from '../../core/rules.ts'

const of = "share of the table's cells that stand in a wrong place"

export const rules = defineRules(
  'content/structure',
  {
    why: 'A value under another header, and a step of another number, say something that is not true.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
  },
  {
    numbers: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Entries of lists before which browsers draw numbers on both pages, at 1440 px, and of which one followed the other on the original: whether it does so still, in that direction. An entry that is new or gone moves the others by itself.',
      fix: 'Let one list count through, or give it the start, the value or the order of the original',
      reference: 'https://html.spec.whatwg.org/multipage/grouping-content.html#the-ol-element',
      cases: {
        one: { when: 'it is one entry alone', severity: 'moderate', penalty: 0.15 },
      },
    },
    cells: {
      severity: 'serious',
      penalty: { of, min: 0.34 },
      measures:
        'Whether each cell of a table stands under the same column header and in the same row as before, with the same values, and each row under the header of the group that it was in.',
      fix: 'Put each cell back under its own header',
      cases: {
        hidden: {
          when: 'the table is hidden on one of the pages',
          severity: 'moderate',
          penalty: { of, factor: 0.5, min: 0.17 },
        },
      },
    },
  },
)
