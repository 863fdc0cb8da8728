/** How grave it is that something has no name: whether it had one, and whether it is the only way to something. */

import type { AxeNode } from '../../../capture/collectors/axe.ts'
import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import type { ControlBox } from '../../../capture/collectors/layouts.ts'
import type { Box } from '../../../contract.ts'
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise, words } from '../../../lib/text.ts'
import { basesOf, pathOf } from '../../../lib/url.ts'
import { MOBILE } from '../../../lib/widths.ts'
import { type AxeElement, familyOfRule, perceivedText } from '../../../matching/axe-elements/elements.ts'
import { isInside } from '../../../matching/axe-elements/selectors.ts'
import { provenOpeners } from '../../core/openers.ts'
import { originsOf } from '../../core/site.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isTelling, tellingPart } from '../../core/telling.ts'
import { HEAD_HEIGHT, openersOf } from '../opener.ts'
import { type Control, controlsOf, layoutOf, leads } from '../page.ts'
import type { Match } from './circumstances.ts'
import { harmOf, MIN_NAMELESS, MIN_NAMES, MIN_PICTURES } from './rules.ts'

export type Grade =
  | 'menu'
  | 'names'
  | 'field'
  | 'picture'
  | 'pictures'
  | 'shuts-out'
  | 'decorative'
  | 'unseen'
  | 'markup'

type Needed = 'axe' | 'document' | 'forms' | 'head' | 'images' | 'layouts' | 'links' | 'probes' | 'semantics'

/** Whether a field without a label is sent under the name of one, of its kind, that had a label on the original. */
function labelledBefore({ original, rebuilt }: Pair<'forms'>): (selector: string) => boolean {
  const [before, now] = [original, rebuilt].map(({ forms }) => forms.flatMap(({ fields }) => fields))
  return selector => {
    const field = now!.find(one => one.selector === selector)
    const isAlike = (one: FieldArtifact) => field?.name && one.name === field.name && one.type === field.type
    const olds = before!.filter(isAlike)
    return olds.length === 1 && olds[0]!.label !== '' && now!.filter(isAlike).length === 1
  }
}

/** The graver or milder circumstance that applies to a failing element, contrast apart. */
export function gradesOf(pair: Pair<Needed>): (match: Match) => Grade | undefined {
  const areMostNameless = mostNameless(pair)
  const openers = namelessOpeners(pair)
  const aroundOf = controlAround(pair)
  const isSaid = saidBy(aroundOf)
  const isOnePicture = samePicture(pair)
  const isEmpty = emptyBox(pair)
  const isItsOwn = ownText(pair)
  const isNamedElsewhere = namedElsewhere(pair)
  const growth = growthOf(pair)
  const wasLabelled = labelledBefore(pair)
  const senders = new Set(
    pair.original.forms.flatMap(({ submits }) => submits.map(({ selector }) => selector)),
  )
  return ({ element, other }) => {
    const { family, node, width } = element
    const isOld = !!other?.failing
    const name = other && !isOld && !other.open ? perceivedText(other.node) : ''
    const areNamesLost = () =>
      isTelling(name) && growth('link-name', width) >= MIN_NAMES && !isNamedElsewhere(element)
    switch (family) {
      case 'label':
        return (name || (!other && wasLabelled(node.selector))) && growth(family, width) > 0
          ? 'field'
          : undefined
      case 'link-name':
        if (width === MOBILE && openers.has(node.selector)) return 'menu'
        if (!other && isEmpty(element)) return 'unseen'
        if (name && senders.has(other!.node.selector) && growth(family, width) > 0) return 'field'
        return areNamesLost() ? 'names' : undefined
      case 'image-alt':
        if (isOld) return undefined
        if (isSaid(element, name) || (other && !other.open && !name)) return 'decorative'
        if (areMostNameless) return 'pictures'
        if (isInControl(element) && areNamesLost()) return 'names'
        return isTelling(name) &&
          isLarge(node) &&
          isItsOwn(element, name) &&
          isOnePicture(element, other!) &&
          !aroundOf(element)
          ? 'picture'
          : undefined
      default:
        // What nobody sees, as a closed menu, delays who passes through it; what others see and use is kept from them.
        return element.rule.id === 'aria-hidden-focus' &&
          (node.state !== 'visible' || !WORDS.test(name || perceivedText(node)))
          ? undefined
          : harmOf(element.rule)
    }
  }
}

