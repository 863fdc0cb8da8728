import { localePrefix } from '../../lib/locale-prefix.ts'
import { pathOf } from '../../lib/url.ts'
import type { Side } from '../core/suite.ts'

/** Whether a page is the first of its site, or of the site in one language: it stands for all of it. */
export function isFrontPage({ document }: Side<'document'>): boolean {
  const path = pathOf(document.url, document.origins)
  return (path.slice(localePrefix(path).length) || '/') === '/'
}
