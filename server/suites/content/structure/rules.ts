import { defineRules } from '../../core/rules.ts'

const of = "share of the table's cells that stand in a wrong place"

export const rules = defineRules(
  'content/structure',
  {
    why: 'A value under another header says something that is not true.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
  },
  {
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
