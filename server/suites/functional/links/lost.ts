/** Links of the original that the rebuilt page has no more, as links. */

import { isPlaceholderContact } from '../../../lib/placeholder-contact.ts'
import { normalise } from '../../../lib/text.ts'
import { placeKey } from '../../../lib/url.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { isEdited } from '../../core/made-anew.ts'
import { isWithoutEffect, probesOf } from '../../core/probed.ts'
import { quote } from '../../core/quote.ts'
import { firstCase } from '../../core/rules.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { deedOf, isDecisiveName, isPurchase } from '../named-control.ts'
import { noListenerReader } from '../no-listener.ts'
import { isChat } from './accounts.ts'
import { inPlaceReader } from './in-place.ts'
import { legalReader } from './legal.ts'
import { addressOf, HEADER_WINDOW, type Link, label, type PairedLinks, placesOf, shownPlace } from './link.ts'
import { reachReader } from './moved.ts'
import { framedReader, newSelfReader, nowhereReader, viewerReader } from './offered.ts'
import { rules } from './rules.ts'
import { stepsOf, type Target } from './targets.ts'

/** Links of the original without counterpart, where their loss is not the text's, so the content suite's; not those that are told already. */
export function lost(
  pair: Pair<
    'document' | 'head' | 'health' | 'images' | 'links' | 'linkTargets' | 'layouts' | 'probes' | 'volatile'
  >,
  paired: PairedLinks,
  told: ReadonlySet<Link>,
): Finding[] {
  const { before, now, counterparts } = paired
  const [isNowhere, isNewSelf] = [nowhereReader(pair), newSelfReader(pair)]
  const opened = shownOnPress(pair.rebuilt)
  const headings = new Set(
    pair.rebuilt.layouts.flatMap(({ blocks }) => blocks.map(({ text }) => normalise(text))),
  )
  // The way to a part of the page went with the part, which is the content's to say.
  const isOfLostPart = ({ link, target }: Link) =>
    target.kind === 'fragment' && !headings.has(normalise(link.landing?.heading ?? ''))
  // Pages became parts of this one: another link jumps to the heading of that name, as none did before.
  const landings = (links: Link[]) =>
    new Set(links.flatMap(({ link }) => normalise(link.landing?.heading ?? '') || []))
  const [known, parts] = [landings(before), landings(now)]
  const isPart = ({ target, name }: Link) => target.kind === 'page' && parts.has(name) && !known.has(name)
  const originals = new Set(counterparts.values())
  const idle = now.filter(
    link => link.name === '' && link.target.kind === 'placeholder' && !originals.has(link),
  )
  // What an unseen entry, or a link of the text, led to is what another link of its name led to, which is there.
  const kept = new Set([...counterparts.keys()].map(nameAndTarget))
  const isKept = (link: Link) =>
    (link.link.state !== 'visible' || !link.prominent) && kept.has(nameAndTarget(link))
  const isOfPager = pagerReader(now)
  const isFramed = framedReader(pair.rebuilt)
  const missing = before.filter(
    link =>
      !(
        told.has(link) ||
        counterparts.has(link) ||
        isNowhere(link) ||
        // A name is no address to write to or to call.
        (opened.has(link.name) && !isContact(link)) ||
        isKept(link)
      ) &&
      // The entry of the page that one is on.
      !isNewSelf(link.target) &&
      !isFramed(link.target) &&
      !isOfPager(link),
  )
  if (missing.length === 0) return []
  const isReached = reachReader(pair, paired)
  const standsFor = inPlaceReader(paired)
  const texts = shownTexts(pair, now)
  const isLegal = legalReader(paired, texts.newButtons)
  // Whoever wanted to call may write to the telephone.
  const isLeft = (was: Target) =>
    now.some(({ target }) =>
      was.kind === 'mail' ? target.kind === 'mail' : target.kind === 'phone' || isChat(target),
    )
  const places = new Set(before.map(({ target }) => placeKey(target.place)))
  // Somebody's own number stands where one that counts up held its place.
  const isFilledIn = (link: Link) =>
    isContact(link) &&
    isPlaceholderContact(link.target.place) &&
    now.some(
      ({ target }) =>
        (target.kind === link.target.kind || (isChat(target) && isChat(link.target))) &&
        !places.has(placeKey(target.place)) &&
        !isPlaceholderContact(target.place),
    )
  const volatile = new Set(pair.original.volatile.texts.map(normalise))
  const isElsewhere = ({ link, name, target }: Link) =>
    target.kind === 'external' && link.state === 'visible' && !volatile.has(name)
  const names = new Set(before.map(({ name }) => name))
  const deeds = new Set(
    now.flatMap(({ link, name, target }) =>
      link.state === 'visible' && target.kind !== 'placeholder' && !names.has(name) ? deedOf(link.name) : [],
    ),
  )
  const isDone = ({ link }: Link) => deeds.has(deedOf(link.name))
  // Within a text that says more than the link did.
  const isWritten = ({ target: { kind, place } }: Link) =>
    kind === 'mail' && texts.says(place.slice('mailto:'.length))
  return missing.flatMap((link): Finding[] => {
    if (isFilledIn(link)) return []
    const isOwed = isLegal(link)
    const isWithheld = (what: string) => isOwed && what !== BUTTON
    const isMissed = link.prominent || link.folded || isOwed || (isSilent(link) && idle.shift() !== undefined)
    const isTold = isMissed || isElsewhere(link)
    const isGone = isTold && !isReached(link) && !isOfLostPart(link)
    const what = lossOf(link, texts) ?? (isGone ? (isWritten(link) ? TEXT : GONE) : null)
    if (!what) return []
    const isByTheWay = what === GONE && !isMissed
    // What became of a link is sure where it stands at the head of the page; elsewhere a text may be another one.
    const isStill = what === TEXT ? texts.isAtHead(link.name) : what !== GONE
    const other = isOwed || isStill ? undefined : standsFor(link)
    if (other && doesAsMuch(link.link.name, other.link.name))
      return [
        rules.report('lost', {
          place: `${link.name}:${link.target.place}`,
          as: isByTheWay ? 'elsewhere' : undefined,
          cause: 'replaced',
          message: `${toPlace(link)} is gone; in its place stands ${quote(other.link.name, 100)} to ${shownPlace(other.target.place)}`,
          fix: `Link to ${addressOf(link)} again, unless that was meant`,
          ...placesOf(pair, link, other),
        }),
      ]
    return [
      rules.report('lost', {
        place: `${link.name}:${link.target.place}`,
        as:
          firstCase({
            legal: isWithheld(what),
            elsewhere: isByTheWay,
            jump: what !== DEAD_BUTTON && isPart(link),
          }) ??
          gradeOf(link, what, { isLeft, isReached, isDone }) ??
          (what === GONE && !isContact(link) && isEdited(pair) ? 'edited' : undefined),
        cause: isWithheld(what)
          ? 'legal'
          : isByTheWay
            ? 'elsewhere'
            : // So are the ways to reach the owner, wherever they stood.
              isContact(link)
              ? `${what} of the contacts`
              : // The calls to action of a page lead to one place.
                `${what} in ${what === DEAD_BUTTON && link.target.kind === 'fragment' ? link.target.place : link.link.landmark}`,
        message: `${toPlace(link)} ${what}`,
        fix: `Link to ${addressOf(link)} again`,
        ...placesOf(pair, link, undefined),
      }),
    ]
  })
}

