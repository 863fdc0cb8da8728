/** What Shopify's URL redirects cannot take up, whatever is imported. */

/** Paths that belong to the platform or to its apps, with everything below them. */
const RESERVED = /^\/(apps|application|carts?|orders|shop|services|a|community|tools)(\/|$)/i
/** Pages that each store has; below the last two any path is one. */
const FIXED = /^\/(products|collections|collections\/all|collections\/(vendors|types)(\/.*)?)?\/?$/i

/** Pages of the platform's own that lead on by themselves, before any redirect is looked for. */
const LEADING = /^\/(account|admin|checkouts?|challenge|password|search)(\/|$)/i

export const LONGEST_PATH = 1024

/** @param path path and query. A query on a page that is always there cannot be told from that page. */
export const isReserved = (path: string): boolean => {
  const pathname = path.split(/[?#]/)[0]!
  return RESERVED.test(pathname) || FIXED.test(pathname)
}

export const leadsByItself = (path: string): boolean => LEADING.test(path)
