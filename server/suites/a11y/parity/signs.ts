/** Signs that had a name, such as stars of a rating: without it they are read out sign by sign, or not at all. */
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../suite.ts'
import { controlsOf, layoutOf, type Needed, placeOf } from '../page.ts'

/** As many as are still seen without a name, and no longer with it, whatever says it. */
export function judgeSigns(pair: Pair<Needed>): Finding[] {
  const bare = pair.rebuilt.semantics.signs.filter(({ name }) => name === '')
  if (!bare.length) return []
  const before = Map.groupBy(
    pair.original.semantics.signs.filter(({ name }) => name !== ''),
    ({ name }) => normalise(name),
  )
  // What was without a name already stands for itself.
  const known = Map.groupBy(
    pair.original.semantics.signs.filter(({ name }) => name === ''),
    ({ text }) => text,
  )
  return [...before].flatMap(([name, signs]): Finding[] => {
    const [was] = signs as [(typeof signs)[number]]
    const seen = bare.filter(({ text }) => text === was.text).slice(known.get(was.text)?.length ?? 0)
    const lost = Math.min(seen.length, signs.length - timesSaid(pair, name))
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

/** How often something of the rebuilt page says it: a sign, a picture, a control or a text, seen or not. */
function timesSaid(pair: Pair<Needed>, name: string): number {
  const { rebuilt } = pair
  const said = [
    ...rebuilt.semantics.signs.map(sign => sign.name),
    ...rebuilt.images.map(image => image.name || image.alt || ''),
    ...controlsOf(pair).rebuilt.map(({ ink }) => ink.name),
    ...(layoutOf(rebuilt)?.blocks ?? []).map(({ text }) => text),
  ]
  return said.filter(text => normalise(text).includes(name)).length
}
