/** Metrics and films, laid out for drawing. Pure. */
import type { Exhibits, Film, Metric } from './exhibits.ts'
import type { Links } from './links.ts'

export interface MetricView extends Metric {
  /** With the unit. */
  originalText: string
  rebuiltText: string
  bandText: string
  says: string
  /** Positions on the axis, 0 to 100: the values, the noise around the original's, the end of what is good and what is not poor. */
  at: { original: number; rebuilt: number; from: number; to: number; good: number; poor: number }
}

export function metricView(metric: Metric): MetricView {
  const { unit, original, rebuilt, band, good, poor, isSlower } = metric
  const end = 1.1 * Math.max(original + band, rebuilt, good)
  const at = (value: number) => round(Math.min(100, (100 * Math.max(0, value)) / end))
  const text = (value: number) =>
    unit ? `${Math.round(value).toLocaleString('en')} ${unit}` : value.toFixed(3)
  const change = rebuilt - original
  return {
    ...metric,
    originalText: text(original),
    rebuiltText: text(rebuilt),
    bandText: text(band),
    says: isSlower
      ? 'got worse, beyond the noise'
      : Math.abs(change) <= band
        ? 'no difference beyond the noise'
        : change < 0
          ? 'got better'
          : 'grew, and by too little to count',
    at: {
      original: at(original),
      rebuilt: at(rebuilt),
      from: at(original - band),
      to: at(original + band),
      good: at(good),
      poor: at(poor),
    },
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Both films in columns of one time axis. */
export interface FilmView {
  times: string[]
  rows: { side: string; cells: { src: string | null; marks: string; isRepeat: boolean }[] }[]
  /** What its abbreviations stand for. */
  legend: [short: string, name: string][]
}

/** In columns of 60 px. */
const SHORT: Record<string, string> = {
  'First Contentful Paint': 'FCP',
  'Largest Contentful Paint': 'LCP',
}

const MAX_COLUMNS = 10
const MIN_COLUMNS = 3

/** Each column shows what was seen last by its time, and the moments since the column before. */
export function filmView(
  { original, rebuilt }: NonNullable<Exhibits['film']>,
  links: Links,
): FilmView | null {
  const films = [original, rebuilt]
  if (films.every(({ frames }) => frames.length === 0)) return null
  const end = Math.max(...films.flatMap(settledAt))
  // Between two frames nothing was seen.
  const between = Math.max(...films.map(({ frames }) => frames[0]?.ms ?? 0))
  const step = Math.max(between, 50 * Math.ceil(end / MAX_COLUMNS / 50), 50)
  const count = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.ceil(end / step)))
  const columns = Array.from({ length: count }, (_, index) => step * (index + 1))
  return {
    times: columns.map(ms => `${(ms / 1000).toFixed(step % 100 === 0 ? 1 : 2)} s`),
    rows: films.map((film, index) => ({
      side: index === 0 ? 'Original' : 'New page',
      cells: columns.map(ms => cellAt(film, ms, step, links)),
    })),
    legend: Object.entries(SHORT).flatMap(([name, short]) =>
      films.some(({ marks }) => marks.some(mark => mark.name === name)) ? [[short, name]] : [],
    ),
  }
}

/** From when on nothing is seen to change. */
function settledAt({ frames, marks }: Film): number[] {
  const last = frames.findLastIndex(({ file }, index) => file !== frames[index - 1]?.file)
  return [frames[last]?.ms ?? 0, ...marks.map(({ ms }) => ms)]
}

function cellAt({ frames, marks }: Film, ms: number, step: number, links: Links) {
  const last = frames.findLast(frame => frame.ms <= ms)
  const before = frames.findLast(frame => frame.ms <= ms - step)
  return {
    src: last ? links.artifact(last.file) : null,
    marks: marks
      .filter(mark => mark.ms > ms - step && mark.ms <= ms)
      .map(({ name }) => SHORT[name] ?? name)
      .join(', '),
    isRepeat: last !== undefined && last.file === before?.file,
  }
}
