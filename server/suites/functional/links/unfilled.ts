/** New links whose address is still the one of a template, which nobody filled in. */
import type { Finding } from '../../core/finding.ts'
import type { Pair } from '../../core/suite.ts'
import { isChat, isNobodys } from './accounts.ts'
import { type Link, label, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'
import { sameTarget, type Target } from './targets.ts'

/** `SEU_LINK`, `YOUR-FORM-ID`, `55SEUNUMERO`, `55XXXXXXXX`: in capitals, as no service writes its addresses. */
const WORDS =
  /(?<![A-Za-z])(?:(?:YOUR|SEU|SUA|IHRE?|DEINE?|VOTRE|INSERT|REPLACE)[_-][A-Z]{2,}|(?:YOUR|SEU|SUA|IHRE?|DEINE?|VOTRE)(?:NUM[BM]?ERO?|LINK|USER|NAME|ID|CODE|HANDLE|URL|PHONE|TELEFONE?|WHATSAPP)|X{4,}(?![A-Za-z]))/
/** What templates write in the place of a domain, and one that is reserved for examples (RFC 2606). */
const DOMAINS = /(?:^|\.)your-?(?:domain|site|website|company)\.\w+$/i
const EXAMPLE = /(?:^|\.)example\.(?:com|net|org)$/i
/** One digit seven times, the digits in order, and the numbers that films have. */
const NUMBERS = /(\d)\1{6,}$|1234567(?:8(?:90?)?)?$|^\+?1?\d{3}55501\d\d$/

function isUnfilled({ link, target }: Link): boolean {
  const { kind, place } = target
  // `tel:`, and nothing to call.
  if (kind === 'placeholder') return /^(mailto|tel|sms|callto):/i.test(place)
  if (kind === 'phone')
    return !/\d/.test(place) || NUMBERS.test(place.slice('tel:'.length)) || WORDS.test(link.raw)
  if (kind === 'mail') return DOMAINS.test(place.split('@').at(-1)!) || WORDS.test(link.raw)
  if (kind !== 'external') return false
  const [address = ''] = place.split('#')
  const host = address.slice(2).split(/[/?]/)[0]!
  const number = isChat(target) ? (/\d{7,}/.exec(address)?.[0] ?? '') : ''
  return (
    isNobodys(target) ||
    WORDS.test(address) ||
    DOMAINS.test(host) ||
    EXAMPLE.test(host) ||
    NUMBERS.test(number)
  )
}

const isContact = (target: Target) => /^(mail|phone)$/.test(target.kind) || isChat(target)

/** By the link of the rebuilt page; `known` ones were reported already. */
export function unfilled(
  pair: Pair<'document'>,
  { before, now, originals }: PairedLinks,
  known: ReadonlyMap<Link, Finding>,
): Map<Link, Finding> {
  const hadContacts = before.some(({ target }) => isContact(target))
  const isNew = (link: Link) => {
    const old = originals.get(link)
    return (
      !known.has(link) &&
      // An empty one may be what is left of a contact, which is told as lost.
      !(link.target.kind === 'placeholder' && hadContacts) &&
      !(old && isUnfilled(old)) &&
      !before.some(one => sameTarget(one.target, link.target))
    )
  }
  const found = now.filter(link => isUnfilled(link) && isNew(link))
  const isOnlyContact = !now.some(link => isContact(link.target) && !isUnfilled(link))
  return new Map(
    found.map(one => {
      const { link, target } = one
      const isAction = link.state === 'visible' && link.looksLikeButton && link.landmark !== 'contentinfo'
      const finding = rules.report('unfilled', {
        place: target.place,
        as: isAction || (isContact(target) && isOnlyContact) ? 'action' : undefined,
        message: `${label(one)} leads to ${target.place}, an address of a template that was not filled in`,
        ...placesOf(pair, originals.get(one), one),
      })
      return [one, finding]
    }),
  )
}
