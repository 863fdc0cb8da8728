/** How grave it is that something has no name: whether it had one, and whether it is the only way to something. */
import type { AxeArtifact, AxeNode } from '../../../capture/collectors/axe.ts'
import type { ControlBox } from '../../../capture/collectors/layouts.ts'
import type { Box } from '../../../contract.ts'
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { saysMenu } from '../../../lib/menu-words.ts'
import { normalise, words } from '../../../lib/text.ts'
import { basesOf, pathOf } from '../../../lib/url.ts'
import { type AxeElement, familyOfRule, perceivedText } from '../../../matching/axe-elements/elements.ts'
import { isInside } from '../../../matching/axe-elements/selectors.ts'
import { failureOf } from '../../../matching/picture.ts'
import { idleReader } from '../../core/idle-links.ts'
import { provenOpeners } from '../../core/openers.ts'
import { originsOf } from '../../core/site.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isTelling, tellingPart } from '../../core/telling.ts'
import { HEAD_HEIGHT, openersOf, PHONE } from '../opener.ts'
import { type Control, controlsOf, layoutOf, leads } from '../page.ts'
import type { Match } from './circumstances.ts'
import { harmOf, MIN_NAMELESS, MIN_PICTURES } from './rules.ts'

export type Grade =
  | 'name-lost'
  | 'most-pictures'
  | 'shuts-out'
  | 'decorative'
  | 'unseen'
  | 'markup'
  | undefined

type Needed = 'axe' | 'document' | 'head' | 'images' | 'layouts' | 'links' | 'probes' | 'semantics'

/** The graver or milder circumstance that applies to a failing element, contrast apart. */
export function gradesOf(pair: Pair<Needed>): (match: Match) => Grade {
  const areMostNameless = mostNameless(pair)
  const isNamedElsewhere = namedElsewhere(pair)
  const openers = openersNamed(pair)
  const aroundOf = controlAround(pair)
  const isSaid = saidBy(aroundOf)
  // What is read is the name of the link or button, not of the file in it.
  const isInNamed = (element: AxeElement) => aroundOf(element) !== undefined
  const isLogo = homeLink(pair)
  const isIdle = idleReader(pair.rebuilt)
  const isSameLink = sameTarget(pair)
  const isOnePicture = samePicture(pair)
  const isEmpty = emptyBox(pair)
  const isAmongNameless = amongNameless(pair)
  const isFieldNew = moreFields(pair)
  const isOnlyName = onlyName(pair)
  const isLarge = largeEnough(pair)
  const isItsOwn = ownText(pair)
  const isGrown = moreNameless(pair)
  const gradeOf = ({ element, other }: Match): Grade => {
    const isOld = !!other?.failing
    const name = other && !isOld && !other.open ? perceivedText(other.node) : ''
    switch (element.family) {
      case 'label':
        return name || (!other && !isFieldNew(element)) ? 'name-lost' : undefined
      case 'link-name':
        if (element.width === PHONE && openers.has(element.node.selector) && !isOld) return 'name-lost'
        if (!other && isEmpty(element)) return 'unseen'
        return name &&
          !isNamedElsewhere(element) &&
          !isAmongNameless(other!) &&
          !isLogo(element) &&
          !isIdle(element.node.selector) &&
          isSameLink(element, other!)
          ? 'name-lost'
          : undefined
      case 'image-alt':
        if (isOld) return undefined
        if (isSaid(element, name) || (other && !other.open && !name)) return 'decorative'
        if (
          isTelling(name) &&
          isItsOwn(element, name) &&
          isOnePicture(element, other!) &&
          (isLarge(element) || isOnlyName(element)) &&
          !isLogo(element) &&
          !isInNamed(element)
        )
          return 'name-lost'
        return areMostNameless ? 'most-pictures' : undefined
      default:
        // What nobody sees, as a closed menu, delays who passes through it; what others see and use is kept from them.
        return element.rule.id === 'aria-hidden-focus' &&
          (element.node.state !== 'visible' || !WORDS.test(name || perceivedText(element.node)))
          ? undefined
          : harmOf(element.rule)
    }
  }
  const [opener, ...others] = openersOf(pair.original)
  const isOne = opener !== undefined && others.length === 0
  const wasNamed = [...(isOne ? [opener] : []), ...provenOpeners(pair.original)].some(({ name }) => name)
  // A picture, a button that had a name, and the way to the navigation are missed whatever else got one.
  const isMissed = ({ element: { family, node }, other }: Match) =>
    family === 'image-alt' ||
    (wasNamed && openers.has(node.selector)) ||
    ((node.tag === 'button' || node.role === 'button') && other !== null && perceivedText(other.node) !== '')
  return match => {
    const grade = gradeOf(match)
    return grade === 'name-lost' && !isGrown(match.element) && !isMissed(match) ? undefined : grade
  }
}

