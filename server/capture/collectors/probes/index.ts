import { memo } from '../../../lib/memo.ts'
import { MENU_SIGNS } from '../../../lib/menu-words.ts'
import { saysNotFound } from '../../../lib/not-found.ts'
import { fillsBasket, opensBasket } from '../../../lib/purchase.ts'
import { DESKTOP, MOBILE } from '../../../lib/widths.ts'
import { asksAgain } from '../../page/consent.ts'
import { PageUnresponsive } from '../../page/failure.ts'
import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { enterReadOnlyMode, MAX_STOPPED, type ReadOnlyMode } from '../../page/read-only-mode.ts'
import { settlePage } from '../../page/settle.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import { isLeftOpen } from '../keyboard/dialogs.ts'
import { deadLinks, findLinks, firstOfEach, textsAtFirst } from './dead-links.ts'
import { type Candidate, findProbes } from './find.ts'
import { type EnlargedPicture, tryGalleries } from './galleries.ts'
import { LOOK_TIMEOUT_MS, MAX_GLIDE_MS } from './input.ts'
import { type Landed, landings } from './landings.ts'
import { type Operated, operatorOf } from './operate.ts'
import { type Searched, trySearch } from './search.ts'
import { type Settings, settingsOf, takeFirst } from './settings.ts'
import { silentEntries } from './silent-entries.ts'
import { type SliderTrial, trySliders } from './sliders.ts'
import { areInPage } from './state.ts'
import { type StepperTrial, trySteppers } from './steppers.ts'
import { type UnreadableText, unreadableHovered, unreadableScrolled } from './unreadable-texts.ts'
import { heardOf, takeWithheld, type Withheld, worthAPress } from './withheld.ts'

export type { Candidate } from './find.ts'
export type { EnlargedPicture } from './galleries.ts'
export type { Landed } from './landings.ts'
export type { Setting, Settings } from './settings.ts'
export type { Arrow, SliderTrial } from './sliders.ts'
export type { StepperTrial } from './steppers.ts'
export type { UnreadableText } from './unreadable-texts.ts'
export type { Withheld } from './withheld.ts'

/** What controls do when they are operated, at 375 px in the head of the page and at 1440 px everywhere. */
export interface ProbesArtifact {
  narrow: Probed
  wide: Probed
}

export interface Probed {
  probes: Probe[]
  /** Visible and not operated, in the order in which they would have been. */
  rest: Candidate[]
  /** How many of the first of `rest` were chosen and not reached, for want of time or because the page left. */
  unreached: number
  /** The page took so long that what was reached depends on the machine: no verdict can rest on the others. */
  late: boolean
  ended: string | null
  /** At 1440 px, what is not operated beside the others because of its name, and who would hear a press of it. */
  withheld?: Withheld[]
  /**
   * At 1440 px, addresses of the site that the server says are not there, and places that the page does not have, with
   * their `#`, for which a script showed something of its own when a link to them was pressed. Absent where there is none.
   */
  routed?: string[]
  /** At 1440 px, what a search field in sight finds. Absent where there is none, or it was not tried. */
  search?: Searched
  /** At 1440 px, sliders whose arrows were pressed beyond their ends. Absent where there are none, and in older captures. */
  sliders?: SliderTrial[]
  /** At 1440 px, quantities that were counted down as far as they go. Absent where there are none, and in older captures. */
  steppers?: StepperTrial[]
  /**
   * At 1440 px, what changes once fields are set and choices made that a page may compute, sort or show things by, and what
   * is withheld is pressed. Absent where there is no such field, and in older captures.
   */
  settings?: Settings
  /**
   * At 1440 px, texts that nobody can read while the mouse is over them, and those of a bar once the page is scrolled. Absent
   * where that could not be told, and in older captures.
   */
  hovered?: UnreadableText[]
  scrolled?: UnreadableText[]
  /** At 1440 px, pictures of galleries, and what a press on each showed larger. Absent where none did, and in older captures. */
  enlarged?: EnlargedPicture[]
  /** At 1440 px, headings that links in the page lead to, of a page with a bar. Absent where nobody looked, and in older captures. */
  landings?: Landed[]
  /** At 375 px, whether a consent banner that was answered asks again on the next load. Absent where there is none, and in older captures. */
  asksAgain?: boolean
}

export interface Probe extends Candidate, Operated {
  /** CSS px of the screen. */
  width: number
}

/** Controls that are operated on a page, both widths together, and at the narrow one. */
export const MAX_PROBES = 15
const MAX_NARROW_PROBES = 4
/** For each width: after the first no other control is begun, after the second a page that does not answer is left. */
const BUDGET_MS = 20_000
const MAX_TIME_MS = 28_000
/** Of a page that left, or that its router has drawn anew. */
const MAX_RELOADS = 2
const PRESSES = ['pressed once', 'pressed twice'] as const
type Trial = NonNullable<Awaited<ReturnType<typeof settingsOf>>>

