import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise, words } from '../../../lib/text.ts'
import { isSamePage } from '../../../lib/url.ts'
import type { Finding } from '../../core/finding.ts'
import { isWithoutEffect, probesOf } from '../../core/probed.ts'
import { lacksScripts, stopsForWant } from '../../core/requests.ts'
import { isStep } from '../../core/step.ts'
import { type Check, inconclusive, notApplicable, type Pair, type Side } from '../../core/suite.ts'
import { isPictureFile } from '../links/targets.ts'
import { controlsWithoutListener, pressesInVain } from '../no-listener.ts'
import { namesOn } from '../words-shown.ts'
import { otherwiseChosen } from './choices.ts'
import { counterparts, nowhere, onlyJumps } from './counterparts.ts'
import { otherDestinations } from './destinations.ts'
import { otherEnlarged } from './enlarged.ts'
import { fadedSince } from './faded.ts'
import { otherFigures, staleFigures } from './figures.ts'
import { type Filtered, filteredOtherwise, filtersOf } from './filters.ts'
import {
  controlAsText,
  controlWithoutListener,
  deadClosers,
  deadControl,
  fadedTexts,
  lesserControl,
  lockedScroll,
  menuWithoutLinks,
  mixedControl,
  notOperated,
  otherNumbers,
  otherwiseFiltered,
  stuckControls,
} from './findings.ts'
import { leftTexts } from './left-texts.ts'
import { lesserMenu } from './menus.ts'
import { lesserPanels, swappedPanels } from './panels.ts'
import {
  folded,
  isUnseen,
  lengthOf,
  type Needed,
  OPENS,
  PURPOSE,
  probedBeside,
  probesBeside,
  showsAll,
  textsAt,
  textsOf,
  wordsIn,
} from './probe.ts'
import { rules } from './rules.ts'
import { setOtherwise } from './settings.ts'
import { otherPricesShown } from './shown-prices.ts'
import { emptySlides, lesserQuantities, phoneMenus, skippedSlides, unreachableEntries } from './trials.ts'
import { notBroughtBack } from './way-back.ts'

