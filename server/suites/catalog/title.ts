import { languageCode, languageOf } from '../../lib/language.ts'
import { similarity, words } from '../../lib/text.ts'
import { titleKey } from '../../matching/products/keys.ts'
import type { Catalog, UrlTraces } from '../../store/types.ts'
import { garbledIn } from '../core/find-leftovers.ts'
import { notApplicable } from '../core/suite.ts'
import { type CatalogPair, type Difference, type Finder, paired, type StorePair } from './difference.ts'
import { MIN_EDITED } from './rules.ts'

export const title: Finder = pair => {
  const differences: Difference[] = []
  let applicable = 0
  let cause: 'title-changed' | 'title-translated' | undefined
  for (const { before, after } of paired(pair)) {
    applicable++
    if (titleKey(before.title) === titleKey(after.title)) continue
    const has = new Set(words(after.title))
    // What says all that it said, and more, is no other title.
    const isEdited =
      similarity(before.title, after.title) >= MIN_EDITED || words(before.title).every(word => has.has(word))
    if (!isEdited) cause ??= isTranslated(pair) ? 'title-translated' : 'title-changed'
    const isGarbled = garbledIn(after.title) !== '' && garbledIn(before.title) === ''
    differences.push({
      cause: isGarbled ? 'title-garbled' : isEdited ? 'title-edited' : cause!,
      original: before,
      rebuilt: after,
      before: before.title,
      after: after.title,
    })
  }
  if (applicable === 0) return notApplicable('no product is in both shops')
  return { applicable, differences }
}

/** Whether the shops are in two languages, by what most of their pages say of themselves, else by descriptions. */
function isTranslated({ original, rebuilt }: StorePair | CatalogPair): boolean {
  const [was, is] =
    'urls' in original && 'urls' in rebuilt
      ? [original, rebuilt].map(side => spokenOn((side as StorePair['original']).urls))
      : []
  if (was && is && was !== is) return true
  const [told, tells] = [original.catalog, rebuilt.catalog].map(writtenIn)
  return Boolean(told && tells) && told !== tells
}

function spokenOn({ pages }: UrlTraces): string | undefined {
  const counts = new Map<string, number>()
  for (const { language } of pages) {
    const code = languageCode(language)
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

const SAMPLE = 50
const writtenIn = ({ products }: Catalog): string | null =>
  languageOf(
    products
      .slice(0, SAMPLE)
      .map(({ descriptionText }) => descriptionText)
      .join(' '),
  )
