/** One page of HTML: mutations down, pages and suites across, a cell for each verdict. No script, nothing fetched. */
import type { SuiteName } from '../../server/contract.ts'
import type { Assessment, SuiteCell } from './assess.ts'
import { printTable } from './table.ts'
import type { SuiteTally } from './tally.ts'

export function matrix(tallies: readonly SuiteTally[], assessments: readonly Assessment[]): string {
  const pages = [...new Set(assessments.map(({ page }) => page))]
  const suites = tallies.map(({ suite }) => suite)
  const at = new Map(assessments.map(each => [`${each.page} ${each.row}`, each]))
  const rows = Map.groupBy(assessments, each => each.row)
  const groups = Map.groupBy(rows, ([, [first]]) => (first!.kind === 'silent' ? 'harmless' : first!.suite!))
  const body = ['harmless' as const, ...suites]
    .filter(name => groups.has(name))
    .map(name => {
      const width = 1 + pages.length * suites.length
      const lines = groups.get(name)!.map(([row, [first]]) => {
        const cells = pages.map(page => cellsOf(at.get(`${page} ${row}`), suites)).join('')
        const kind = first!.kind === 'must-raise' ? ' <small>raise</small>' : ''
        return `<tr><th scope="row">${escaped(row)}${kind}</th>${cells}</tr>`
      })
      const title = name === 'harmless' ? 'Harmless: nothing may speak' : `Defects of ${name}`
      return `<tbody><tr class="group"><th colspan="${width}" scope="rowgroup"><span>${title}</span></th></tr>${lines.join('\n')}</tbody>`
    })
  const head = `<tr><td></td>${pages.map(page => `<th class="page first" colspan="${suites.length}" scope="colgroup">${escaped(page)}</th>`).join('')}</tr>
<tr><td></td>${pages.map(() => suites.map((suite, index) => `<th class="suite${index ? '' : ' first'}" scope="col"><abbr title="${suite}">${suite.slice(0, 2)}</abbr></th>`).join('')).join('')}</tr>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verdicts</title><style>${STYLE}</style></head><body>
<h1>Verdicts</h1>
<p>${LEGEND}</p>
<pre>${escaped(printTable(tallies))}</pre>
<div class="scroll"><table><thead>${head}</thead>${body.join('\n')}</table></div>
</body></html>
`
}

function cellsOf(assessment: Assessment | undefined, suites: readonly SuiteName[]): string {
  if (!assessment) return `<td class="unfit first" colspan="${suites.length}"></td>`
  return suites
    .map((suite, index) => {
      const cell = assessment.suites.find(each => each.suite === suite)
      const first = index ? '' : ' first'
      if (!cell) return `<td class="unmeasured${first}"></td>`
      const { state, title } = stateOf(assessment, cell)
      const shown = Number.isInteger(cell.score) ? cell.score : Math.floor(cell.score)
      const text = `${assessment.row} on ${assessment.page}, ${suite} ${cell.score}: ${title}`
      return `<td class="${state}${first}" title="${escaped(text)}">${shown}</td>`
    })
    .join('')
}

function stateOf(assessment: Assessment, cell: SuiteCell): { state: string; title: string } {
  const said = cell.loud.slice(0, 2).map(issue => `[${issue.severity}] ${issue.message}`)
  const issues = said.join(' ') || 'nothing above minor'
  if (assessment.suite === cell.suite)
    return { state: assessment.caught ? 'caught' : 'missed', title: assessment.because ?? issues }
  if (assessment.alarms.includes(cell.suite)) return { state: cell.pass ? 'raised' : 'alarm', title: issues }
  if (assessment.wrong.includes(cell.suite)) return { state: 'wrong', title: issues }
  return { state: cell.loud.length ? 'also' : 'quiet', title: issues }
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, char => names[char]!)
}

const LEGEND = [
  ['caught', 'defect found'],
  ['missed', 'defect missed'],
  ['alarm', 'failed on a harmless change'],
  ['raised', 'spoke up on a harmless change'],
  ['wrong', "failed on another suite's defect"],
  ['also', "spoke up on another suite's defect"],
  ['quiet', 'as it should be'],
]
  .map(([state, text]) => `<span class="key ${state}">${text}</span>`)
  .join(' ')

const STYLE = `
body{font:14px/1.4 system-ui,sans-serif;margin:24px;color:#1c2126;background:#fff}
h1{font-size:22px;margin:0 0 8px}
pre{font-size:13px;overflow-x:auto}
.key{display:inline-block;padding:1px 8px;margin:0 4px 4px 0;border-radius:3px}
.scroll{overflow:auto;max-height:92vh;border:1px solid #cfd6dc}
table{border-collapse:separate;border-spacing:0;font-size:12px;font-variant-numeric:tabular-nums}
td,th{padding:1px 4px;border-bottom:1px solid #eef1f3;text-align:right;white-space:nowrap;font-weight:400}
thead td,thead th{background:#fff;position:sticky;top:0;z-index:2;color:#56616b;height:20px;box-sizing:border-box}
thead tr:nth-child(2) td,thead tr:nth-child(2) th{top:20px;border-bottom:1px solid #cfd6dc}
thead td{left:0;z-index:3}
.page{text-align:left;font-weight:600;color:#1c2126}
.suite{min-width:18px}
abbr{text-decoration:none}
.first{border-left:2px solid #cfd6dc}
tbody th{text-align:left;position:sticky;left:0;background:#fff;max-width:300px;overflow:hidden;text-overflow:ellipsis}
.group th{background:#eef1f3;font-weight:600;max-width:none;position:static}
.group span{position:sticky;left:4px}
small{color:#56616b}
.caught{background:#cdebd3;color:#12401f}
.missed{background:#b3261e;color:#fff;font-weight:600}
.alarm{background:#6b1fa0;color:#fff;font-weight:600}
.raised{background:#e3cdf3;color:#3d0f5e}
.wrong{background:#f2a33a;color:#3a2000;font-weight:600}
.also{background:#fdeccb;color:#5a3b00}
.quiet{color:#8a949d}
.unfit{background:repeating-linear-gradient(135deg,#f6f8f9 0 4px,#eef1f3 4px 8px)}
`