/** Whether more elements of the page fail for want of a name of their kind than did at that width. */
function moreNameless({ original, rebuilt }: Pair<'axe'>): (element: AxeElement) => boolean {
  const count = ({ axe }: Side<'axe'>, { family, width }: AxeElement) =>
    axe
      .filter(run => run.width === width)
      .flatMap(({ violations }) => violations)
      .reduce((sum, { id, count }) => (familyOfRule(id) === family ? sum + count : sum), 0)
  return element => count(rebuilt, element) > count(original, element)
}

/** A stop without a name on the original says as little when it is hidden: a mark beside a heading. */
const WORDS = /[\p{L}\p{N}]/u

/**
 * What opens the navigation of the rebuilt page on phones, where that of the original has a name: its one button in the head
 * of the page; and what a press there proved to open it, where the original needs none, or none without a name.
 */
function openersNamed({ original, rebuilt }: Pair<Needed>): ReadonlySet<string> {
  const [[was, more], [now, others]] = [openersOf(original), openersOf(rebuilt)]
  if (was?.name && now && !more && !others) return new Set([now.selector])
  const isNameless = ({ name }: { name: string }) => name === ''
  if (openersOf(original).some(isNameless)) return new Set()
  const proven = provenOpeners(rebuilt).filter(({ box, revealed }) => {
    const entries = new Set(revealed.map(normalise))
    // What shows other things, as a switch of the language does, opens another menu.
    const alike = provenOpeners(original).filter(one =>
      one.revealed.some(text => entries.has(normalise(text))),
    )
    if (box.y >= HEAD_HEIGHT || alike.some(isNameless)) return false
    return openersOf(original).length + alike.length > 0 || !isFoldedSilently(original, entries)
  })
  return new Set(proven.map(({ selector }) => selector))
}

/** Whether a page folds these entries away on phones, and no control there says that it is the menu. */
function isFoldedSilently(side: Side<'layouts'>, entries: ReadonlySet<string>): boolean {
  const controls = layoutOf(side, PHONE)?.controls ?? []
  const links = controls.filter(({ role, name }) => role === 'link' && entries.has(normalise(name)))
  const isVisible = ({ state }: ControlBox) => state === 'visible'
  return (
    links.length >= MIN_ENTRIES &&
    links.filter(isVisible).length < MIN_ENTRIES &&
    !controls.some(one => isVisible(one) && saysMenu(one.name))
  )
}

/** Links of a navigation, by which it is known. */
const MIN_ENTRIES = 2

/**
 * What opens the navigation on phones is known by a press on it, which tells more than its place does: one that was nameless
 * before, in another part of the page, is another control.
 */
export function asOpener(pair: Pair<Needed>): (match: Match) => Match {
  const openers = openersNamed(pair)
  return match => {
    const { element, other } = match
    const isOpener =
      element.width === PHONE && element.family === 'link-name' && openers.has(element.node.selector)
    return isOpener && other?.failing && other.landmark !== element.landmark
      ? { element, other: null }
      : match
  }
}

/** The link or button with a name that is around a picture. */
const controlAround =
  ({ rebuilt }: Pair<Needed>) =>
  ({ node, width }: AxeElement): ControlBox | undefined =>
    layoutOf(rebuilt, width)?.controls.find(
      one => one.name !== '' && isInside(node.selector, one.selector) && isTouching(node.box, one.box),
    )

/** Whether the words of the link or button around a picture say what it said, or anything where it said nothing. */
function saidBy(aroundOf: ReturnType<typeof controlAround>): (element: AxeElement, name: string) => boolean {
  return (element, name) => {
    const said = new Set(words(aroundOf(element)?.name ?? ''))
    const own = words(name)
    return said.size > 0 && own.filter(word => said.has(word)).length >= MIN_SAID * own.length
  }
}