/** Controls that do something on the original and nothing on the rebuilt page. */
export const behaviour: Check<Needed> = {
  id: 'functional/behaviour',
  title: 'Menus, tabs, dialogs and other controls do what they did',
  weight: 15,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const operated = probesOf(original)
    const { rest, withheld = [], settings, enlarged } = original.probes.wide
    if (operated.length + rest.length + withheld.length === 0 && !settings && !enlarged)
      return notApplicable('the original shows no control that could be operated')
    const isWorking = worksBy(original)
    const filters = filtersOf(original)
    // What a menu brought closes with any press.
    const opened = new Set(operated.flatMap(probe => (filters.includes(probe) ? [] : probe.revealed)))
    const takesAway = (probe: Probe) =>
      filters.includes(probe) && probe.hidden.some(text => !opened.has(text))
    const working = operated
      .filter(probe => isWorking(probe) || takesAway(probe))
      .filter(probe => !closesLeftOpen(original, probe))
    const find = counterparts(pair)
    const found = new Map(working.map(probe => [probe, find(probe)]))
    const otherOf = swappedPanels(pair, probe => found.get(probe))
    const operatedPairs = [...found].flatMap(([was, now]) =>
      typeof now === 'object' ? [[was, now] as const] : [],
    )
    const lessOf = lesserPanels(pair, operatedPairs)
    const idle = nowhere(rebuilt)
    const isUntold = lacksScripts(original, rebuilt) || stopsForWant(original, rebuilt)
    const isOwnEffect = worksBy(rebuilt)
    // A script that visitors get may be what it waits for. What another control had opened closes with any press; what is
    // chosen already stays as it is.
    const isCertain = (was: Probe, now: Probe) =>
      !isUntold &&
      (now.effect !== 'closes' || isOwnEffect(now) || isOfTabs(was, now)) &&
      !isTheChosen(rebuilt, now) &&
      !isPressedOnce(rebuilt, was, now) &&
      (was.effect !== 'pictures' || isOneOfSeveral(was, now)) &&
      !isInView(pair, was, now)
    // What it takes away is what another of its row, pressed before it, has shown; neither that nor its own is there at rest.
    const isOfTabs = (was: Probe, now: Probe) => {
      if (was.effect !== 'switches') return false
      const atRest = new Set(textsAt(rebuilt, now.width).keys())
      if ([was.revealed, now.hidden].some(texts => showsAll(texts, atRest))) return false
      const before = probesBeside(rebuilt, now)
      return operatedPairs.some(
        ([one, its]) =>
          [one, its].every(({ effect }) => effect === 'switches') &&
          before.indexOf(its) < before.indexOf(now) &&
          showsAll(now.hidden, textsOf(its)),
      )
    }
    // Which pictures are in view at first is not known: one control alone may have been the one that shows those.
    const isOneOfSeveral = (was: Probe, now: Probe) =>
      operatedPairs.some(
        ([one, its]) =>
          its !== now &&
          one.effect === was.effect &&
          one.role === was.role &&
          one.landmark === was.landmark &&
          isWithoutEffect(its),
      )
    const unheard = controlsWithoutListener(pair).map(({ was, now }) =>
      controlWithoutListener(pair, was, now),
    )
    const inVain = pressesInVain(pair).map(({ was, now }) => deadControl(pair, was, now))
    const findings = new Map([...unheard, ...inVain].map(finding => [finding.key, finding]))
    const unknown: Probe[] = []
    const stuck = operatedPairs.filter(([was, now]) => was.stuck === false && now.stuck && !isLate(rebuilt))
    if (stuck.length > 0) {
      const finding = stuckControls(pair, stuck)
      findings.set(finding.key, finding)
    }
    const dead = operatedPairs.filter(([was, now]) => was.closer === 'works' && now.closer === 'dead')
    if (dead.length > 0) {
      const finding = deadClosers(pair, dead)
      findings.set(finding.key, finding)
    }
    const locked = lockedOf(pair, operated, operatedPairs)
    if (locked.length > 0) {
      const finding = lockedScroll(pair, locked)
      findings.set(finding.key, finding)
    }
    const numbers = setOtherwise(pair)
    const isComputed = !numbers || numbers.was.group !== undefined
    const chosen = otherwiseChosen(pair, operatedPairs, isComputed)
    const isPriced = ({ selector }: Pick<Probe, 'selector'>) =>
      chosen.some(({ cause, original }) => cause === 'price' && original?.selector === selector)
    const all = numbers && !isPriced(numbers.was) ? [otherNumbers(pair, numbers), ...chosen] : chosen
    for (const finding of all) findings.set(finding.key, finding)
    const slides = emptySlides(pair)
    for (const finding of [
      ...slides.map(one => one.finding),
      ...skippedSlides(pair),
      ...lesserQuantities(pair),
      ...otherPricesShown(pair, operatedPairs),
      ...staleFigures(pair, operatedPairs),
      ...leftTexts(pair, operatedPairs),
      ...notBroughtBack(pair, operatedPairs),
      ...otherDestinations(pair, operatedPairs),
      ...otherEnlarged(pair),
      ...otherFigures(
        pair,
        operatedPairs.filter(([was]) => !isPriced(was)),
      ),
      ...unreachableEntries(pair, operatedPairs),
      ...phoneMenus(pair, operatedPairs),
    ])
      findings.set(finding.key, finding)
    const isTold = ({ selector }: Probe) => slides.some(({ was }) => was.selector === selector)
    const isUnderStuck = (now: Probe) => {
      const before = probesBeside(rebuilt, now)
      return stuck.some(([, opened]) => before.slice(0, before.indexOf(now)).includes(opened))
    }
    for (const [probe, now] of found) {
      if (now === 'absent' && !isUntold && isMereText(pair, probe)) {
        const finding = controlAsText(pair, probe)
        if (!findings.has(finding.key)) findings.set(finding.key, finding)
      }
      if (now === 'needless' || now === 'absent' || isTold(probe)) continue
      const filtered = now === 'unprobed' ? undefined : filteredOtherwise(pair, probe, now)
      const dead = now !== 'unprobed' && !filtered && isDead(probe, now, idle, rebuilt.document.url)
      if (now === 'unprobed' || (dead && !isCertain(probe, now))) {
        unknown.push(probe)
        continue
      }
      // What is shown beside a large picture is not what it was pressed for; a list may begin with another card.
      const isOfMany = probe.enlarges || probe.card !== undefined
      const other = dead || isOfMany ? undefined : otherOf(probe, now)?.name
      const less = dead || other || isOfMany ? undefined : lessOf(probe, now)
      const finding = dead
        ? deadControl(pair, probe, now)
        : other !== undefined
          ? mixedControl(pair, probe, now, other)
          : less
            ? lesserControl(pair, probe, now, less)
            : differs(pair, probe, now, filtered)
      // It was pressed under what lay over it.
      if (finding && typeof now === 'object' && isUnderStuck(now)) unknown.push(probe)
      else if (finding && !findings.has(finding.key)) findings.set(finding.key, finding)
    }
    if (working.length > 0 && unknown.length === working.length && findings.size === 0)
      return inconclusive('the controls of the new page could not be operated')
    // What was not reached for want of time may be dead or not; a page beside itself lost none of it.
    if (
      findings.size === 0 &&
      original !== rebuilt &&
      (isLate(original) || (isLate(rebuilt) && unknown.length > 0))
    )
      return inconclusive('a page was too slow for all of its controls to be operated')
    return [...findings.values(), ...(unknown.length ? [notOperated(rebuilt.document.url, unknown)] : [])]
  },
}

