import { displacedPictures } from '../../matching/displaced.ts'
import { calledOf, isContent, placeOf, wordsOf } from '../../matching/picture.ts'
import type { Check, Finding } from '../core/suite.ts'
import { notApplicable } from '../core/suite.ts'

export const swaps: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/swaps',
  title: 'Each picture is in its place',
  weight: 10,
  judge({ original, rebuilt, matching }) {
    const { matches } = matching.pictures
    if (matches.length < 2)
      return notApplicable('there are no two pictures that could be taken for each other')
    const changing = new Set(original.volatile.images)
    const findings: Finding[] = []
    const told = new Set<object>()
    for (const { match, instead } of displacedPictures(matching.pictures)) {
      if (told.has(match) || changing.has(match.original.url) || changing.has(instead.original.url)) continue
      told.add(match)
      const mutual = displacedPictures(matching.pictures).some(
        other => other.match === instead && other.instead === match,
      )
      if (mutual) told.add(instead)
      const content = isContent(match.original) || isContent(instead.original)
      const names = [match.original, instead.original].map(wordsOf)
      findings.push({
        key: `image/swapped:${(mutual ? names.sort() : names).join(' / ')}`,
        severity: content ? 'serious' : 'minor',
        penalty: content ? (mutual ? 1 : 0.5) : 0.05,
        message: mutual
          ? `The ${calledOf(match.original)} and the ${calledOf(instead.original)} have changed places`
          : `Where the original shows the ${calledOf(match.original)} stands the ${calledOf(instead.original)}`,
        fix: `Show the ${calledOf(match.original)} ${besideOf(match.original.near)} again${/^http/.test(match.original.url) ? ` (${match.original.url.slice(0, 200)})` : ''}`,
        original: placeOf(match.original, original.document.url),
        rebuilt: placeOf(instead.rebuilt, rebuilt.document.url),
      })
    }
    return findings
  },
}

const besideOf = (near: string) => (near ? `beside “${near.slice(0, 60)}”` : 'in its place')
