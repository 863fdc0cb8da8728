/** What selectors tell of which element is in which: each is the path from the body, or from the nearest id. */

/** Steps up from an element that are looked at, its own included. */
const MAX_STEPS = 4

/** The selector and those of the elements around, as far as it tells of them; itself first. */
export function pathsOf(selector: string): string[] {
  const steps = selector.split(' > ')
  return Array.from({ length: Math.min(MAX_STEPS, steps.length) }, (_, up) =>
    steps.slice(0, steps.length - up).join(' > '),
  )
}

/** Whether the one lies in the other, a few steps deeper. */
export const isInside = (inner: string, outer: string): boolean => pathsOf(inner).slice(1).includes(outer)
