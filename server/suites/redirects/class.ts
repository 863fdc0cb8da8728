/** Where an old URL ends on the new host: exactly one of these. */
export type RedirectClass = keyof typeof CLASSES

/** Penalty of its weight, and what it says of "the new site …". In the order of a report. */
export const CLASSES = {
  kept: { penalty: 0, says: 'answers it as before' },
  moved: { penalty: 0, says: 'leads to the page that took its place, with one permanent redirect' },
  unredirectable: { penalty: 0, says: 'cannot redirect it: Shopify reserves the path' },
  chain: { penalty: 0.2, says: 'leads there by way of more than one redirect' },
  temporary: { penalty: 0.3, says: 'leads there with a temporary redirect' },
  'client-redirect': { penalty: 0.5, says: 'leads there by a redirect in the page (meta refresh or script)' },
  'category-fallback': { penalty: 0.5, says: 'leads to the list that it was in' },
  gone: { penalty: 0.5, says: 'answers 410 Gone' },
  loop: { penalty: 1, says: 'redirects in a circle' },
  dead: { penalty: 1, says: 'ends in an error' },
  'home-dump': { penalty: 1, says: 'leads to the home page, or to one page for everything' },
  'wrong-target': { penalty: 1, says: 'leads to another page' },
  'soft-404': { penalty: 1, says: 'answers 200 with a page that says it is not there' },
  missing: { penalty: 1, says: 'answers 404' },
  /** Counts neither for nor against. */
  throttled: { penalty: 0, says: 'would not answer' },
} as const satisfies Record<string, { penalty: number; says: string }>

export const CLASS_NAMES = Object.keys(CLASSES) as RedirectClass[]

/** Of an old URL whose address is lost to its visitors. */
export const isLost = (name: RedirectClass): boolean => CLASSES[name].penalty === 1