/** What locks the page now, with what did not on the original; where nothing there does, new controls as well. */
function lockedOf(
  { original, rebuilt }: Pair<Needed>,
  operated: readonly Probe[],
  pairs: readonly (readonly [was: Probe, now: Probe])[],
): (readonly [was: Probe | null, now: Probe])[] {
  const locked = pairs.filter(([was, now]) => was.locked === false && now.locked)
  if (locked.length > 0 || isLate(original) || operated.some(probe => probe.locked)) return locked
  const known = new Set(pairs.map(([, now]) => now))
  // Of what was not operated there nobody knows.
  const { narrow, wide } = original.probes
  const untried = new Set([...narrow.rest, ...wide.rest].map(({ name }) => normalise(name)))
  return probesOf(rebuilt).flatMap(now =>
    now.locked && !known.has(now) && !untried.has(normalise(now.name)) ? [[null, now] as const] : [],
  )
}

/** It does what it did, with fewer links or other entries of a list, or in colours that nobody reads. */
function differs(pair: Pair<Needed>, was: Probe, now: Probe, filtered?: Filtered): Finding | undefined {
  const menu = lesserMenu(pair, was, now)
  if (menu) return menuWithoutLinks(pair, was, now, menu)
  if (filtered) return otherwiseFiltered(pair, was, now, filtered)
  const faded = fadedSince(pair, was, now)
  return faded && fadedTexts(pair, was, now, faded)
}

/** Whether the words of what opened something are in view where nothing hears a press, whatever it is marked up as. */
function isMereText({ original, rebuilt }: Pair<Needed>, was: Probe): boolean {
  if (was.way !== 'press' || was.card || !OPENS.test(was.effect) || wordsIn(was.revealed).length === 0)
    return false
  // A sign beside the words that was not pressed may open it.
  if (probedBeside(rebuilt, was).rest.some(({ name, role }) => role !== 'link' && name.trim() === ''))
    return false
  const { controls, texts, pressables } = namesOn(rebuilt)
  const called = wordsOf(was.name)
  const isSo = (name: string) => wordsOf(name) === called
  const isHeard =
    !rebuilt.semantics.pressCandidates ||
    [...controls.keys(), ...pressables.keys(), ...rebuilt.links.map(link => link.name)].some(isSo)
  if (isHeard) return false
  // Words that the original has besides are no control of it.
  const besides = namesOn(original).texts
  const name = normalise(was.name)
  return [...texts.keys()].some(text => text === name || (isSo(text) && !besides.has(text)))
}

/** Without signs, and without how many there are: “Bread ▾” and “Bread (3)” are one. */
function wordsOf(name: string): string {
  const said = words(name).filter(word => /\D/.test(word))
  return said.length > 0 ? said.join(' ') : normalise(name)
}

/** Whether it was the chosen one of its group when it was pressed: where all of several are, none is. */
function isTheChosen(side: Side<'probes'>, now: Probe): boolean {
  const group = probesBeside(side, now).filter(
    ({ role, landmark }) => role === now.role && landmark === now.landmark,
  )
  return now.chosen === true && (group.length === 1 || group.some(({ chosen }) => !chosen))
}

const isLate = ({ probes: { narrow, wide } }: Side<'probes'>) => narrow.late || wide.late

/** Whether a probe of the original shows what its control does, and not what the page does of itself. */
function worksBy(side: Side<'document' | 'links' | 'probes'>): (probe: Probe) => boolean {
  const { url } = side.document
  const idle = nowhere(side)
  const still = new Set(
    probesOf(side).flatMap(({ effect, selector }) => (effect === 'nothing' ? selector : [])),
  )
  return probe => {
    const { effect, selector, hidden, went } = probe
    // A link to nowhere takes everybody to the top of the page, which is where "#" in the address leads. Where it leads
    // away at one width alone, the press met what lay over it.
    const isStill = () => still.has(selector) || (went !== null && isSamePage(new URL(went, url).href, url))
    if (idle.has(selector) && (effect === 'scrolls' || (effect === 'goes' && isStill()))) return false
    // A viewer whose picture was still on its way stays on the page, and has drawn its layer.
    if (effect === 'nothing') return probe.enlarges === true && probe.stirred
    if (/^(opens|switches)$/.test(effect) && isTyping(side, probe)) return false
    if (effect !== 'closes') return true
    // What another control opened closes when anything else is pressed.
    const others = probesBeside(side, probe).filter(other => other.selector !== selector)
    const opened = new Set(others.flatMap(({ revealed }) => revealed))
    return !hidden.length || hidden.some(text => !opened.has(text))
  }
}

