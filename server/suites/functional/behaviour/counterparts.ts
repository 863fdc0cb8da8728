import type { Candidate, Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isStep } from '../named-control.ts'

type Needed = 'layouts' | 'probes'

/**
 * What is left of an original control: its probe on the rebuilt page; `unprobed` where it is there and was not
 * operated; `needless` where what it showed is seen without it, or by another control; `absent` otherwise.
 */
type Counterpart = Probe | 'unprobed' | 'needless' | 'absent'

/** Share of what the original's control shows that has to be there. */
const MIN_SHARE_SHOWN = 0.5

/** Finds what is left of each control, by selector, by name, and as the menu of a phone; each stands for one alone. */
export function counterparts(pair: Pair<Needed>): (probe: Probe) => Counterpart {
  const { original, rebuilt, matching } = pair
  const [before, after] = [controlsAt(original, 1440), controlsAt(rebuilt, 1440)]
  const indices = new Map(before.map(({ selector }, index) => [selector, index]))
  const pairs = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  const sides = { narrow: sideOf(pair, 'narrow', 375), wide: sideOf(pair, 'wide', 1440) }
  const taken = new Set<Candidate>()

  return probe => {
    const side = probe.width < 500 ? sides.narrow : sides.wide
    const matched = after[pairs.get(indices.get(probe.selector) ?? -1) ?? -1]?.selector
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
    shown: new Set(
      [...after.keys()].filter(text => after.get(text)!.length > (before.get(text)?.length ?? 0)),
    ),
    reveals: probes.map(({ revealed }) => new Set(revealed.map(folded))),
  }
}

/**
 * The control of the original whose texts another one shows now, in place of its own: a tab that opens its neighbour's
 * panel. Its own are shown by nothing on the rebuilt page any more, or by that neighbour in turn. What steps through
 * slides depends on where it began.
 */
export function swappedPanels(
  pair: Pair<Needed>,
  counterpartOf: (was: Probe) => Counterpart | undefined,
): (was: Probe, now: Probe) => Probe | undefined {
  const probesOf = ({ probes }: Pair<'probes'>['original'], { width }: Probe) =>
    (width < 500 ? probes.narrow : probes.wide).probes
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    const own = textsOf(was)
    if (own.size === 0 || textsOf(now).size === 0) return undefined
    if (shares(own, textsAt(pair.rebuilt, was.width))) return undefined
    const others = probesOf(pair.original, was).filter(
      other => other !== was && other.name !== was.name && showsAll(now.revealed, textsOf(other)),
    )
    if (!probesOf(pair.rebuilt, was).some(probe => shares(own, textsOf(probe)))) return others[0]
    return others.find(other => {
      const its = counterpartOf(other)
      const swapped = typeof its === 'object' && its !== now && showsAll(its.revealed, own)
      return swapped && !shares(own, textsOf(now)) && !shares(textsOf(other), textsOf(its))
    })
  }
}

const shares = (texts: Set<string>, known: { has(text: string): boolean }) =>
  [...texts].some(text => known.has(text))

const OPENS = /^(dialog|switches|opens)$/

/** Texts in view at rest, and how often. */
function textsAt({ layouts }: Side<'layouts'>, width: number): Map<string, { length: number }> {
  const blocks = layouts.find(layout => layout.width === width)?.blocks ?? []
  const visible = blocks.filter(({ state }) => state === 'visible')
  return Map.groupBy(visible, ({ text }) => folded(text))
}

const folded = (text: string) => normalise(text).slice(0, 60)

/** What a probe revealed in words, without its pictures and fields. */
export const wordsIn = (revealed: string[]) => revealed.filter(text => !/^(picture|field) /.test(text))

const textsOf = ({ revealed }: Probe) => new Set(wordsIn(revealed).map(folded))

function showsAll(texts: string[], known: ReadonlySet<string>): boolean {
  const said = wordsIn(texts)
  const shown = said.filter(text => known.has(folded(text)))
  return said.length > 0 && shown.length >= said.length * MIN_SHARE_SHOWN
}

const controlsAt = ({ layouts }: Side<'layouts'>, width: number) =>
  layouts.find(layout => layout.width === width)?.controls ?? []