/** Whether one link may stand for another: what a shop is for, or visitors come for, by what is for it as well. */
const doesAsMuch = (was: string, is: string): boolean =>
  isPurchase(was)
    ? isPurchase(is) || (GIVES.test(was) && GIVES.test(is))
    : !isDecisiveName(was) || isDecisiveName(is)

const GIVES = /\b(donat\w*|sponsor\w*|support|give|giving|fund\w*)\b/i

/** A link without a name is called by where it leads. */
const toPlace = (link: Link): string =>
  link.link.name ? `${label(link)} to ${shownPlace(link.target.place)}` : label(link)

/** `/events/page2`, `/blog?page=3`: a page of a list by its number, as far as it is the list's own address. */
const PAGED = /[/?&]page[-/=]?\d+\/?$/i

/** Tells the numbered pages of a list to which, or to one of whose pages, the new page links. */
function pagerReader(now: readonly Link[]): (link: Link) => boolean {
  const listOf = ({ target: { place } }: Link) => placeKey(place.replace(PAGED, '') || '/')
  const lists = new Set(now.map(listOf))
  return link => PAGED.test(link.target.place) && /\d/.test(link.name) && lists.has(listOf(link))
}

const nameAndTarget = ({ called, target }: Link) => `${called}|${target.kind} ${target.place}`

