import { policyKinds } from '../../core/policies.ts'
import type { Link, PairedLinks } from './link.ts'

/** What the law has a site say to all of its visitors; shops owe their buyers more, which the catalog judges. */
const OWED = new Set(['privacy policy', 'terms and conditions', 'legal notice'])

const kindsOf = ({ link }: Link) => policyKinds(link.name).filter(kind => OWED.has(kind))

/** Tells the links to legal pages of the original's own site to whose kind no link of the new page leads any more. */
export function legalReader({ now }: Pick<PairedLinks, 'now'>): (link: Link) => boolean {
  const left = new Set(now.filter(({ target }) => target.kind !== 'placeholder').flatMap(kindsOf))
  return link => link.target.kind === 'page' && kindsOf(link).some(kind => !left.has(kind))
}
