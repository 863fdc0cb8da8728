import type { PictureMatch } from '../../../matching/pictures.ts'
import { shownOf } from './fitting.ts'
import type { Flaw } from './index.ts'

/** Share of what the original shows that is told when it is cut off, and from which the picture is not what it was. */
const TOLD = 0.25
const MUCH = 0.5

/**
 * A picture of which much is cut off. Its file is to blame, or its place: a place of another shape is a question of
 * layout, so that it is told from half on, and never more than that.
 */
export function croppingOf(match: PictureMatch): Flaw | null {
  // A background is as large as what stands on it.
  if (!match.crop && match.original.kind === 'background') return null
  const cut = cutOf(match)
  if (cut < (match.crop ? TOLD : MUCH)) return null
  const much = match.crop !== undefined && cut >= MUCH
  const [before, after] = [match.original.file, match.rebuilt.file]
  const files =
    match.crop && before && after
      ? `: its file has ${after.width} × ${after.height} px, the original's ${before.width} × ${before.height} px`
      : ': its place has another shape'
  return {
    rule: 'cropped',
    severity: much ? 'moderate' : 'minor',
    part: much ? cut : 0,
    why: `is cropped: ${Math.round(100 * cut)} % of what the original shows of it is cut off${files}`,
    fix: match.crop
      ? `Serve all of it${/^http/.test(match.original.url) ? ` (${match.original.url.slice(0, 200)})` : ''} in the aspect of the original`
      : `Give it a place of about the original's shape, ${Math.round(match.original.box.width)} × ${Math.round(match.original.box.height)} px`,
  }
}

/** From start to end, in shares of a side of the original's file. */
type Span = [start: number, end: number]

/** Share of what the original shows that the rebuilt does not; both places are taken to show the middle of their files. */
function cutOf({ original, rebuilt, crop }: PictureMatch): number {
  const [before, after] = [shownOf(original), shownOf(rebuilt)]
  const across = keptOf(middle(before.width), moved(middle(after.width), crop?.window.x, crop?.window.width))
  const down = keptOf(middle(before.height), moved(middle(after.height), crop?.window.y, crop?.window.height))
  return 1 - across * down

  /** From the rebuilt's file to the original's. */
  function moved([start, end]: Span, offset = 0, size = 1): Span {
    if (crop?.whole === 'second') return [(start - offset) / size, (end - offset) / size]
    return [offset + start * size, offset + end * size]
  }
}

const middle = (share: number): Span => [(1 - share) / 2, (1 + share) / 2]

const keptOf = ([start, end]: Span, [from, to]: Span): number =>
  Math.max(0, Math.min(end, to) - Math.max(start, from)) / Math.max(1e-6, end - start)