/** What a press on a control of the page brings into sight, as a folded part of a menu that is drawn then. */
const shownOnPress = (side: Side<'probes'>) =>
  new Set(probesOf(side).flatMap(({ revealed }) => revealed.map(text => normalise(text))))

/** An icon that leads to a page of another site, as those of networks do; one without words that leads nowhere may be it. */
const isSilent = ({ link, name, target }: Link) =>
  name === '' && target.kind === 'external' && link.state === 'visible' && stepsOf(target).length > 1

const GONE = 'is gone, and nothing else leads there'
const BUTTON = 'became a button'
const DEAD_BUTTON = 'became a button that does nothing when it is pressed'
const TEXT = 'became plain text'

/** What became of the link by what has its name now: null where nothing has, '' where that does as well. */
function lossOf(link: Link, texts: ReturnType<typeof shownTexts>): string | null {
  const { name, target } = link
  if (name === '') return null
  // Whoever wrote or called by it presses what is called so, whatever else was.
  if (texts.isDeadButton(name, isContact(link) || undefined)) return DEAD_BUTTON
  // A button scrolls and opens as well as a link does; it is no address that can be followed.
  if (texts.becameButton(name)) return target.kind === 'fragment' || texts.isShownLarger(link) ? '' : BUTTON
  return texts.becameText(name, target.kind === 'fragment') ? TEXT : null
}

/** What holds a launch: what visitors come for cannot be had, and nobody can be written to or called. */
function gradeOf(
  one: Link,
  what: string,
  is: {
    isLeft: (was: Target) => boolean
    isReached: (link: Link) => boolean
    isDone: (link: Link) => boolean
  },
): 'prominent' | 'folded' | 'jump' | undefined {
  const { link, target, prominent, folded } = one
  const isDead = what === DEAD_BUTTON
  // An address that can be read as text can be copied, and telephones know a number.
  if (isContact(one)) return (isDead || what === GONE) && !is.isLeft(target) ? 'prominent' : undefined
  const isAction = link.looksLikeButton && link.landmark !== 'contentinfo'
  if (what === GONE) {
    if (folded) return 'folded'
    if (isAction && isDecisiveName(link.name) && !is.isDone(one)) return 'prominent'
    return target.kind === 'fragment' ? 'jump' : undefined
  }
  const isOfMenu = (prominent || folded) && !/^(external|fragment)$/.test(target.kind)
  if (isDead && isOfMenu) return 'prominent'
  return isAction && what !== BUTTON && !is.isReached(one) ? 'prominent' : undefined
}

const isContact = ({ target }: Link) => /^(mail|phone)$/.test(target.kind) || isChat(target)

/** Searching the running text costs its length each time. */
const MAX_SEARCHES = 200

