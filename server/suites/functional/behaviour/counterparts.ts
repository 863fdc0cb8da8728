import type { Candidate, Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair, Side } from '../../core/suite.ts'

type Needed = 'layouts' | 'probes'

/**
 * What is left of an original control: its probe on the rebuilt page; `unprobed` where it is there and was not
 * operated; `needless` where what it showed is seen without it, or by another control; `absent` otherwise.
 */
export type Counterpart = Probe | 'unprobed' | 'needless' | 'absent'

/** Share of what the original's control shows that has to be there. */
const ENOUGH = 0.5

export function counterparts(pair: Pair<Needed>): (probe: Probe) => Counterpart {
  const { original, rebuilt, matching } = pair
  const [before, after] = [controlsAt(original, 1440), controlsAt(rebuilt, 1440)]
  const indices = new Map(before.map(({ selector }, index) => [selector, index]))
  const pairs = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  const sides = { narrow: sideOf(pair, 'narrow', 375), wide: sideOf(pair, 'wide', 1440) }
  const taken = new Set<Candidate>()

  return probe => {
    const side = probe.width < 500 ? sides.narrow : sides.wide
    const index = indices.get(probe.selector)
    const other = index === undefined ? undefined : pairs.get(index)
    const matched = other === undefined ? undefined : after[other]?.selector
    const name = normalise(probe.name)
    const now =
      side.all.find(one => one.selector === matched && !taken.has(one)) ??
      side.all.find(one => name !== '' && normalise(one.name) === name && !taken.has(one)) ??
      (isMenuOf(probe) ? side.menus.find(one => !taken.has(one)) : undefined)
    if (now) taken.add(now)
    const operated = now && side.probes.find(one => one === now)
    if (operated && !/^(nothing|toggles|closes)$/.test(operated.effect)) return operated
    if (showsAll(probe.revealed, side.shown) || side.reveals.some(texts => showsAll(probe.revealed, texts)))
      return 'needless'
    if (operated) return operated
    return now ? 'unprobed' : 'absent'
  }
}

/** On a phone, in the head of the page: the way to its navigation, whatever it is called. */
const isMenuOf = ({ width, revealed, effect }: Probe) =>
  width < 500 && revealed.length >= 2 && /^(opens|switches|dialog)$/.test(effect)

const MENU = /menu|nav|☰|≡|more|open|toggle/i

function sideOf({ original, rebuilt }: Pair<Needed>, which: 'narrow' | 'wide', width: number) {
  const { probes, rest } = rebuilt.probes[which]
  const [before, after] = [textsAt(original, width), textsAt(rebuilt, width)]
  const all: Candidate[] = [...probes, ...rest]
  return {
    probes,
    all,
    menus: all.filter(
      ({ name, role, landmark, way }) =>
        way === 'press' &&
        (MENU.test(name) || (name === '' && /^(banner|navigation|)$/.test(landmark) && role !== 'tab')),
    ),
    // A footer may say the same as the menu: what counts is what is seen in addition.
    shown: new Set([...after.keys()].filter(text => after.get(text)! > (before.get(text) ?? 0))),
    reveals: probes.map(({ revealed }) => new Set(revealed.map(folded))),
  }
}

/** Texts in view at rest, and how often. */
export function textsAt({ layouts }: Side<'layouts'>, width: number): Map<string, number> {
  const texts = new Map<string, number>()
  for (const { text, state } of layouts.find(layout => layout.width === width)?.blocks ?? []) {
    if (state !== 'visible') continue
    texts.set(folded(text), (texts.get(folded(text)) ?? 0) + 1)
  }
  return texts
}

export const folded = (text: string) => normalise(text).slice(0, 60)

export function showsAll(texts: string[], known: ReadonlySet<string>): boolean {
  const said = texts.filter(text => !/^(picture|field) /.test(text))
  if (said.length === 0) return false
  return said.filter(text => known.has(folded(text))).length >= said.length * ENOUGH
}

const controlsAt = ({ layouts }: Side<'layouts'>, width: number) =>
  layouts.find(layout => layout.width === width)?.controls ?? []
