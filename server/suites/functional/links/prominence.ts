import type { Side } from '../../core/suite.ts'
import type { Link } from './pair.ts'

/** Pixels from the top in which a page without landmarks has its navigation. */
const HEAD = 160

/** Whether an owner would not go live without the link: navigation, call to action, e-mail or phone. */
export function prominence({ links }: Side<'links'>): (link: Link) => boolean {
  const marked = links.some(({ landmark }) => landmark === 'navigation')
  return ({ link, target }) => {
    if (target.kind === 'mail' || target.kind === 'phone') return true
    // A skip link is there for the keyboard only, and the accessibility suite's.
    if (target.kind === 'fragment' && link.state !== 'visible') return false
    if (link.landmark === 'navigation' || link.landmark === 'banner') return true
    if (link.looksLikeButton && link.landmark !== 'contentinfo') return true
    return !marked && link.landmark === '' && link.state === 'visible' && link.box.y < HEAD
  }
}
