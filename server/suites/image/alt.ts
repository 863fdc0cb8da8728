import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Severity } from '../../contract.ts'
import { similarity, words } from '../../lib/text.ts'
import { isDisplaced } from '../../matching/displaced.ts'
import { altOf, calledOf, placeOf, wordsOf } from '../../matching/picture.ts'
import type { PictureMatch } from '../../matching/pictures.ts'
import type { Check, Finding } from '../core/suite.ts'
import { notApplicable } from '../core/suite.ts'
import { sightsOf } from './visibility.ts'

export const alt: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/alt',
  title: 'Alternative texts are kept',
  weight: 5,
  judge({ original, rebuilt, matching }) {
    const told = original.images.filter(image => image.state === 'visible' && altOf(image) !== '')
    if (told.length === 0) return notApplicable('no picture of the original has an alternative text')
    const changing = new Set(original.volatile.images)
    const findings: Finding[] = []
    for (const [match, sight] of sightsOf(matching.pictures, original.volatile.images)) {
      if (altOf(match.original) === '' || changing.has(match.original.url)) continue
      // A picture that is gone or another one is told by its own check.
      if (sight !== 'seen' || isDisplaced(matching.pictures, match)) continue
      const change = changeOf(match)
      if (!change) continue
      const { severity, why } = change
      findings.push({
        key: `image/alt:${wordsOf(match.original)}`,
        severity,
        penalty: severity === 'moderate' ? Math.max(0.15, 1 / told.length) : 0.03,
        message: `The alternative text of the ${calledOf(match.original)} ${why}`,
        fix: `Give it the text “${match.original.name.slice(0, 200)}” again`,
        original: placeOf(match.original, original.document.url),
        rebuilt: placeOf(match.rebuilt, rebuilt.document.url),
      })
    }
    return findings
  },
}

const EDITED = 0.6
/** Share of its words that must stand beside the picture, or of those beside it, for it to say nothing more. */
const SAID = 0.6
const ICON = 32

function changeOf({ original, rebuilt }: PictureMatch): { severity: Severity; why: string } | null {
  const [before, after] = [altOf(original), altOf(rebuilt)]
  const [was, is] = [new Set(words(before)), new Set(words(after))]
  if (before === after || [...was].join(' ') === [...is].join(' ')) return null
  const small = original.box.width < ICON || original.box.height < ICON
  if (after === '') {
    // Without the attribute it is a fault of its own, and accessibility's.
    if (rebuilt.kind === 'img' && rebuilt.alt === null) return null
    return { severity: small || isSaid(original, rebuilt) ? 'minor' : 'moderate', why: 'is gone' }
  }
  const why = `says “${rebuilt.name.slice(0, 80)}” now`
  const within = [...was].every(word => is.has(word))
  return { severity: small || within || similarity(before, after) >= EDITED ? 'minor' : 'moderate', why }
}

/** The text beside the picture says it as well. */
function isSaid(original: ImageArtifact, rebuilt: ImageArtifact): boolean {
  const own = words(original.name)
  const near = new Set(words(`${rebuilt.near} ${original.near}`))
  return own.filter(word => near.has(word)).length >= SAID * own.length
}
