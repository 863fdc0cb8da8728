import { policyKinds } from '../../core/policies.ts'
import type { Link, PairedLinks } from './link.ts'

/** What the law has a site say to all of its visitors; shops owe their buyers more, which the catalog judges. */
const OWED = new Set(['privacy policy', 'terms and conditions', 'legal notice'])

const kindsOf = ({ link }: Link) => policyKinds(link.name).filter(kind => OWED.has(kind))

/** All that a link to a page with all of them says. */
const ANY = /^(legal|rechtliches)$/i

/**
 * Tells the links to legal pages of the original's own site to whose kind no link of the new page leads any more, nor a
 * button of it opens one; `buttons`: their names.
 */
export function legalReader(
  { now }: Pick<PairedLinks, 'now'>,
  buttons: readonly string[] = [],
): (link: Link) => boolean {
  const links = now.filter(({ target }) => target.kind !== 'placeholder')
  if (links.some(({ link }) => ANY.test(link.name.trim()))) return () => false
  const left = new Set([...links.flatMap(kindsOf), ...buttons.flatMap(policyKinds)])
  return link => link.target.kind === 'page' && kindsOf(link).some(kind => !left.has(kind))
}
