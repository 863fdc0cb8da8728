/** Signs that had a name, such as stars of a rating: without it they are read out sign by sign, or not at all. */
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { layoutOf, type Needed, placeOf } from '../page.ts'

/** As many as are still seen without a name, and no longer with it, whatever says it. */
export function judgeSymbolText(pair: Pair<Needed>): Finding[] {
  const bare = pair.rebuilt.semantics.symbols.filter(({ name }) => name === '')
  if (!bare.length) return []
  const before = Map.groupBy(
    pair.original.semantics.symbols.filter(({ name }) => name !== ''),
    ({ name }) => normalise(name),
  )
  const said = saidOn(pair)
  // What was without a name already stands for itself.
  const known = Map.groupBy(
    pair.original.semantics.symbols.filter(({ name }) => name === ''),
    ({ text }) => drawn(text),
  )
  return [...before].flatMap(([name, symbols]): Finding[] => {
    const [was] = symbols as [(typeof symbols)[number]]
    const look = drawn(was.text)
    const seen = bare.filter(({ text }) => drawn(text) === look).slice(known.get(look)?.length ?? 0)
    if (!seen.length) return []
    const lost = Math.min(seen.length, symbols.length - said(name))
    if (lost <= 0) return []
    return [
      {
        key: `a11y/sign:${name.slice(0, 80)}|${was.landmark}`,
        severity: 'serious',
        penalty: 0.25,
        message: `“${was.text}” lost its name “${was.name.slice(0, 80)}”: screen readers spell out the signs, or pass over them`,
        fix: `Give the element around it role="img" and aria-label="${was.name.slice(0, 100)}", as on the original`,
        original: placeOf({ ...was, name: was.text }, pair.original),
        rebuilt: placeOf({ ...seen[0]!, name: seen[0]!.text }, pair.rebuilt),
      },
    ]
  })
}

const drawn = (text: string) => text.replace(/\s+/g, '')

/**
 * How often something of the rebuilt page says a name: a sign, a picture, a control or a text, seen or not. One that is
 * new there says it in other words by its first number: "4.5 stars" for "Rated 4.5 out of 5".
 */
function saidOn(pair: Pair<Needed>): (name: string) => number {
  const textsOf = ({ semantics, images, layouts }: Pair<Needed>['original']) =>
    [
      ...semantics.symbols.map(sign => sign.name),
      ...images.map(image => image.name || image.alt || ''),
      ...(layoutOf({ layouts })?.controls ?? []).map(({ name }) => name),
      ...(layoutOf({ layouts })?.blocks ?? []).map(({ text }) => text),
    ].map(normalise)
  const before = new Set(textsOf(pair.original))
  const now = textsOf(pair.rebuilt)
  const fresh = now.filter(text => text.length <= LONGEST && !before.has(text))
  return name => {
    const number = /\d+([.,]\d+)?/.exec(name)?.[0]
    const isSo = (text: string) => text.split(' ').includes(number!)
    return now.filter(text => text.includes(name)).length || (number ? fresh.filter(isSo).length : 0)
  }
}

const LONGEST = 60