/** Whether all that it takes away came after the page had opened, as a menu that the mouse had left open. */
function closesLeftOpen(original: Side<'layouts'>, { effect, hidden, width }: Probe): boolean {
  const atFirst = textsAt(original, width)
  return effect === 'closes' && hidden.length > 0 && !hidden.some(text => atFirst.has(folded(text)))
}

/** Whether all that came into sight were beginnings of what another press shows: that was still typing itself. */
function isTyping(side: Side<'probes'>, probe: Probe): boolean {
  const others = probesBeside(side, probe).filter(other => other !== probe)
  const shown = others.flatMap(({ revealed }) => revealed)
  const isBegun = (text: string) => shown.some(whole => whole !== text && whole.startsWith(text))
  return probe.revealed.length > 0 && probe.revealed.every(isBegun)
}

/**
 * Whether it may be the tab that was open already, or the dot of the slide in view: what switches is pressed once more
 * after others have switched, unless the time is over by then.
 */
const isPressedOnce = (rebuilt: Side<'probes'>, was: Probe, now: Probe): boolean =>
  was.effect === 'switches' && now.effect === 'nothing' && probedBeside(rebuilt, now).late

/**
 * Whether what it would show was in view when it was pressed: the page opens with it, and no other control turned it
 * away. On the original a slider had gone on by itself, or an earlier press of a filter had taken it away; where it is
 * filtered on the new page, what a press takes away is brought back by a second one before the next control is pressed.
 */
function isInView({ original, rebuilt }: Pair<Needed>, was: Probe, now: Probe): boolean {
  const isOpen = was.effect === 'switches' && now.effect === 'nothing'
  const isFilter = FILTERS.test(now.effect) && now.stirred && isBroughtBack(original, was)
  if (!isOpen && !isFilter) return false
  return (
    showsAll(was.revealed, new Set(textsAt(rebuilt, now.width).keys())) &&
    !probesBeside(rebuilt, now).some(
      probe => (probe === now || !isFilter || probe.effect !== 'closes') && turnsAway(probe, was),
    )
  )
}

/** What a filter does that is pressed while it shows all that it lets through. */
const FILTERS = /^(nothing|closes)$/

/** Whether what it shows is in view at first, and had been taken away by an earlier press of another one of its kind. */
function isBroughtBack(original: Side<'probes' | 'layouts'>, was: Probe): boolean {
  if (!OPENS.test(was.effect)) return false
  const all = probesBeside(original, was)
  return (
    showsAll(was.revealed, new Set(textsAt(original, was.width).keys())) &&
    all
      .slice(0, all.indexOf(was))
      .some(one => one.role === was.role && one.landmark === was.landmark && turnsAway(one, was))
  )
}

const turnsAway = ({ hidden }: Probe, { revealed }: Probe) => showsAll(revealed, new Set(hidden.map(folded)))

/** The control says of itself that something happened, which may be all that is left of it. */
const SIGN = /^(nothing|toggles|focuses)$/
/** Words of a panel that says something. */
const MIN_PANEL_WORDS = 3

/**
 * Whether a control does no more what it did, nor any other thing.
 * @param idle links of the new page that lead nowhere
 * @param url of the new page
 */
function isDead(was: Probe, now: Probe, idle: ReadonlySet<string>, url: string): boolean {
  // A link to a page is not pressed: it leads there.
  if (was.way === 'press' && now.way === 'hover') return false
  if (was.enlarges && was.effect !== 'goes' && now.effect === 'goes')
    return isPictureFile({ kind: 'page', place: now.went ?? '' })
  if (isUnseen(was, now)) return true
  // What shows no words may show it in a way that is not read.
  if (was.card || was.effect === 'pictures')
    return wordsIn(was.revealed).length > 0
      ? OPENS.test(was.effect) && now.effect === 'nothing'
      : PURPOSE.test(was.effect) && isWithoutEffect(now)
  if (onlyJumps(now, idle)) return was.effect !== 'scrolls'
  if (was.effect === 'scrolls' && isIgnoredRoute(now, url)) return true
  // A tab whose panel is empty. What folds something away may show a shorter name for it.
  if (was.effect === 'switches' && now.effect === 'closes')
    return lengthOf(wordsIn(was.revealed)) >= MIN_PANEL_WORDS
  // A row that moves by a step shows what stands beside it, which may be nothing that is read.
  if (isStep(was) && now.stirred) return false
  if (PURPOSE.test(was.effect)) return SIGN.test(now.effect)
  // What only styles tell apart is not read: something did happen.
  return isWithoutEffect(now)
}

/** `#/prices` in the address of a page that has no router: nothing in it changes. */
function isIgnoredRoute({ effect, went, stirred }: Probe, url: string): boolean {
  if (effect !== 'goes' || stirred || !went?.includes('#')) return false
  const { pathname, search } = new URL(url)
  return went.split('#')[0] === pathname + search
}
