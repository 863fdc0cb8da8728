/** Who can be reached by a link that does not say it, as behind an icon. */
import { isMail, isPhone, mailOf, phoneOf } from '../../../lib/contact-links.ts'
import { dialledOf, samePhone } from '../../../lib/phone.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'

type Contact = Pick<PlacedFact, 'kind' | 'value'>

/** Tells e-mail addresses and telephones to which links in sight of the new page lead, or to what the original's of that name led. */
export function linkedFacts({ original, rebuilt }: Pair<'links'>): (fact: Contact) => boolean {
  const reached = contactsOf(rebuilt.links.filter(({ state }) => state === 'visible'))
  const isReached = (one: Contact) => reached.some(other => isSame(one, other))
  const called = original.links.flatMap(link => {
    const names: Contact[] = [
      { kind: 'e-mail', value: link.name.trim().toLowerCase() },
      { kind: 'phone', value: dialledOf(link.name) },
    ]
    return contactsOf([link]).some(isReached) ? names : []
  })
  return fact => isReached(fact) || called.some(other => isSame(fact, other))
}

const contactsOf = (links: readonly Pick<Side<'links'>['links'][number], 'href'>[]): Contact[] =>
  links.flatMap(({ href }): Contact[] => {
    if (isMail(href)) return [{ kind: 'e-mail', value: mailOf(href) }]
    return isPhone(href) ? [{ kind: 'phone', value: phoneOf(href) }] : []
  })

const isSame = (a: Contact, b: Contact): boolean =>
  a.kind === b.kind && (a.kind === 'phone' ? samePhone(a.value, b.value) : a.value === b.value)
