import { pathOf } from '../../lib/url.ts'
import type { Side } from '../core/suite.ts'

/** Whether a page is the first of its site, which stands for all of it. */
export const isFrontPage = ({ document }: Side<'document'>): boolean =>
  pathOf(document.url, document.origins) === '/'
