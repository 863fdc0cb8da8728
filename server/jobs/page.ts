import { createHash } from 'node:crypto'
import { urlKey } from '../lib/url.ts'

/**
 * The page that a job verifies, whatever preview it is compared with: a name made of the original's address without
 * scheme, `www.`, letter case, tracking parameters and fragment. It is stored, so that another way of making it would
 * part pages from their history.
 */
export const pageOf = (originalUrl: string): string =>
  createHash('sha256').update(urlKey(originalUrl, [])).digest('hex').slice(0, 32)

/** Whether a text can be the name of a page. */
export const isPage = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)
