/** What comes of more than one press: sliders beyond their ends, quantities that are counted down, menus that are closed. */

import type { Arrow, Probe, SliderTrial } from '../../../capture/collectors/probes/index.ts'
import { normalise, unspaced } from '../../../lib/text.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { probesOf } from '../../core/probed.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo, controlPlace, isMenuOf, isOnPhone, placeName } from '../named-control.ts'
import { folded, type Needed, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/** Arrows of sliders that lead to an empty place, which on the original always lead to a slide. */
export function emptySlides(pair: Pair<Needed>): { finding: Finding; was: Arrow }[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt)) return []
  const [before, after] = [original, rebuilt].map(({ probes }) => probes.wide.sliders ?? [])
  return before!.flatMap(slider => {
    const other = after!.find(one => isSameSlider(slider, one, before!.length + after!.length === 2))
    const lost = slider.arrows.flatMap(was => {
      const now = other?.arrows.find(({ way }) => way === was.way)
      return now && isEmptied(was, now) ? [{ was, now }] : []
    })
    return lost.map(({ was, now }) => ({ was, finding: emptySlide(pair, was, now) }))
  })
}

/** Slides that the original's arrows come to and those of the new page pass by, which go round without them. */
export function skippedSlides(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt)) return []
  const [before, after] = [original, rebuilt].map(({ probes }) => probes.wide.sliders ?? [])
  const blocks = atWidth(rebuilt.layouts, DESKTOP)?.blocks ?? []
  const isHidden = (text: string) => {
    const said = blocks.filter(block => unspaced(block.text) === text)
    return said.length > 0 && said.every(({ state }) => state !== 'visible')
  }
  const pressed = unspaced(
    probesOf(rebuilt)
      .flatMap(({ revealed }) => wordsIn(revealed))
      .join(' '),
  )
  return before!.flatMap(slider => {
    const other = after!.find(one => isSameSlider(slider, one, false))
    if (!other || other.slides.length >= MAX_SLIDES || !other.arrows.every(({ end }) => end === 'again'))
      return []
    // What is marked up in other parts says the same.
    const own = unspaced(wordsIn(other.slides).join(' '))
    const skipped = wordsIn(slider.slides).filter(text => {
      const said = unspaced(text)
      return said !== '' && !own.includes(said) && !pressed.includes(said) && isHidden(said)
    })
    const [was, now] = [slider.arrows[0], other.arrows[0]]
    if (skipped.length === 0 || !was || !now) return []
    return [
      rules.report('slide-skipped', {
        original: controlPlace(was, original, DESKTOP),
        rebuilt: controlPlace(now, rebuilt, DESKTOP),
        message: `${calledSo(now)} goes round without a slide of the original, which nothing else brings into view: ${quote(skipped.slice(0, 3).join(' / '), 160)}`,
        evidence: skipped,
      }),
    ]
  })
}

/** So many texts are kept of a slider. */
const MAX_SLIDES = 12

function isSameSlider(was: SliderTrial, now: SliderTrial, isOnly: boolean): boolean {
  const slides = new Set(was.slides.map(folded))
  return isOnly || now.slides.some(text => slides.has(folded(text)))
}

const isEmptied = (was: Arrow, now: Arrow): boolean =>
  now.end === 'blank' && was.end !== 'blank' && (was.end !== null || was.shows > now.shows)

function emptySlide({ original, rebuilt }: Pair<Needed>, was: Arrow, now: Arrow): Finding {
  const presses = now.shows === 0 ? 'pressed' : `pressed ${now.shows + 1} times`
  const instead =
    was.end === 'stays' ? 'the original stays at its end' : 'the original shows a slide then too'
  return rules.report('empty-slide', {
    original: controlPlace(was, original, DESKTOP),
    rebuilt: controlPlace(now, rebuilt, DESKTOP),
    // Both ends are counted by one script.
    cause: 'empty slide',
    place: now.way,
    message: `${calledSo(now)} leads beyond the slides: ${presses}, it leaves an empty place, and no slide is in sight; ${instead}`,
  })
}

