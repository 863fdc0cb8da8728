/** What is left on the rebuilt page of a control that works on the original. */

import type { Candidate, Probe, Probed } from '../../../capture/collectors/probes/index.ts'
import { saysMenu } from '../../../lib/menu-words.ts'
import { normalise } from '../../../lib/text.ts'
import { isSamePage } from '../../../lib/url.ts'
import { DESKTOP, MOBILE } from '../../../lib/widths.ts'
import { isWithoutEffect, probesOf } from '../../core/probed.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isMenuOf, isOnPhone, selectorNow } from '../named-control.ts'
import { filtersOf } from './filters.ts'
import { folded, type Needed, OPENS, probesBeside, showsAll, standsAlike, textsAt, wordsIn } from './probe.ts'

/**
 * What is left of an original control: its probe on the rebuilt page; `unprobed` where it is there and was not
 * operated; `needless` where what it showed is seen without it, or by another control; `absent` otherwise.
 */
export type Counterpart = Probe | 'unprobed' | 'needless' | 'absent'

/**
 * Finds what is left of each control, by selector, by name, as another picture of a gallery, by what it switches and as the menu
 * of a phone; each stands for one alone.
 */
export function counterparts(pair: Pair<Needed>): (probe: Probe) => Counterpart {
  const { original, rebuilt } = pair
  const selectorOf = selectorNow(pair)
  const sides = { narrow: sideOf(pair, 'narrow', MOBILE), wide: sideOf(pair, 'wide', DESKTOP) }
  const taken = new Set<Candidate>()
  // What opened a menu and is a link to nowhere now, or to the page itself, with nothing to open; not what is one on both pages.
  const before = new Set(idleLinks(original).map(link => normalise(link.name)))
  const idle = new Map(
    idleLinks(rebuilt)
      .map(link => [normalise(link.name), link] as const)
      .filter(([name]) => !before.has(name)),
  )
  const leadNowhere = nowhere(rebuilt)
  const [wasWide, isWide] = [selectorsOf(original.probes.wide), selectorsOf(rebuilt.probes.wide)]
  // What is there on wide screens as well, where the menu's button was not, is a logo or the like.
  const isMenuFor = (probe: Probe, { selector }: Candidate) =>
    !isWide.has(selector) || wasWide.has(probe.selector)

  // What is another's by its selector or its name is no switch by another name.
  const [all, known] = [probesOf(original), new Set<string>()]
  for (const { selector, name } of all) known.add(selectorOf(selector) ?? '').add(normalise(name))
  const isKnown = ({ selector, name }: Probe) =>
    known.has(selector) || (normalise(name) !== '' && known.has(normalise(name)))

  return probe => {
    const side = isOnPhone(probe) ? sides.narrow : sides.wide
    const matched = selectorOf(probe.selector)
    const name = normalise(probe.name)
    const now =
      side.all.find(one => one.selector === matched && !taken.has(one)) ??
      side.all.find(one => name !== '' && normalise(one.name) === name && !taken.has(one)) ??
      (probe.enlarges ? side.probes.find(one => one.enlarges && !taken.has(one)) : undefined) ??
      side.probes.find(one => isCardOf(pair, probe, one) && !taken.has(one)) ??
      side.probes.find(one => isSwitchOf(probe, one) && !isKnown(one) && !taken.has(one)) ??
      (isMenuOf(probe) ? side.menus.find(one => !taken.has(one) && isMenuFor(probe, one)) : undefined) ??
      (name === '' ? idleLikes(pair, probe).find(one => !taken.has(one)) : undefined)
    if (now) taken.add(now)
    const operated = now && side.probes.find(one => one === now)
    // What a filter shows was there at first as well.
    const isFilter = operated && filtersOf(original).includes(probe) && filtersOf(rebuilt).includes(operated)
    const acts = operated && (isFilter || !/^(nothing|toggles|closes)$/.test(operated.effect))
    if (acts && !onlyJumps(operated, leadNowhere)) return operated
    if (showsAll(probe.revealed, side.shown) || side.reveals.some(texts => showsAll(probe.revealed, texts)))
      return 'needless'
    if (operated) return operated
    if (now) return 'unprobed'
    const link = OPENS.test(probe.effect) && name !== '' && idle.get(name)
    return link ? { ...probe, ...link, effect: 'nothing' } : 'absent'
  }
}

/** CSS px from a control without a name to what it shows, and by which a side of it may differ. */
const BESIDE_WINDOW = 400
const MAX_GROWTH = 8

