/** What names figures outside of the code: dashboard, alerts, OPERATIONS.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { PROJECT_ROOT } from '../../server/config/index.ts'
import { METRICS, OF_NODE, OUTCOMES, PHASES } from '../../server/metrics/table.ts'
import { dashboard } from '../../tools/metrics.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const TABLE = { ...METRICS, ...OF_NODE }

/** Names of series in an expression; a histogram has three for each. */
const seriesIn = (text: string) => [
  ...new Set(
    (text.match(/\b(?:cutover|process|nodejs)_[a-z0-9_]+\b/g) ?? []).map(name =>
      name.replace(/(_seconds|_bytes)_(bucket|sum|count)$/, '$1'),
    ),
  ),
]
const unknown = (text: string) => seriesIn(text).filter(name => !(name in TABLE))

const panels = JSON.parse(dashboard()).panels as {
  type: string
  title: string
  description?: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}[]
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('the dashboard shows every figure, and no other', () => {
  expect(unknown(expressions.join(' '))).toEqual([])
  expect(seriesIn(expressions.join(' ')).sort()).toEqual(Object.keys(TABLE).sort())
  for (const expr of expressions) {
    expect(expr).toContain('{job=~"$job"')
    expect(expr.split('(').length, expr).toBe(expr.split(')').length)
  }
})

test('no panel lies on another, and each says what it shows', () => {
  const taken = new Set<string>()
  for (const { gridPos, type, description } of panels) {
    if (type !== 'row') expect(description).toMatch(/\.$/)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), `${x} ${y}`).toBe(false)
        taken.add(`${x} ${y}`)
      }
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
})

const operations = read('OPERATIONS.md')
const headings = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
  title!
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-'),
)

test('alerts and the pages for incidents name figures that there are', () => {
  const alerts = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
    (group: { rules: object[] }) => group.rules,
  ) as { alert: string; expr: string; annotations: { runbook: string; summary: string } }[]
  expect(alerts.length).toBeGreaterThan(4)
  for (const { alert, expr, annotations } of alerts) {
    expect(unknown(expr), alert).toEqual([])
    expect(seriesIn(expr).length, alert).toBeGreaterThan(0)
    expect(headings, alert).toContain(annotations.runbook.replace('OPERATIONS.md#', ''))
  }
  expect(unknown(operations)).toEqual([])
})

test('outcomes and phases that they name are ones', () => {
  const text = operations + read('deploy/prometheus/alerts.yml')
  const outcomes = [...text.matchAll(/outcome=~?"([^"]+)"/g)].flatMap(([, names]) => names!.split('|'))
  expect(outcomes.length).toBeGreaterThan(2)
  for (const outcome of outcomes) expect(OUTCOMES).toContain(outcome)
  const incidents = operations.slice(operations.indexOf('## Incidents'))
  for (const phase of [
    'keeping what was captured',
    'waiting for another scan on this machine',
    'measuring performance',
    'opening both pages',
  ])
    expect(incidents.includes(phase) && PHASES.some(one => one === phase), phase).toBe(true)
})