/**
 * Presses and hovers over at most 15 controls and records the effects, and two more at the end whose names hold them back,
 * with every request stopped. Runs when the page has been read: only forms are tried after it, on the page as it is then.
 * Nothing is known of the other site: the controls are chosen by the page alone and bounded by number, so that a slow
 * machine operates what a fast one does.
 */
export async function probes(session: SiteSession): Promise<ProbesArtifact> {
  const narrow = await probeNarrow(session)
  const wide = await probeAt(session, DESKTOP, MAX_PROBES - narrow.probes.length - narrow.unreached)
  for (const [width, { ended, unreached }] of [
    [MOBILE, narrow],
    [DESKTOP, wide],
  ] as const)
    if (ended) session.gaps.push(`${unreached} controls were not operated at ${width} px: it ended ${ended}`)
  const again = await revisitOnPhone(session)
  return { narrow: again === undefined ? narrow : { ...narrow, asksAgain: again }, wide }
}

/** On the mobile load, which no other collector needs by then: it may run while the desktop page is captured. */
export const probeNarrow = memo((session: SiteSession) => probeAt(session, MOBILE, MAX_NARROW_PROBES))

/** The last that the mobile load is for: it is loaded once more. */
export const revisitOnPhone = memo(async (session: SiteSession): Promise<boolean | undefined> => {
  const { late, ended } = await probeNarrow(session)
  return late || ended ? undefined : asksAgain(await session.at(MOBILE))
})

async function probeAt(session: SiteSession, width: number, max: number): Promise<Probed> {
  const pageLoad = await session.at(width)
  const dead = width === DESKTOP ? await deadLinks(session) : []
  const found: Probed = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const readOnly = await enterReadOnlyMode(pageLoad)
  try {
    await within(
      Promise.race([operateAll(pageLoad, readOnly, { width, max, dead }, found), pageLoad.crashed]),
      MAX_TIME_MS,
    )
  } catch (error) {
    if (!(error instanceof PageUnresponsive)) throw error
    found.ended = `as ${error.message}`
    found.late = true
  } finally {
    await readOnly.release()
  }
  return found
}

const showsFields = ({ effect, revealed }: Probe): boolean =>
  /^(dialog|opens|switches)$/.test(effect) && revealed.some(text => text.startsWith('field '))