/** Whether it has neither width nor height, in one of which what sticks out of it may be drawn, and no picture is seen in it. */
const emptyBox =
  ({ rebuilt }: Pair<Needed>) =>
  ({ node: { box, selector }, width }: AxeElement): boolean =>
    Math.max(box.width, box.height) === 0 &&
    !layoutOf(rebuilt, width)?.pictures.some(
      picture => picture.state === 'visible' && isInside(picture.selector, selector),
    )

/** Whether two are one picture, by file or look: what another one said is no name of this one. */
const samePicture =
  ({ matching }: Pair<Needed>) =>
  (element: AxeElement, other: AxeElement): boolean =>
    element.file === other.file ||
    matching.pictures.matches.some(
      ({ original, rebuilt, by }) =>
        by !== 'place' &&
        original.selector === other.node.selector &&
        rebuilt.selector === element.node.selector,
    )

/** Paths name several elements. */
const isTouching = (a: Box, b: Box) =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

/** Share of the words of a picture. */
const MIN_SAID = 0.5

/** Of an address of another site: who sends the visitor. */
const QUERY = /^(https?:[^?#]*).*$/

/** Whether something that has a name leads where a link leads. */
function namedElsewhere(pair: Pair<Needed>): (element: AxeElement) => boolean {
  const targetOf = ({ semantics }: Control) => (semantics?.href ?? '').replace(QUERY, '$1')
  return ({ node }) => {
    const controls = controlsOf(pair).rebuilt
    const control = controls.find(({ selector, name }) => selector === node.selector && name === '')
    const target = control ? targetOf(control) : ''
    return leads(target) && controls.some(one => one.name !== '' && one.shown && targetOf(one) === target)
  }
}

/** Whether most links of the original below the heading of one that had a name had none, as thumbnails of a gallery. */
function amongNameless({ original }: Pair<Needed>): (was: AxeElement) => boolean {
  const listed = (width: number, list: 'violations' | 'passes') =>
    original.axe
      .filter(run => run.width === width)
      .flatMap(run => run[list])
      .filter(({ id }) => id === 'link-name')
  const below = (list: 'violations' | 'passes', { node: { near, landmark }, width }: AxeElement) =>
    listed(width, list)
      .flatMap(({ nodes }) => nodes)
      .filter(node => node.near === near && node.landmark === landmark).length
  return was => was.node.near !== '' && below('violations', was) > below('passes', was)
}

/** Whether two links may be one: of those that lead somewhere by name and place alone, other targets say that they are two. */
function sameTarget(pair: Pair<Needed>): (element: AxeElement, other: AxeElement) => boolean {
  const { original, rebuilt } = controlsOf(pair)
  const targetOf = (controls: Control[], { node }: AxeElement) =>
    controls.find(({ selector }) => selector === node.selector)?.semantics?.href ?? ''
  return (element, other) => {
    const [now, was] = [targetOf(rebuilt, element), targetOf(original, other)]
    return !leads(now) || !leads(was) || (isAway(now) === isAway(was) && lastStep(now) === lastStep(was))
  }
}

const FIELD = /^(textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch)$/
/** One of which may stand for another. */
const FIELDS = [/^(textbox|searchbox|combobox|listbox|spinbutton)$/, /^(checkbox|radio|switch)$/, /^slider$/]

/** Whether the page has more fields, or more of its kind, than the original, where they may be hidden or have no role. */
function moreFields({ original, rebuilt }: Pair<Needed>): (element: AxeElement) => boolean {
  const count = (side: Side<'layouts'>, width: number, kind: RegExp) =>
    (layoutOf(side, width)?.controls ?? []).filter(({ role, state }) => kind.test(role) && state !== 'hidden')
      .length
  return ({ node, width }) =>
    [FIELD, FIELDS.find(one => one.test(node.role)) ?? FIELD].some(
      kind => count(rebuilt, width, kind) > count(original, width, kind),
    )
}

/** CSS px from which on a picture is one to look at, and no icon, portrait or logo beside a text. */
const MIN_LARGE_PX = 120

/** Of one that did not load the size of its place says nothing. */
const largeEnough =
  ({ rebuilt }: Pair<Needed>) =>
  ({ node: { box, selector } }: AxeElement): boolean =>
    Math.min(box.width, box.height) >= MIN_LARGE_PX ||
    rebuilt.images.some(image => image.selector === selector && failureOf(image) !== null)

/** Whether a text says of one picture what nothing beside it does: one that several had told none of them apart. */
function ownText({ original, rebuilt }: Pair<Needed>): (element: AxeElement, name: string) => boolean {
  const calledSo = countEach(original.images.map(({ name }) => normalise(name)))
  return ({ node: { selector } }, name) => {
    const near = new Set(words(rebuilt.images.find(image => image.selector === selector)?.near ?? ''))
    const isSaid = words(tellingPart(name)).every(word => near.has(word))
    return !isSaid && (calledSo.get(normalise(name)) ?? 0) < MIN_PICTURES
  }
}

/** Whether a link or button has no name without the picture, on a page where no fewer had none. */
function onlyName({ original, rebuilt }: Pair<Needed>): (element: AxeElement) => boolean {
  const isGrown = rebuilt.axe.some((run, at) => {
    const was = original.axe[at]
    return was && namelessIn(run) > 0 && namelessIn(run) >= namelessIn(was)
  })
  return ({ node }) => isGrown && /(?:^|[\s>])(?:a|button)(?![\w-])/.test(node.selector)
}

const namelessIn = ({ violations }: AxeArtifact): number =>
  violations.reduce((sum, { id, count }) => sum + (/^(link|button)-name$/.test(id) ? count : 0), 0)

const isAway = (href: string) => /^(https?:)?\/\//.test(href)

/** By which an address is known wherever its site is mounted, and whatever its files are called. */
const lastStep = (href: string): string =>
  href
    .replace(/[?#].*$/, '')
    .replace(/(?:\/index)?(?:\.html?)?\/?$/, '')
    .split('/')
    .at(-1)!
    .toLowerCase()

/** Whether something is a link to the front page, or in one: a logo is known by where it stands, and names no page. */
function homeLink(pair: Pair<Needed>): (element: AxeElement) => boolean {
  const home = homesOf(pair)
  return ({ node }) => home.some(one => isAt(node, one))
}

/** Whether it is a link to the front page that stands where the original has none, beside another one with a name. */
export function repeatedHome(pair: Pair<Needed>): (match: Match) => boolean {
  const home = homesOf(pair)
  return ({ element: { node, landmark }, other }) =>
    other?.landmark !== landmark &&
    home.some(one => isAt(node, one)) &&
    home.some(one => one.name !== '' && one.shown && !isAt(node, one))
}

const isAt = ({ selector }: AxeNode, link: Control): boolean =>
  selector === link.selector || isInside(selector, link.selector)

/** Links of the new page to the front page. */
const homesOf = memo((pair: Pair<Needed>): Control[] => {
  const { original, rebuilt } = pair
  const { url } = rebuilt.document
  const [, base] = basesOf(original.document.url, url)
  const origins = originsOf(rebuilt, base)
  const isHome = ({ semantics }: Control) =>
    !!semantics?.href &&
    !semantics.href.includes('#') &&
    URL.canParse(semantics.href, url) &&
    pathOf(new URL(semantics.href, url).href, origins, base) === '/'
  return controlsOf(pair).rebuilt.filter(isHome)
})

/** Whether most pictures of the rebuilt page have no alternative text, and most of the original's had a telling one. */
function mostNameless({ original, rebuilt }: Pair<'axe'>): boolean {
  const picturesIn = ({ axe }: Side<'axe'>) =>
    axe
      .slice(0, 1)
      .flatMap(({ violations, passes }) => [violations, passes].flat())
      .flatMap(({ id, nodes }) => (id === 'image-alt' ? nodes : []))
  const [before, now] = [picturesIn(original), picturesIn(rebuilt)]
  const areMost = (nodes: AxeNode[], has: (node: AxeNode) => boolean) =>
    nodes.filter(has).length >= MIN_NAMELESS * nodes.length
  const failing = new Set(
    rebuilt.axe
      .slice(0, 1)
      .flatMap(({ violations }) => violations)
      .flatMap(({ id, nodes }) => (id === 'image-alt' ? nodes : [])),
  )
  return (
    failing.size >= MIN_PICTURES &&
    before.length >= MIN_PICTURES &&
    areMost(before, ({ name }) => isTelling(name)) &&
    areMost(now, node => failing.has(node))
  )
}
