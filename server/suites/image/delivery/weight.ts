import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { calledOf, placeOf } from '../../../matching/picture.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import type { Finding } from '../../core/suite.ts'

const MODERN = new Set(['webp', 'avif', 'jxl'])
const OLD = new Set(['jpeg', 'png', 'gif', 'tiff', 'bmp'])
/** Times the original's bytes, and bytes more, from which it is told, and from which it matters. */
const TOLD = { times: 1.5, bytes: 100_000 }
const MATTERS = { times: 2, bytes: 500_000 }

/** What the matched pictures weigh together against the original's, and what lost a modern format. */
export function weightOf(matches: readonly PictureMatch[], [before, after]: [string, string]): Finding[] {
  const files = filesOf(matches)
  const was = files.reduce((sum, { original }) => sum + original.bytes, 0)
  const is = files.reduce((sum, { rebuilt }) => sum + rebuilt.bytes, 0)
  const findings: Finding[] = []
  const exceeds = ({ times, bytes }: typeof TOLD) => is > times * was && is - was > bytes
  const worst = files.toSorted((a, b) => growthOf(b) - growthOf(a))[0]
  if (worst && exceeds(TOLD))
    findings.push({
      key: 'image/heavier',
      severity: exceeds(MATTERS) ? 'moderate' : 'minor',
      penalty: exceeds(MATTERS) ? 0.3 : 0.05,
      message: `The pictures weigh ${kilobytes(is)} instead of ${kilobytes(was)}; the ${calledOf(worst.original)} alone ${kilobytes(worst.rebuilt.bytes)} instead of ${kilobytes(worst.original.bytes)}`,
      fix: 'Compress them as the original does, in the size they are shown in',
      original: placeOf(worst.original, before),
      rebuilt: placeOf(worst.rebuilt, after),
    })
  const older = files.filter(
    ({ original, rebuilt }) =>
      MODERN.has(original.format) && OLD.has(rebuilt.format) && rebuilt.bytes > original.bytes,
  )
  if (older.length > 0 && findings.length === 0)
    findings.push({
      key: 'image/format',
      severity: 'minor',
      penalty: 0.05,
      message: `${older.length === 1 ? 'A picture is' : `${older.length} pictures are`} ${older[0]!.rebuilt.format.toUpperCase()} instead of ${older[0]!.original.format.toUpperCase()}, such as the ${calledOf(older[0]!.original)}`,
      fix: `Serve ${older[0]!.original.format.toUpperCase()} to browsers that take it`,
      original: placeOf(older[0]!.original, before),
      rebuilt: placeOf(older[0]!.rebuilt, after),
    })
  return findings
}

const growthOf = ({ original, rebuilt }: PictureMatch) => rebuilt.bytes - original.bytes

/** Each file counts once, however often it is shown. */
function filesOf(matches: readonly PictureMatch[]): PictureMatch[] {
  const [first, second] = [new Set<string>(), new Set<string>()]
  return matches.filter(({ original, rebuilt }) => {
    if (!isFile(original) || !isFile(rebuilt) || first.has(original.url) || second.has(rebuilt.url))
      return false
    first.add(original.url)
    second.add(rebuilt.url)
    return true
  })
}

const isFile = ({ url, bytes }: ImageArtifact) => /^https?:/.test(url) && bytes > 0
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`