/** Operates at most `max` controls, and leaves the page as it was as far as it can. `found` grows as it goes. */
async function operateAll(
  pageLoad: PageLoad,
  readOnly: ReadOnlyMode,
  { width, max, dead }: { width: number; max: number; dead: string[] },
  found: Probed,
): Promise<void> {
  // What lies over the page from before would cover every control.
  if (await pageLoad.world.run(isLeftOpen, undefined, LOOK_TIMEOUT_MS)) {
    await readOnly.reload()
    await settlePage(pageLoad)
  }
  if (width === DESKTOP)
    Object.assign(found, {
      hovered: await extra(() => unreadableHovered(pageLoad)),
      scrolled: await extra(() => unreadableScrolled(pageLoad)),
    })
  const deadline = Date.now() + BUDGET_MS
  const { operate, set, follow, watchDepartures, startAnew } = await operatorOf(pageLoad, readOnly, deadline)
  const heard = width === DESKTOP ? await silentEntries(pageLoad, LOOK_TIMEOUT_MS) : []
  const find = () =>
    pageLoad.world.run(
      findProbes,
      { narrow: width === MOBILE, max, unsafe: UNSAFE_NAME.source, menuSigns: MENU_SIGNS, heard },
      LOOK_TIMEOUT_MS,
    )
  let { chosen, rest, withheld } = await find()
  if (width === DESKTOP) found.withheld = await heardOf(pageLoad, withheld)
  const skipped: Candidate[] = []
  const areThere = (from: number) => pageLoad.world.run(areInPage, from, LOOK_TIMEOUT_MS)
  let reloads = 0
  /** What controls are called of which one has left the page as it was: another would do so again. */
  const leaving = new Set<string>()
  for (let at = 0; at < chosen.length; at++) {
    const candidate = chosen[at]!
    setUnreached(at)
    if (Date.now() > deadline) return runOut()
    if (candidate.name !== '' && leaving.has(candidate.name)) {
      skipped.push(candidate)
      continue
    }
    const result = await operate(at, candidate).catch(error =>
      isGone(error) ? 'gone' : Promise.reject(error),
    )
    if (result && result !== 'gone') found.probes.push({ ...candidate, width, ...result })
    else skipped.push(candidate)
    // A router that was sent back has drawn the page anew, without what scripts did to it at first.
    const isRedrawn = result !== 'gone' && result?.effect === 'goes' && !(await areThere(at + 1))
    if (isRedrawn) leaving.add(candidate.name)
    if ((result === 'gone' || (isRedrawn && reloads < MAX_RELOADS)) && !(await beginAgain())) {
      found.ended = 'because the page left'
      return
    }
  }
  setUnreached(chosen.length)
  pageLoad.formOpeners = found.probes.filter(showsFields).map(({ selector }) => selector)
  await tryAgain()
  if (width === MOBILE && Date.now() < deadline) await goByMenu()
  if (dead.length > 0) await pressDead()
  for (const attempt of width === DESKTOP ? [search, slide, step] : [])
    if (!found.ended && Date.now() < deadline) await attempt()
  const trial = width === DESKTOP && !found.ended ? await trySettings() : undefined
  if (!found.ended) await pressWithheld(trial)
  if (trial && !found.ended) await extra(() => lookIntoBasket(trial))
  await trial?.restore().catch(() => {}) // the page is gone
  if (trial?.settings.steps.length) found.settings = trial.settings
  if (width === DESKTOP && !found.ended && Date.now() < deadline) await enlarge()
  if (width === DESKTOP && !found.ended && Date.now() < deadline)
    Object.assign(found, { landings: await extra(() => landings(pageLoad)) })

  /** Loads the page once more; whether what follows are the same controls in the same order. */
  async function beginAgain(): Promise<boolean> {
    if (reloads++ >= MAX_RELOADS) return false
    startAnew()
    // One that is still on its way back breaks the first load off.
    if (!((await isDone(readOnly.reload())) || (await isDone(readOnly.reload())))) return false
    await settlePage(pageLoad)
    const again = await find()
    if (again.chosen.length !== chosen.length) return false
    ;({ chosen, withheld } = again)
    return true
  }

  function takeAlone(selector: string): Promise<boolean> {
    return pageLoad.world.run(takeFirst, selector, LOOK_TIMEOUT_MS).catch(() => false) // no selector to a document
  }

  async function trySettings() {
    try {
      const add = chosen.find(({ name }) => fillsBasket(name))
      const settings = await settingsOf(pageLoad, !!add || worthAPress(found.withheld ?? []).length > 0)
      if (!settings) return undefined
      await settings.setAll(set, deadline)
      if (add && Date.now() < deadline && (await takeAlone(add.selector)))
        await pressTwice(settings, add, () => operate(0, add))
      return settings
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  /** After everything else, and in a page that reaches no server any more. */
  async function pressWithheld(settings?: Trial): Promise<void> {
    const wanted = worthAPress(found.withheld ?? [])
    if (wanted.length === 0) return
    const stopped = readOnly.stopAll()
    try {
      await pageLoad.world.run(takeWithheld, undefined, LOOK_TIMEOUT_MS)
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
    for (const one of wanted) {
      const at = withheld.findIndex(({ selector }) => selector === one.selector)
      if (at < 0 || Date.now() > deadline) return
      const sofar = stopped.length
      const seen = await operate(at, one).catch(() => null)
      if (!seen) return
      one.press = { ...seen, asked: stopped.length > sofar || stopped.length >= MAX_STOPPED }
      if (settings) await pressTwice(settings, one, () => operate(at, one), seen)
    }
  }

  /** What a page counts may be counted otherwise the second time. */
  async function pressTwice(
    { note }: Trial,
    control: Candidate,
    press: () => Promise<Operated | null>,
    first?: Operated,
  ): Promise<void> {
    for (const [at, value] of PRESSES.entries()) {
      const seen = (at === 0 && first) || (await press().catch(() => null))
      if (!seen || !(await note({ ...control, value }, seen, seen.revealed))) return
    }
  }

  /** What a basket was filled with, and comes to, shows once it is opened. */
  async function lookIntoBasket({ settings, note }: Trial): Promise<void> {
    const isFilled = settings.steps.some(({ name }) => fillsBasket(name))
    const pressed = (found.withheld ?? []).flatMap(({ press, ...one }) => (press ? { ...one, ...press } : []))
    const basket = [...found.probes, ...pressed].find(
      ({ name, effect }) => opensBasket(name) && /^(dialog|switches|opens)$/.test(effect),
    )
    if (!isFilled || !basket || Date.now() > deadline || !(await takeAlone(basket.selector))) return
    const seen = await operate(0, basket).catch(() => null)
    if (seen) await note({ ...basket, value: 'pressed when filled' }, seen, seen.revealed)
  }

  async function search(): Promise<void> {
    const tried = await trySearch(pageLoad, readOnly).catch(error =>
      isGone(error) ? undefined : Promise.reject(error),
    )
    if (tried) found.search = tried
  }

  async function slide(): Promise<void> {
    const sliders = await trySliders(pageLoad).catch(error => (isGone(error) ? [] : Promise.reject(error)))
    if (sliders.length > 0) found.sliders = sliders
    // A script that failed at what is not there may have taken the page with it.
    const isEmptied = sliders.some(({ arrows }) => arrows.some(({ end }) => end === 'blank'))
    if (isEmptied && !(await areThere(0)) && !(await beginAgain()))
      found.ended = 'because a slider emptied the page'
  }

  async function step(): Promise<void> {
    const steppers = await trySteppers(pageLoad).catch(error => (isGone(error) ? [] : Promise.reject(error)))
    if (steppers.length > 0) found.steppers = steppers
  }

  /** What cannot be closed would lie over all that comes after. */
  async function enlarge(): Promise<void> {
    const galleries = await extra(() => tryGalleries(pageLoad))
    if (galleries?.enlarged.length) found.enlarged = galleries.enlarged
    if (galleries?.isOpen && !(await beginAgain())) found.ended = 'because a picture stayed open'
  }

  function setUnreached(from: number): void {
    found.rest = [...chosen.slice(from), ...skipped, ...rest]
    found.unreached = chosen.length - from
  }

  function runOut(): void {
    found.ended = `after ${BUDGET_MS / 1000} s`
    found.late = true
  }

  /**
   * A press without effect may have been on the tab that was open already, where others have switched since, or on an
   * arrow of a slider that was still on its way after the press before it.
   */
  async function tryAgain(): Promise<void> {
    const lastSwitch = found.probes.findLastIndex(({ effect }) => /^(switches|pictures)$/.test(effect))
    for (const [at, probe] of found.probes.entries()) {
      const wasOnItsWay = !probe.stirred && found.probes[at - 1]?.stirred
      const didNothing = /^(nothing|focuses)$/.test(probe.effect)
      if (!didNothing || (at >= lastSwitch && !wasOnItsWay)) continue
      if (wasOnItsWay && at === found.probes.length - 1)
        await new Promise(resolve => setTimeout(resolve, MAX_GLIDE_MS))
      if (Date.now() > deadline) return runOut()
      const index = chosen.findIndex(({ selector }) => selector === probe.selector)
      const result = await operate(index, chosen[index]!).catch(() => null)
      // It was the chosen one then, and is no more.
      if (result && (probe.chosen || result.effect !== 'nothing' || result.stirred))
        found.probes[at] = { ...chosen[index]!, width, ...result }
    }
  }

  /** The last that is done with a menu of a phone: it may stay open. */
  async function goByMenu(): Promise<void> {
    for (const probe of found.probes.filter(({ effect, entry }) => entry || effect === 'dialog')) {
      const index = chosen.findIndex(({ selector }) => selector === probe.selector)
      const followed = await follow(index, probe.revealed).catch(error =>
        isGone(error) ? undefined : Promise.reject(error),
      )
      if (followed) {
        probe.followed = followed
        return
      }
    }
  }

  /** A router of the page's own shows what it has for an address, and asks no server for it. */
  async function pressDead(): Promise<void> {
    const wanted = { hrefs: dead, unsafe: UNSAFE_NAME.source }
    const links = await pageLoad.world.run(findLinks, wanted, LOOK_TIMEOUT_MS)
    for (const { href, at, isPlace } of firstOfEach(links)) {
      if (found.ended || Date.now() > deadline) return
      const departures = watchDepartures()
      const seen = await operate(at, { way: 'press', menu: false }).catch(() => null)
      if (!seen || departures().length > 0 || (!isPlace && seen.effect !== 'goes')) continue
      // A router shows the front page for an address that it does not know.
      const known = isPlace ? await pageLoad.world.run(textsAtFirst, undefined, LOOK_TIMEOUT_MS) : []
      const fresh = seen.revealed.filter(text => !known.includes(text))
      // What the mouse alone shows, as a submenu, is no answer to the press.
      const hovered =
        isPlace && fresh.length > 0
          ? await operate(at, { way: 'hover', menu: false }).catch(() => null)
          : null
      const isShown = fresh.some(text => !hovered?.revealed.includes(text))
      if (isShown && !seen.revealed.some(saysNotFound)) found.routed = [...(found.routed ?? []), href]
    }
  }
}

/** What nothing else rests on is not known where the page does not answer, or is gone. */
async function extra<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PageUnresponsive || isGone(error)) return undefined
    throw error
  }
}

const isDone = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  )

/** The document that was observed is not there any more. */
const isGone = (error: unknown) =>
  error instanceof Error &&
  /context was destroyed|Cannot find context|uniqueContextId|navigated|reading '(elements|dialogs|texts|withheld)'/i.test(
    error.message,
  )
