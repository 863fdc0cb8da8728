/** The ways to what a site sells, books or collects at another host. */
import { isPurchase } from '../../../lib/purchase.ts'
import { countWords, words } from '../../../lib/text.ts'
import { isEdited } from '../../core/made-anew.ts'
import type { Pair } from '../../core/suite.ts'
import { accountOf, hostOf } from './accounts.ts'
import type { Link, PairedLinks } from './link.ts'
import { framedReader, selfReader } from './offered.ts'
import { sameTarget, type Target } from './targets.ts'

/** What such a link is called by what is done there. Where one fetches an app nothing is bought. */
const TRADES = {
  give: /\b(?:donat(?:e|ions?)|spenden?|faire un don|donar|donaciones|doneren)\b|пожертв/i,
  book: /\b(?:book(?:ings?)?|reserv(?:e|ations?)|appointments?|tickets?|termin(?:e|buchung)?|buchen|reservier\w*|billets?|billetterie|rendez-vous|prenota\w*|biglietti|entradas|reservas?|reservar|citas?|reserveren|bilety|rezerwacja)\b|réserv|билет|запис(?:ь|аться)/i,
  buy: /(?<!\b(?:app|play|web) ?)\b(?:(?:e-?|web|online-?)?shop(?:ping)?|store|boutique|tienda|negozio|winkel|sklep)\b|магазин/i,
}
/** Words of a link that says what it is for; a longer one tells of something. */
const MAX_WORDS = 5

/** Where things are sold, tables, seats and hours booked, and donations given. */
const SELLERS =
  /(?:^|\.)(?:etsy|ebay|amazon|eventbrite|ticketmaster|dice|opentable|resy|exploretock|sevenrooms|thefork|quandoo|doordash|ubereats|grubhub|toasttab|deliveroo|just-eat|lieferando|wolt|booking|airbnb|booksy|fresha|treatwell|vagaro|mindbodyonline|acuityscheduling|simplybook|doctolib|calendly|gofundme|donorbox|betterplace|paypal|patreon|ko-fi|bandcamp|myshopify|square|squareup)\.[a-z.]+$/
/** What addresses of such places say of themselves. */
const ADDRESSES =
  /(?:^|[./_-])(?:e?shops?|stores?|merch|tickets?|book(?:ings?|-?now|-?online|ing-?engine)?|reserv\w*|appointments?|orders?|ordering|checkout|buy|pay|donat\w*|sponsors?|support|spenden?|termine?|tienda|boutique|sklep)(?=[./?#_-]|$)/i

/** What one does by a link at a place of trade, as it is called; undefined where it is none. */
export function tradeOf({ link: { name } }: Link): string | undefined {
  if (countWords(words(name)) > MAX_WORDS) return undefined
  const [trade] = Object.entries(TRADES).find(([, called]) => called.test(name)) ?? []
  return trade ?? (isPurchase(name) ? 'buy' : undefined)
}

/** Whether an address of another site is one where that is done. */
const sells = (target: Target): boolean =>
  accountOf(target)?.takesOrders === true || SELLERS.test(hostOf(target)) || ADDRESSES.test(target.place)

/**
 * Tells of a link of the original whether it was the last way to what is sold, booked or collected at another site, in the
 * navigation or as a call to action, and its counterpart is none: it leads nowhere, to a page that was linked to for
 * something else, or, where nobody edited the page, to a site that says nothing of the kind.
 */
export function lastWayReader(
  pair: Pair<'document' | 'head' | 'health' | 'layouts' | 'links' | 'volatile'>,
  { before, now, originals }: PairedLinks,
): (link: Link, counterpart: Link) => boolean {
  const [isSelf, isFramed] = [selfReader(pair), framedReader(pair.rebuilt)]
  const isKnown = (to: Target) => isSelf(to) || before.some(({ target }) => sameTarget(target, to))
  const isAway = ({ target }: Link) => target.kind === 'external'
  const hosts = new Set(now.filter(isAway).map(({ target }) => hostOf(target)))
  const isKept = (link: Link) => {
    const old = originals.get(link)
    return (
      /^(page|external)$/.test(link.target.kind) &&
      (old ? sameTarget(old.target, link.target) : !isKnown(link.target))
    )
  }
  const ways = new Set(now.filter(isKept).map(tradeOf))
  return (link, { target: to }) => {
    if (!isAway(link) || !link.prominent || link.link.state !== 'visible') return false
    const trade = tradeOf(link)
    if (!trade || ways.has(trade) || hosts.has(hostOf(link.target)) || isFramed(link.target)) return false
    if (to.kind === 'page') return isKnown(to)
    return to.kind === 'placeholder' || (to.kind === 'external' && !sells(to) && !isEdited(pair))
  }
}
