import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import { placeOf } from '../../core/place.ts'
import { type Check, notApplicable } from '../../core/suite.ts'
import { causesOf } from '../colours/causes.ts'
import { contains, examples } from '../texts.ts'
import { redrawnPictures } from './redrawn.ts'
import { ROUND, rules, SEVERAL, SQUARE, UNDONE } from './rules.ts'
import { lostItsBackground, type SurfacePair, surfacePairs } from './surfaces.ts'

type Kind = SurfaceArtifact['kind']

/** What a box can lose, the gravest first. */
const LOSSES = ['undrawn', 'border', 'shadow', 'corners'] as const
type Loss = (typeof LOSSES)[number]

export const blocks: Check<
  'surfaces' | 'images' | 'layouts' | 'document' | 'colours' | 'palette' | 'volatile'
> = {
  id: 'image/blocks',
  title: 'Blocks look as they did',
  weight: 7,
  rules,
  judge({ original, rebuilt, matching }) {
    const pairs = surfacePairs(original, rebuilt)
    const pictures = redrawnPictures(matching.pictures, original.volatile.images, { original, rebuilt })
    if (pairs.length === 0 && pictures === null)
      return notApplicable('the original has no cards, buttons or fields that the rebuilt page shows as well')
    // Another colour is the colours': what is left of a repainted button is a button.
    const repainted = [...causesOf(original, rebuilt).explained].map(({ before }) => before.box)
    const isRepainted = ({ before }: SurfacePair) => repainted.some(box => contains(before.box, box))
    const lossOf = new Map(
      pairs.map(pair => {
        const loss = gravestLoss(pair)
        return [pair, loss === 'undrawn' && isRepainted(pair) ? null : loss]
      }),
    )
    const bare = pairs.filter(pair => lossOf.get(pair) === 'undrawn').length
    const undone = pairs.length >= UNDONE.boxes && bare >= UNDONE.share * pairs.length
    const findings = (['button', 'field', 'card'] as const).flatMap(kind =>
      LOSSES.flatMap(loss => {
        const kin = pairs.filter(({ before }) => before.kind === kind)
        const lost = kin.filter(pair => lossOf.get(pair) === loss)
        if (!lost[0]) return []
        const share = lost.length / Math.max(1, kin.filter(({ before }) => has(before, loss)).length)
        const { before, after } = lost[0]
        const found = {
          key: `image/blocks:${kind}:${loss === 'undrawn' ? 'look' : loss}`,
          extent: share,
          message: `${summary(kind, loss, lost.length)}: ${examples(lost)}`,
          fix: `Draw ${LINES[loss](before)} around ${lost.length === 1 ? 'it' : 'them'} again`,
          original: placeOf(before, original.document.url),
          ...(after && { rebuilt: placeOf(after, rebuilt.document.url) }),
        }
        if (loss === 'corners') return rules.report(loss, found)
        const several = lost.length >= SEVERAL.count && share >= SEVERAL.share ? 'several' : undefined
        if (loss !== 'undrawn') return rules.report(loss, { ...found, as: several })
        return rules.report(loss, {
          ...found,
          as: undone ? 'undone' : kind === 'button' ? 'button' : several,
        })
      }),
    )
    return [...findings, ...(pictures ?? [])]
  },
}

/** What a box lost, the gravest alone: one cause is charged once. */
function gravestLoss(pair: SurfacePair): Loss | null {
  const { before, after } = pair
  const framed = (surface: SurfaceArtifact) => surface.border || surface.shadow
  if (lostItsBackground(pair) && !(after && framed(after))) return 'undrawn'
  if (framed(before) && !after) return 'undrawn'
  if (!after) return null
  if (before.border && !framed(after) && !(after.fill && !before.fill)) return 'border'
  if (before.shadow && !framed(after)) return 'shadow'
  return before.radius >= ROUND && after.radius <= SQUARE ? 'corners' : null
}

const has = (surface: SurfaceArtifact, loss: Loss) =>
  loss === 'undrawn' || (loss === 'corners' ? surface.radius >= ROUND : surface[loss])

const NAMES: Record<Kind, [one: string, more: string]> = {
  button: ['button', 'buttons'],
  field: ['field', 'fields'],
  card: ['box', 'boxes'],
}

/** What is to be drawn again. */
const LINES: Record<Loss, (before: SurfaceArtifact) => string> = {
  undrawn: () => 'the box',
  border: () => 'the border',
  shadow: () => 'the shadow',
  corners: ({ radius }) => `rounded corners of ${radius} px`,
}

function summary(kind: Kind, loss: Loss, count: number): string {
  const one = count === 1
  const who = one ? `A ${NAMES[kind][0]}` : `${count} ${NAMES[kind][1]}`
  if (loss === 'corners') return `${who} of rounded corners ${one ? 'is' : 'are'} square`
  if (loss !== 'undrawn') return `${who} lost ${one ? 'its' : 'their'} ${loss}`
  if (kind === 'button') return `${who} ${one ? 'looks' : 'look'} like plain text`
  return `${who} ${one ? 'is' : 'are'} no longer drawn`
}