/** What the rebuilt page shows by the name of a link: plain text or a button, more often than the original does. */
function shownTexts(pair: Pair<'document' | 'health' | 'images' | 'layouts' | 'probes'>, now: Link[]) {
  const { original, rebuilt } = pair
  const [before, after] = [textsOf(original), textsOf(rebuilt)]
  const linked = new Set(now.map(({ name }) => name))
  // A link may say more than it did, as a logo that says its name twice.
  const names = now.map(({ name }) => ` ${plainly(name)} `)
  const becameButton = (name: string) => count(after.buttons, name) > count(before.buttons, name)
  const pressed = probesOf(rebuilt).filter(({ role, way }) => role === 'button' && way === 'press')
  const hasNoListener = noListenerReader(pair)
  /** And was pressed in vain, or nobody would hear a press of it. */
  const isDeadButton = (name: string, isMeant = becameButton(name)): boolean => {
    if (!isMeant || count(after.buttons, name) === 0) return false
    const tried = pressed.filter(one => normalise(one.name) === name)
    if (tried.length === 0) return hasNoListener({ name, role: 'button' })
    return tried.every(isWithoutEffect)
  }
  const head = new Set(
    (atWidth(rebuilt.layouts, DESKTOP)?.blocks ?? []).flatMap(({ kind, text, landmark, box }) =>
      kind !== 'link' && (/^(banner|navigation)$/.test(landmark) || box.y < HEADER_WINDOW)
        ? normalise(text)
        : [],
    ),
  )
  const visible = rebuilt.layouts.flatMap(({ blocks }) =>
    blocks.flatMap(({ state, text }) =>
      state === 'visible' && text.includes('@') ? text.toLowerCase() : [],
    ),
  )
  let searches = 0
  return {
    says: (text: string) => visible.some(said => said.includes(text)),
    isAtHead: (name: string) => head.has(name),
    becameButton,
    isShownLarger: viewerReader(rebuilt),
    isDeadButton,
    /** Names of those in sight that the original has not and that are not known to do nothing. */
    newButtons: (atWidth(rebuilt.layouts, DESKTOP)?.controls ?? []).flatMap(({ role, name, state }) => {
      const isThere = role === 'button' && state === 'visible' && becameButton(normalise(name))
      return isThere && !isDeadButton(normalise(name)) ? [name] : []
    }),
    /** `isJump`: to a part of the page, the heading of which is not what became of it. */
    becameText(name: string, isJump: boolean): boolean {
      if (before.alone.has(name)) {
        const isWhole = before.linked.has(name)
        // In a heading or a cell, whose text is not a link's alone.
        const known = isWhole || linked.has(name) ? count(before.plain, name) : 0
        // A link of its own does not become the heading of a section.
        const headings = isJump || isWhole ? count(after.headings, name) : 0
        return count(after.plain, name) - headings > known
      }
      // Inside a sentence, or over several blocks.
      const said = ` ${plainly(name)} `
      if (said.length < 6 || searches++ >= MAX_SEARCHES) return false
      return ` ${after.running} `.includes(said) && !names.some(other => other.includes(said))
    },
  }
}

const count = (groups: ReadonlyMap<string, string[]>, name: string) => groups.get(name)?.length ?? 0

function textsOf({ layouts }: Side<'layouts'>) {
  const layout = atWidth(layouts, DESKTOP)
  const blocks = (layout?.blocks ?? []).map(({ kind, text }) => ({ kind, text: normalise(text) }))
  const plain = blocks.flatMap(({ kind, text }) => (kind === 'link' || kind === 'button' ? [] : text))
  const named = (wanted: string) =>
    (layout?.controls ?? []).flatMap(({ role, name }) => (role === wanted ? normalise(name) : []))
  return {
    alone: new Set(blocks.map(({ text }) => text)),
    linked: new Set(blocks.flatMap(({ kind, text }) => (kind === 'link' ? text : []))),
    plain: Map.groupBy(plain, text => text),
    headings: Map.groupBy(
      blocks.flatMap(({ kind, text }) => (kind === 'heading' ? text : [])),
      text => text,
    ),
    running: plainly(plain.join(' ')),
    buttons: Map.groupBy(named('button'), name => name),
  }
}

const plainly = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
