/** Where what a link of the original led to is found on the rebuilt page, by whatever name and address. */
import { similarity, words } from '../../../lib/text.ts'
import { placeKey } from '../../../lib/url.ts'
import type { Pair } from '../../core/suite.ts'
import { isChat, isSameChat } from './accounts.ts'
import { deathOf, twinReader } from './answers.ts'
import type { Link, PairedLinks } from './link.ts'
import { sameTarget, stepsOf, type Target } from './targets.ts'

/** Share of words from which two names are one; their numbers have to be the same. */
const MIN_SIMILARITY = 0.5

/** Whether another link of the rebuilt page leads to what a link of the original led to. */
export function reachReader(
  pair: Pair<'linkTargets'>,
  { before, now, originals }: PairedLinks,
): (link: Link) => boolean {
  const reached = new Set(now.flatMap(({ target, end }) => [placeKey(target.place), end]))
  const phones = now.filter(({ target }) => target.kind === 'phone')
  const chats = now.filter(({ target }) => isChat(target))
  const known = new Set(before.map(({ target }) => placeKey(target.place)))
  const isTwin = twinReader(pair)
  // An address that the original has as well is the one of something else.
  const fresh = now.filter(
    ({ target, answer }) =>
      /^(page|external)$/.test(target.kind) &&
      !known.has(placeKey(target.place)) &&
      !(answer && deathOf(answer)),
  )
  const byEnd = Map.groupBy(fresh, ({ target }) => stepsOf(target).at(-1) ?? '')
  const renamed = fresh.filter(link => !originals.has(link))

  // Entries for the parts of a page are there with the page.
  const byPage = Map.groupBy(before, ({ target }) => target.place)
  return link =>
    isReached(link) ||
    (isPart(link) && byPage.get(link.target.place)!.some(one => !isPart(one) && isReached(one)))

  function isReached(link: Link): boolean {
    const { target, answer, name } = link
    if (reached.has(placeKey(target.place)) || (link.became && reached.has(link.became))) return true
    if (target.kind === 'phone') return phones.some(phone => sameTarget(phone.target, target))
    if (!/^(page|external)$/.test(target.kind)) return false
    // A chat is with its number, whatever the first message says.
    if (chats.some(chat => isSameChat(target, chat.target))) return true
    const end = stepsOf(target).at(-1)
    return (
      (end !== undefined && (byEnd.get(end) ?? []).some(other => isMoved(target, other.target))) ||
      renamed.some(
        other =>
          (other.target.kind === target.kind || isOwnNow(target, other.target)) &&
          isRenamed(name, other.name),
      ) ||
      (answer !== undefined && fresh.some(other => isTwin(answer, other.answer)))
    )
  }
}

/** `/docs/4.1/overview` for `/docs/4.1/overview/overview.html`: all steps of one are in the other, in their order. */
function isMoved(from: Target, to: Target): boolean {
  if (from.kind !== to.kind) return false
  const [short, long] = [stepsOf(from), stepsOf(to)].sort((a, b) => a.length - b.length)
  if (from.kind === 'external') return short![0] === long![0]
  let at = 0
  for (const step of long!) if (step === short![at]) at++
  return at === short!.length
}

/** By its full address before, which nothing told to be the site's own, and by its path now. */
const isOwnNow = (from: Target, to: Target): boolean =>
  from.kind === 'external' &&
  to.kind === 'page' &&
  placeKey(from.place.replace(/^\/\/[^/]+/, '')) === placeKey(to.place)

/** Whether it leads to a place in another page. */
const isPart = ({ link, target }: Link): boolean => target.kind === 'page' && link.href.includes('#')

/** `2.1 ` before the name of a chapter, and not a year. */
const CHAPTER = /^\d{1,3}(\.\d+)*\.? (?=\D)/

function isRenamed(named: string, called: string): boolean {
  const [name, other] = [named, called].map(one => one.replace(CHAPTER, '')) as [string, string]
  const numbers = (text: string) =>
    words(text)
      .filter(word => /\d/.test(word))
      .join(' ')
  return similarity(name, other) >= MIN_SIMILARITY && numbers(name) === numbers(other)
}
