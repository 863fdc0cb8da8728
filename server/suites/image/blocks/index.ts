import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Severity } from '../../../contract.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { causesOf } from '../colours/causes.ts'
import { lostItsBackground, surfacePairs } from './lost-background.ts'
import { redrawnPictures } from './redrawn.ts'
import type { SurfacePair } from './surfaces.ts'
import { contains } from './surfaces.ts'

type Kind = SurfaceArtifact['kind']
type Rule = 'look' | 'border' | 'shadow' | 'corners'

/** Places, and share of the boxes of a kind, that a loss must have to be more than one slip. */
const SOME = 2
const MANY = 0.3
/** Boxes of the page, and share of them, that must have lost their look to make another page of it. */
const LEAST_BOXES = 6
const MOST = 0.6
/** Corners rounded by this much, px, and that are square now. */
const ROUND = 6
const SQUARE = 1

export const blocks: Check<
  'surfaces' | 'images' | 'layouts' | 'document' | 'colours' | 'palette' | 'volatile'
> = {
  id: 'image/blocks',
  title: 'Blocks look as they did',
  weight: 7,
  judge({ original, rebuilt, matching }) {
    const pairs = surfacePairs(original, rebuilt)
    const pictures = redrawnPictures(matching.pictures, original.volatile.images, [
      original.document.url,
      rebuilt.document.url,
    ])
    if (pairs.length === 0 && pictures === null)
      return notApplicable('the original has no cards, buttons or fields that the rebuilt page shows as well')
    // Another colour is the colours': what is left of a repainted button is a button.
    const { explained } = causesOf(original, rebuilt)
    const repainted = [...explained].map(({ before }) => before.box)
    const losses = pairs.flatMap(pair => {
      const rule = ruleOf(pair)
      if (!rule || (rule === 'look' && repainted.some(box => contains(pair.before.box, box)))) return []
      return [{ pair, rule }]
    })
    const bare = losses.filter(({ rule }) => rule === 'look').length
    const undone = pairs.length >= LEAST_BOXES && bare >= MOST * pairs.length
    const findings: Finding[] = []
    for (const kind of ['button', 'field', 'card'] as const)
      for (const rule of ['look', 'border', 'shadow', 'corners'] as const) {
        const own = losses.filter(loss => loss.pair.before.kind === kind && loss.rule === rule)
        const had = pairs.filter(pair => pair.before.kind === kind && has(pair.before, rule)).length
        if (own.length === 0) continue
        const share = own.length / Math.max(1, had)
        const severity = severityOf(kind, rule, own.length, share, undone)
        const { before, after } = own[0]!.pair
        findings.push({
          key: `image/blocks:${kind}:${rule}`,
          severity,
          penalty: severity === 'minor' ? 0.03 : Math.max(0.15, 0.5 * share),
          message: `${saying(kind, rule, own.length)}: ${examples(own.map(loss => loss.pair))}`,
          fix: `Draw ${rule === 'look' ? 'the box' : rule === 'corners' ? `rounded corners of ${before.radius} px` : `the ${rule}`} around ${own.length === 1 ? 'it' : 'them'} again`,
          original: placeOf(before, original.document.url),
          ...(after && { rebuilt: placeOf(after, rebuilt.document.url) }),
        })
      }
    return [...findings, ...(pictures ?? [])]
  },
}

/** What a box lost, the gravest alone: one cause is charged once. */
function ruleOf(pair: SurfacePair): Rule | null {
  const { before, after } = pair
  const framed = (surface: SurfaceArtifact) => surface.border || surface.shadow
  if (lostItsBackground(pair) && !(after && framed(after))) return 'look'
  if (framed(before) && !after) return 'look'
  if (!after) return null
  if (before.border && !framed(after) && !(after.fill && !before.fill)) return 'border'
  if (before.shadow && !framed(after)) return 'shadow'
  return before.radius >= ROUND && after.radius <= SQUARE ? 'corners' : null
}

const has = (surface: SurfaceArtifact, rule: Rule) =>
  rule === 'look' || (rule === 'corners' ? surface.radius >= ROUND : surface[rule])

function severityOf(kind: Kind, rule: Rule, count: number, share: number, undone: boolean): Severity {
  if (undone && rule === 'look') return 'serious'
  if (rule === 'corners') return 'minor'
  if (rule === 'look' && kind === 'button') return 'moderate'
  return count >= SOME && share >= MANY ? 'moderate' : 'minor'
}

const NAMES: Record<Kind, string> = { button: 'button', field: 'field', card: 'box' }

function saying(kind: Kind, rule: Rule, count: number): string {
  const who = count === 1 ? `A ${NAMES[kind]}` : `${count} ${kind === 'card' ? 'boxes' : `${NAMES[kind]}s`}`
  if (rule === 'corners') return `${who} of rounded corners ${count === 1 ? 'is' : 'are'} square`
  if (rule === 'look')
    return kind === 'button'
      ? `${who} ${count === 1 ? 'looks' : 'look'} like plain text`
      : `${who} ${count === 1 ? 'is' : 'are'} no longer drawn`
  return `${who} lost ${count === 1 ? 'its' : 'their'} ${rule}`
}

function examples(pairs: SurfacePair[]): string {
  const texts = [...new Set(pairs.map(({ before }) => before.text.slice(0, 40)))]
  const shown = texts.slice(0, 3).map(text => `“${text}”`)
  return texts.length > 3 ? `${shown.join(', ')} and ${texts.length - 3} more` : shown.join(', ')
}

const placeOf = ({ box, text, selector }: SurfaceArtifact, url: string) => ({
  url,
  selector,
  box,
  viewport: 1440,
  text,
})