/** Quantities that go below nothing, or to nothing, where those of the original stop, or that are counted in larger steps. */
export function lesserQuantities(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt)) return []
  const [before, after] = [original, rebuilt].map(({ probes }) => probes.wide.steppers ?? [])
  return before!.flatMap((was, at) => {
    const isAlike = before!.length === after!.length
    const namesakes = after!.filter(({ name }) => normalise(name) === normalise(was.name))
    const now = isAlike ? after![at] : namesakes.length === 1 ? namesakes[0] : undefined
    if (now && was.step === 1 && now.step !== undefined && now.step > 1)
      return [
        rules.report('quantity', {
          original: controlPlace(was, original, DESKTOP),
          rebuilt: controlPlace(now, rebuilt, DESKTOP),
          as: 'step',
          cause: 'steps',
          place: placeName(was),
          message: `Beside ${calledSo(now)}, one press counts up by ${now.step}; on the original by 1`,
        }),
      ]
    const isBounded = was.end === 'gone' || (was.end === 'stays' && was.least >= 0)
    // What is taken out of a basket has been counted down to nothing.
    if (!now || !isBounded || now.end === 'gone' || now.least >= was.least || now.least > 0) return []
    if (was.end === 'gone' && now.least === 0) return []
    return [
      rules.report('quantity', {
        original: controlPlace(was, original, DESKTOP),
        rebuilt: controlPlace(now, rebuilt, DESKTOP),
        as: now.least === 0 ? 'nothing' : undefined,
        cause: `quantity ${now.least === 0}`,
        place: placeName(was),
        message: `${calledSo(now)} counts down to ${now.least}; on the original ${was.end === 'gone' ? 'what is counted is taken away before' : `it stops at ${was.least}`}`,
      }),
    ]
  })
}

/** Menus of which an entry can be pressed on the original, and on the new page none: one script or style closes them. */
export function unreachableEntries(
  { original, rebuilt }: Pair<Needed>,
  pairs: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const closed = pairs.filter(
    ([was, now]) => was.entry === 'pressed' && /^(gone|lost)$/.test(now.entry ?? ''),
  )
  const [first] = closed
  if (!first) return []
  const [was, now] = first
  const when =
    now.entry === 'gone'
      ? 'while the mouse is on its way to its links'
      : 'when the mouse button goes down on one of its links, and no press of it counts'
  const others = closed.length > 1 ? `, as ${closed.length - 1} more do` : ''
  return [
    rules.report('unreachable', {
      original: controlPlace(was, original, was.width),
      rebuilt: controlPlace(now, rebuilt, now.width),
      message: `${calledSo(now)} opens a menu that closes ${when}${isOnPhone(now) ? ', on a phone' : ''}${others}; on the original they can be pressed`,
    }),
  ]
}

const BY_FINGER = /^(again|closer|beside)$/

/** Menus of a phone that no finger closes any more, or that a little scrolling does. */
export function phoneMenus(
  { original, rebuilt }: Pair<Needed>,
  pairs: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  return pairs.flatMap(([was, now]): Finding[] => {
    if (!isMenuOf(was) || now.stuck) return []
    const places = {
      original: controlPlace(was, original, was.width),
      rebuilt: controlPlace(now, rebuilt, now.width),
      place: placeName(was),
    }
    if (was.scrolled === 'stays' && now.scrolled === 'closes') {
      const message = `${calledSo(now)} opens a menu on a phone that closes as soon as the page is scrolled a little; on the original it stays`
      return [rules.report('collapses', { ...places, message })]
    }
    if (was.followed?.menu === 'closes' && now.followed?.menu === 'stays') {
      const message = `${calledSo(now)} opens a menu on a phone that stays open when ${quote(now.followed.name, 60)} is pressed${now.covers ? ', over the part of the page that this leads to' : ''}; on the original it closes`
      return [rules.report('left-open', { ...places, as: now.covers ? 'covers' : undefined, message })]
    }
    const [before, by] = [was.closedBy ?? '', now.closedBy ?? '']
    const isClosable = BY_FINGER.test(by)
    const isLost = by !== '' && BY_FINGER.test(before) && !isClosable
    if (!isLost && !(by === 'beside' && before !== by && BY_FINGER.test(before))) return []
    return [
      rules.report('unclosed', {
        ...places,
        as: isLost && now.covers ? 'covers' : undefined,
        message: `${calledSo(now)} opens something on a phone that ${HOW_CLOSED[by]}; on the original ${HOW_CLOSED[before]} it`,
      }),
    ]
  })
}

const HOW_CLOSED: Record<string, string> = {
  again: 'a second press closes',
  closer: 'a button of its own closes',
  beside: 'only a press beside it closes',
  escape: 'only Escape closes, for which there is no key',
  entry: 'only one of its entries closes',
  nothing: 'nothing closes',
}
