/** Who can be reached by a link that does not say it, as behind an icon. */
import { isMail, isPhone, mailOf, phoneOf } from '../../../lib/contact-links.ts'
import { dialledOf, samePhone } from '../../../lib/phone.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { FactComparison } from '../comparison/facts.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import type { TextOutcome } from '../outcomes/outcome.ts'

type Contact = Pick<PlacedFact, 'kind' | 'value'>

/** Tells e-mail addresses and telephones to which links in sight of the new page lead, or to what the original's of that name led. */
export function linkedFacts({ original, rebuilt }: Pair<'links'>): (fact: Contact) => boolean {
  const isReached = contactsBehind(rebuilt.links)
  const called = original.links.flatMap(link => {
    const names: Contact[] = [
      { kind: 'e-mail', value: link.name.trim().toLowerCase() },
      { kind: 'phone', value: dialledOf(link.name) },
    ]
    return contactsOf([link]).some(isReached) ? names : []
  })
  return fact => isReached(fact) || called.some(other => isSame(fact, other))
}

/** Tells telephones and mailboxes to which links in sight lead: ways to call or to write, and not words alone. */
export function contactsBehind(links: Side<'links'>['links']): (fact: Contact) => boolean {
  const reached = contactsOf(links.filter(({ state }) => state === 'visible'))
  return fact => reached.some(other => isSame(fact, other))
}

/** What a line says beside a telephone number or a mailbox. */
const LABEL =
  /^(?:e|mails?|email|courriel|correo|posta|tele(?:phone|fon|fono|foon|fone)|téléphone|teléfono|tel|tél|phone|call|mobile?|mobil(?:telefon)?|handy|portable|móvil|cell(?:ulare)?|fon|komórka|direct|office|büro|or|oder|ou|o|and|und|et|y)$/u

/**
 * Tells a text of nothing but telephone numbers and mailboxes with their labels, to all of which links lead that are
 * called otherwise: nobody lost the way to reach somebody.
 */
export function linkedLines(
  pair: Pair<'links'>,
  { missing, original }: FactComparison,
): (outcomes: readonly TextOutcome[]) => boolean {
  const isLinked = linkedFacts(pair)
  const gone = new Map(missing.map(each => [each.fact, each]))
  const isBehindLink = (fact: PlacedFact) => gone.get(fact)!.instead === undefined && isLinked(fact)
  const isLine = ({ passage, words }: TextOutcome) => passage.kind !== 'heading' && words.every(isLabel)
  return outcomes => {
    if (!outcomes.every(isLine)) return false
    const lost = outcomes.flatMap(({ index }) =>
      original.filter(fact => fact.passage === index && gone.has(fact)),
    )
    return lost.length > 0 && lost.every(isBehindLink)
  }
}

const isLabel = (word: string) => LABEL.test(word.toLowerCase())

const contactsOf = (links: readonly Pick<Side<'links'>['links'][number], 'href'>[]): Contact[] =>
  links.flatMap(({ href }): Contact[] => {
    if (isMail(href)) return [{ kind: 'e-mail', value: mailOf(href) }]
    return isPhone(href) ? [{ kind: 'phone', value: phoneOf(href) }] : []
  })

const isSame = (a: Contact, b: Contact): boolean =>
  a.kind === b.kind && (a.kind === 'phone' ? samePhone(a.value, b.value) : a.value === b.value)
