/** Whose page, calendar, chat or purse at another site a link leads to. */
import { samePhone } from '../../../lib/phone.ts'
import type { Side } from '../../core/suite.ts'
import type { Target } from './targets.ts'

export interface Account {
  service: string
  /** How the address names it: two ways to name one account do not tell that there are two. */
  form: string
  name: string
  /** Visitors book, write or pay there: whoever has the account gets what was meant for the site's owner. */
  takesOrders: boolean
}

/** Where visitors book, write or pay. */
const ORDERS = [
  /^(?<service>calendly\.com|cal\.com|tidycal\.com|savvycal\.com|zcal\.co|meetings\.hubspot\.com|m\.me|paypal\.me|cash\.app|ko-fi\.com|buymeacoffee\.com|patreon\.com|(buy|donate)\.stripe\.com)\/(?<name>[^/?#]+)/,
  /^(?<service>opentable\.com|fresha\.com|gofundme\.com|venmo\.com)\/(?<form>r|a|f|u)\/(?<name>[^/?#]+)/,
  /^(?<service>paypal)\.com\/paypalme\/(?<name>[^/?#]+)/,
  /^(?<service>wa\.me)\/(?<name>[^/?#]+)/,
  /^(api|web)\.(?<service>whatsapp)\.com\/send\?(.*&)?phone=(?<name>[^&#]+)/,
]

/** Where people and companies show themselves. */
const PROFILES = [
  /^(?<service>facebook\.com)\/(?<form>profile)\.php\?(.*&)?id=(?<name>\d+)/,
  /^(?<service>instagram\.com|facebook\.com|x\.com|tiktok\.com|threads\.com|t\.me|github\.com|gitlab\.com|medium\.com|soundcloud\.com|twitch\.tv|behance\.net|dribbble\.com|linktr\.ee)\/@?(?<name>[^/?#]+)/,
  /^(?<service>linkedin\.com)\/(?<form>company|in|school|showcase)\/(?<name>[^/?#]+)/,
  /^(?<service>youtube\.com)\/(?<form>channel\/|c\/|user\/|@)(?<name>[^/?#]+)/,
  /^(?<service>pinterest)\.[a-z.]+\/(?<name>[^/?#]+)/,
  /^(?<service>snapchat\.com|bsky\.app|yelp\.com)\/(?<form>add|profile|biz)\/(?<name>[^/?#]+)/,
]

/** Where a telephone number is the name. */
const CHAT = 'wa.me'

const ALIASES: Record<string, string> = {
  'fb.com': 'facebook.com',
  'twitter.com': 'x.com',
  'threads.net': 'threads.com',
  'telegram.me': 't.me',
  'app.cal.com': 'cal.com',
  paypal: 'paypal.me',
  whatsapp: 'wa.me',
}

/** Front pages on hosts of their own. */
const FRONTS: Record<string, string> = { 'telegram.org': 't.me', 'web.telegram.org': 't.me' }

/** What the services have in the place of a name: pages of their own, posts, and ways to share. */
const RESERVED =
  /^([a-z]{1,2}|accounts?|about|apps?|bepatron|categor(y|ies)|checkout|cw|dialog|directory|discover|embed|event_types|events?|explore|features|feed|gallery|groups?|hashtag|help|home|intent|join(chat)?|jobs|legal|live|log-?in|marketplace|media|messages?|orgs|pages?|people|photos?|pin|playlist|plugins|policies|posts|pricing|privacy|profile|reels?|search|settings|shares?|sharer|sharing|shots|sign-?(in|up)|sponsors|stories|story|tags?|team|terms|topics?|trending|user|videos?|watch)(\.php)?$/

/** What generators of pages write until somebody fills it in. */
const PLACEHOLDER =
  /^(your|my)[-_.]?(account|brand|business|channel|company|handle|id|link|name|org|page|profile|shop|store|user)?([-_.]?name)?$|^(account|brand|company|example|handle|placeholder|profile|user)([-_.]?(name|id|page))?$|^(lorem|undefined|null|x{3,})$/

type Address = Pick<Target, 'kind' | 'place'>

/** The account that an address names; null where it names none, or one is not to be told. */
export function accountOf({ kind, place }: Address): Account | null {
  if (kind !== 'external') return null
  const host = hostOf({ place })
  const address = (ALIASES[host] ?? host) + place.toLowerCase().replace(/^\/\/[^/?#]*/, '')
  for (const patterns of [ORDERS, PROFILES])
    for (const pattern of patterns) {
      const { service: found = '', form = '', name: given = '' } = pattern.exec(address)?.groups ?? {}
      const service = ALIASES[found] ?? found
      const name = service === CHAT ? given.replace(/%2b|%20|\D/g, '') : given.replace(/^%40/, '')
      if (name === '' || (form === '' && RESERVED.test(name))) continue
      return {
        service,
        form: /^\d+$|-\d{9,}$/.test(name) ? `${form}#` : form,
        name,
        takesOrders: patterns === ORDERS,
      }
    }
  return null
}

/** Of a place at another site as people name it, whatever the device or the language. */
export const hostOf = ({ place }: Pick<Target, 'place'>): string => {
  const host = place.slice(2).split(/[/?#]/)[0]!.toLowerCase()
  const main = host.replace(/^(m|mobile|[a-z]{2})\.(?=[^.]+\.)/, '')
  return ALIASES[main] ?? main
}

/** Tells the site where on it a link was followed, and nothing of what is asked for. */
export const WHENCE =
  /^(ref|referr?er|src|source|from|via|origin|pos(ition)?|loc(ation)?|placement|cta|campaign)$/i

/** What names an account, a branch or an offer at another service: letters with a digit, and no address or words to share. */
const IDENTIFIER = /^(?!\w+:)(?=\S*(?<![\da-z])(?=[\da-z]*\d)[\da-z]{6})\S+$/i

/** Whether an address at another service lacks all by which it said for whom or what it is asked: `?clinic=32286151`. */
export function losesIdentifier(from: Target, to: Target): boolean {
  const [, query] = from.place.split('?')
  const asked = [...new URLSearchParams(query)].filter(([name]) => !WHENCE.test(name))
  const identifiers = asked.map(([, value]) => value).filter(value => IDENTIFIER.test(value))
  const [path, queryNow] = to.place.split('?')
  const now = [path!, ...new URLSearchParams(queryNow).values()].join(' ')
  return identifiers.length > 0 && !identifiers.some(value => now.includes(value))
}

interface Leading {
  target: Target
  near: string
  end: string | undefined
}

/**
 * What became of the account that a link of the original leads to: the same one; another, or one that nobody has, by its
 * name; such a one for bookings, chats and payments, or the front page of that service. Null where that does not tell.
 */
export function accountReader(before: readonly Leading[], original: Side<'layouts' | 'links'>) {
  const isSaid = phoneFinder(original)
  const known = new Map<string, Set<string>>()
  for (const { target } of before) {
    const account = accountOf(target)
    if (account) known.set(account.service, (known.get(account.service) ?? new Set()).add(account.name))
  }
  return (link: Leading, counterpart: Leading): 'same' | 'other' | 'orders' | null => {
    const was = accountOf(link.target)
    const service = hostOf(link.target)
    if ([link, counterpart].every(({ target }) => isFrontOf(service, target)))
      return losesIdentifier(link.target, counterpart.target) ? null : 'same'
    const is = accountOf(counterpart.target)
    // Whatever service the original's was at, visitors would write to nobody now.
    if (!was && is && PLACEHOLDER.test(is.name) && /\/[^/]/.test(link.target.place.slice(2)))
      return is.takesOrders ? 'orders' : 'other'
    if (!was || PLACEHOLDER.test(was.name)) return null
    if (!is && isFrontOf(was.service, counterpart.target)) return was.takesOrders ? 'orders' : 'other'
    if (!is) return null
    if (is.service !== was.service || (is.form !== was.form && !PLACEHOLDER.test(is.name))) return null
    if (isSame(was, is) || leadsTo(link, is) || leadsTo(counterpart, was)) return 'same'
    // Without its country the number reached nobody; it has one now, and the page says the rest.
    if (was.service === CHAT && samePhone(chatOf(is), was.name) && isSaid(was.name)) return 'same'
    // One of several, such as a person of a team, is told by the heading above it.
    if (known.get(was.service)!.size > 1 && link.near !== counterpart.near) return null
    return was.takesOrders ? 'orders' : 'other'
  }
}

const isSame = (a: Account, b: Account): boolean =>
  a.service === CHAT ? samePhone(chatOf(a), chatOf(b)) : a.name === b.name

/** Whether a page has these digits in one text or behind a link that calls. */
function phoneFinder({ layouts, links }: Side<'layouts' | 'links'>): (digits: string) => boolean {
  const texts = layouts.flatMap(({ blocks }) => blocks.map(({ text }) => text))
  const calls = links.map(({ href }) => href).filter(href => href.startsWith('tel:'))
  return digits => [...calls, ...texts].some(text => text.replaceAll(/\D/g, '').includes(digits))
}

/** Whether a link leads to an account under the name that a template has for one. */
export const isNobodys = (target: Target): boolean => PLACEHOLDER.test(accountOf(target)?.name ?? ' ')

/** Whether a link opens a chat with a telephone. */
export const isChat = (target: Address): boolean => accountOf(target)?.service === CHAT

/** Whether two links open a chat with one telephone. */
export function isSameChat(a: Address, b: Address): boolean {
  const [one, other] = [accountOf(a), accountOf(b)]
  return one?.service === CHAT && other?.service === CHAT && isSame(one, other)
}

/** Whether a link opens a chat with the telephone number `dialled`, which is as `dialledOf` gives it. */
export function isChatWith(target: Target, dialled: string): boolean {
  const account = accountOf(target)
  return account?.service === CHAT && samePhone(chatOf(account), dialled)
}

/** Numbers there begin with their country; one that has a zero first lacks it, or says it as `0049`. */
const chatOf = ({ name }: Account): string => (name.startsWith('0') ? name.replace(/^00/, '+') : `+${name}`)

/** The service redirects from an old name of the account to its new one. */
function leadsTo({ end }: Leading, { service, name }: Account): boolean {
  const led = end ? accountOf({ kind: 'external', place: end }) : null
  return led?.service === service && led.name === name
}

/** The service that a link leads to an account of, or to the front page of: what is left of one that was not filled in. */
export function serviceOf(target: Target): string | null {
  const service = accountOf(target)?.service ?? serviceAt(target)
  return accountOf(target) ||
    (isFrontOf(service, target) && PROFILES.some(one => one.test(`${service}/name`)))
    ? service
    : null
}

const serviceAt = (target: Pick<Target, 'place'>): string => FRONTS[hostOf(target)] ?? hostOf(target)

const isFrontOf = (service: string, { kind, place }: Target): boolean =>
  kind === 'external' && serviceAt({ place }) === service && /^\/\/[^/?#]*\/?([?#]|$)/.test(place)