/** How many more elements of a kind have no name at a width than on the original. */
function growthOf({ original, rebuilt }: Pair<'axe'>): (family: string, width: number) => number {
  const count = ({ axe }: Side<'axe'>, family: string, width: number) =>
    axe
      .filter(run => run.width === width)
      .flatMap(({ violations }) => violations)
      .reduce((sum, { id, count }) => (familyOfRule(id) === family ? sum + count : sum), 0)
  return (family, width) => count(rebuilt, family, width) - count(original, family, width)
}

/** A stop without a name on the original says as little when it is hidden: a mark beside a heading. */
const WORDS = /[\p{L}\p{N}]/u

/**
 * What opens the navigation on phones is itself on the new page, whatever stood in its place: where each that opens that of the
 * original has a name, one without a name was another control.
 */
export function asOpener(pair: Pair<Needed>): (match: Match) => Match {
  const openers = namelessOpeners(pair)
  return match => {
    const { family, node, width } = match.element
    const isOpener = width === MOBILE && family === 'link-name' && openers.has(node.selector)
    return isOpener && match.other?.failing ? { ...match, other: null } : match
  }
}

/** What opens the navigation of the new page on phones, where each that does so on the original has a name. */
function namelessOpeners({ original, rebuilt }: Pair<Needed>): ReadonlySet<string> {
  const was = menuOpeners(original)
  const areNamed = was.length > 0 && was.every(({ name }) => name !== '')
  return new Set(areNamed ? menuOpeners(rebuilt).map(({ selector }) => selector) : [])
}

/** The one button that the head of a page has on phones alone, and what a press there was seen to open it. */
const menuOpeners = (side: Side<'layouts' | 'probes'>): { name: string; selector: string }[] => {
  const openers = openersOf(side)
  return [
    ...(openers.length === 1 ? openers : []),
    ...provenOpeners(side).filter(({ box, effect }) => box.y < HEAD_HEIGHT && effect !== 'switches'),
  ]
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
  const controls = controlsOf(pair).rebuilt
  const targetOf = ({ semantics }: Control) => (semantics?.href ?? '').replace(QUERY, '$1')
  const named = new Set(controls.flatMap(one => (one.name !== '' && one.shown ? targetOf(one) : [])))
  return ({ node }) => {
    const link = controls.find(one => one.name === '' && isAt(node, one))
    return link !== undefined && leads(targetOf(link)) && named.has(targetOf(link))
  }
}

/** CSS px from which on a picture is one to look at, and no icon, portrait or logo beside a text. */
const MIN_LARGE_PX = 120

const isLarge = ({ box }: AxeNode): boolean => Math.min(box.width, box.height) >= MIN_LARGE_PX

/** Of which it may be all that names it: one that has another name has it around it. */
const isInControl = ({ node }: AxeElement): boolean => /(?:^|[\s>])(?:a|button)(?![\w-])/.test(node.selector)

/** Whether a text says of one picture what nothing beside it does: one that several had told none of them apart. */
function ownText({ original, rebuilt }: Pair<Needed>): (element: AxeElement, name: string) => boolean {
  const calledSo = countEach(original.images.map(({ name }) => normalise(name)))
  return ({ node: { selector } }, name) => {
    const near = new Set(words(rebuilt.images.find(image => image.selector === selector)?.near ?? ''))
    const isSaid = words(tellingPart(name)).every(word => near.has(word))
    return !isSaid && (calledSo.get(normalise(name)) ?? 0) < MIN_PICTURES
  }
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