/**
 * What a control without a name may be now, as an arrow that is a plain box: those of its role and size without a name,
 * beside a text that it brings or takes away, or in its place between texts, where none of them does anything.
 */
function idleLikes(pair: Pair<'layouts' | 'probes'>, was: Probe): Probe[] {
  const { rebuilt } = pair
  const moved = new Set(wordsIn([...was.revealed, ...was.hidden]).map(folded))
  const texts = [...textsAt(rebuilt, was.width)].flatMap(([text, blocks]) => (moved.has(text) ? blocks : []))
  const isAlike = (a: number, b: number) => Math.abs(a - b) <= MAX_GROWTH
  const likes = probesBeside(rebuilt, was).filter(
    ({ name, role, way, box }) =>
      name.trim() === '' &&
      role === was.role &&
      way === was.way &&
      isAlike(box.width, was.box.width) &&
      isAlike(box.height, was.box.height) &&
      (texts.some(block => Math.abs(block.box.y - box.y) <= BESIDE_WINDOW) ||
        standsAlike(pair, was, { box, width: was.width })),
  )
  return likes.every(isWithoutEffect) ? likes : []
}

/** Share of the cards of a shorter list that have to be in the other one. */
const MIN_SAME_CARDS = 0.5

/** Whether both are the first of the same list: of cards of the same names, or in the same place. */
function isCardOf(pair: Pair<'layouts'>, { card: was = [], ...before }: Probe, now: Probe): boolean {
  if (was.length === 0 || !now.card) return false
  const [names, others] = [was, now.card].map(list => new Set(list.map(normalise)))
  const same = [...names!].filter(name => name !== '' && others!.has(name)).length
  return same >= MIN_SAME_CARDS * Math.min(names!.size, others!.size) || standsAlike(pair, before, now)
}

/** Whether both put most of the same texts in the place of most of the same ones, as the switch of a price list by any name. */
const isSwitchOf = (was: Probe, now: Probe): boolean =>
  was.way === now.way &&
  [was, now].every(({ effect }) => effect === 'switches') &&
  showsAll(was.hidden, new Set(now.hidden.map(folded))) &&
  showsAll(was.revealed, new Set(now.revealed.map(folded)))

/** Addresses that lead nowhere. */
const IDLE = /^#?!?$/

/** Selectors of links that lead nowhere. */
export const nowhere = ({ links }: Side<'links'>): ReadonlySet<string> =>
  new Set(links.flatMap(({ raw, selector }) => (IDLE.test(raw) ? selector : [])))

/** A link to nowhere without its handler takes everybody to the top of the page, and its menu may open by the mouse. */
export const onlyJumps = ({ effect, stirred, menu, selector }: Probe, idle: ReadonlySet<string>): boolean =>
  effect === 'scrolls' && !stirred && !menu && idle.has(selector)

/** Links to nowhere, and to the page itself with nothing to open. */
const idleLinks = ({ links, document }: Side<'document' | 'links'>) =>
  links.filter(
    ({ href, raw, state, fragmentFound }) =>
      state === 'visible' && (IDLE.test(raw) || (fragmentFound === null && isSamePage(href, document.url))),
  )

const selectorsOf = ({ probes, rest }: Probed) =>
  new Set([...probes, ...rest].map(({ selector }) => selector))

const OPENS_MORE = /more|open|toggle/i

function sideOf({ original, rebuilt }: Pair<Needed>, which: 'narrow' | 'wide', width: number) {
  const { probes, rest } = rebuilt.probes[which]
  const [before, after] = [textsAt(original, width), textsAt(rebuilt, width)]
  const all: Candidate[] = [...probes, ...rest]
  return {
    probes,
    all,
    // A control before what merely listens.
    menus: all
      .filter(
        ({ name, role, landmark, way }) =>
          way === 'press' &&
          (saysMenu(name) ||
            OPENS_MORE.test(name) ||
            (name === '' && /^(banner|navigation|)$/.test(landmark) && role !== 'tab')),
      )
      .sort((a, b) => Number(a.role === 'generic') - Number(b.role === 'generic')),
    // A footer may say the same as the menu: what counts is what is seen in addition.
    shown: new Set(
      [...after.keys()].filter(text => after.get(text)!.length > (before.get(text)?.length ?? 0)),
    ),
    reveals: probes.map(({ revealed }) => new Set(revealed.map(folded))),
  }
}
