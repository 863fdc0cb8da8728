/** What is made of the table of metrics: the list in OPERATIONS.md, and the Grafana dashboard in deploy/. */
import { METRICS, type Metric, OF_NODE, type Unit } from '../server/metrics/table.ts'

const ROWS: readonly (readonly [name: string, metric: Metric])[] = [
  ...Object.entries(METRICS),
  ...Object.entries(OF_NODE),
]

/** The rows of the table for people. */
export const metricsTable = (): string =>
  [
    '| figure | kind | told by | |',
    '|---|---|---|---|',
    ...ROWS.map(([name, { type, from, help, labels = {} }]) => {
      const named = Object.keys(labels)
      return `| \`${name}${named.length ? `{${named.join(', ')}}` : ''}\` | ${type} | ${from} | ${help} |`
    }),
  ].join('\n')

interface Query {
  expr: string
  legend: string
}

interface Panel {
  title: string
  help: string
  unit: string
  queries: Query[]
}

/** What is made of two figures. */
const SATURATION: Panel = {
  title: 'saturation',
  help: 'Scans that run, as a part of those that could. At 1 for long, more workers are needed.',
  unit: 'percentunit',
  queries: [
    {
      expr: `sum(${selected('cutover_scans_running')}) / sum(${selected('cutover_scan_capacity')})`,
      legend: 'running / capacity',
    },
  ],
}

const OUR_FAULTS: Panel = {
  title: 'our own faults',
  help: 'Scans that ended as internal_error, as a part of all. The other codes are told of pages, not of us.',
  unit: 'percentunit',
  queries: [
    {
      expr: `sum(rate(${selected('cutover_scans_total', 'outcome="internal_error"')}[$__rate_interval])) / sum(rate(${selected('cutover_scans_total')}[$__rate_interval]))`,
      legend: 'internal_error',
    },
  ],
}

const sections = (): (readonly [title: string, panels: readonly Panel[]])[] => [
  ['Service', panelsOf('every process', METRICS)],
  ['Scans', [SATURATION, OUR_FAULTS, ...panelsOf('worker', METRICS)]],
  ['API', panelsOf('API', METRICS)],
  ['Processes', panelsOf('every process', OF_NODE)],
]

function panelsOf(from: Metric['from'], table: Record<string, Metric>): Panel[] {
  return Object.entries(table)
    .filter(([, metric]) => metric.from === from)
    .map(([name, metric]) => ({
      title: titleOf(name),
      help: metric.help,
      unit: unitOf(metric),
      queries: queriesOf(name, metric),
    }))
}

const titleOf = (name: string) =>
  name
    .replace(/^cutover_/, '')
    .replace(/_(total|seconds_total|seconds|bytes)$/, '')
    .replaceAll('_', ' ')

const UNITS: Record<Unit, string> = {
  count: 'short',
  seconds: 's',
  bytes: 'bytes',
  'yes or no': 'bool_yes_no',
}

function unitOf({ type, unit }: Metric): string {
  if (type !== 'counter') return UNITS[unit]
  return unit === 'seconds' ? 'percentunit' : 'cps'
}

function queriesOf(name: string, { type, labels = {}, together }: Metric): Query[] {
  const names = Object.keys(labels)
  const by = (more: string[] = []) =>
    names.length + more.length ? ` by (${[...more, ...names].join(', ')})` : ''
  const legend = names.map(label => `{{${label}}}`).join(' ')
  if (type === 'gauge')
    return [{ expr: `${together}${by()} (${selected(name)})`, legend: legend || titleOf(name) }]
  if (type === 'counter')
    return [
      { expr: `sum${by()} (rate(${selected(name)}[$__rate_interval]))`, legend: legend || titleOf(name) },
    ]
  return [0.5, 0.95].map(share => ({
    expr: `histogram_quantile(${share}, sum${by(['le'])} (rate(${selected(`${name}_bucket`)}[$__rate_interval])))`,
    legend: `${legend} ${share * 100} %`.trim(),
  }))
}

/** Of the installations that are chosen. A declaration, since the panels above use it. */
function selected(name: string, more?: string): string {
  return `${name}{${['job=~"$job"', ...(more ? [more] : [])].join(', ')}}`
}

const COLUMNS = 3
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8]
const SOURCE = { type: 'prometheus', uid: '$source' }

/** deploy/grafana/cutover.json */
export function dashboard(): string {
  const panels: object[] = []
  let y = 0
  for (const [title, shown] of sections()) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] })
    y += 1
    for (const [index, panel] of shown.entries())
      panels.push({
        id: panels.length + 1,
        ...drawn(panel),
        gridPos: {
          x: (index % COLUMNS) * WIDTH,
          y: y + Math.floor(index / COLUMNS) * HEIGHT,
          w: WIDTH,
          h: HEIGHT,
        },
      })
    y += Math.ceil(shown.length / COLUMNS) * HEIGHT
  }
  return `${JSON.stringify({ ...ABOUT, panels }, null, 2)}\n`
}

const drawn = ({ title, help, unit, queries }: Panel) => ({
  type: 'timeseries',
  title,
  description: help,
  datasource: SOURCE,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: SOURCE,
    expr,
    legendFormat: legend,
  })),
})

const ABOUT = {
  uid: 'cutover',
  title: 'Cutover',
  description: 'Made of the table of metrics by npm run docs.',
  tags: ['cutover'],
  schemaVersion: 39,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
      {
        name: 'job',
        label: 'Installation',
        type: 'query',
        datasource: SOURCE,
        query: { query: 'label_values(cutover_info, job)', refId: 'job' },
        refresh: 2,
        includeAll: true,
        multi: true,
        current: { text: 'All', value: '$__all' },
      },
    ],
  },
}
