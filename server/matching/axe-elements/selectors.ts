/**
 * What selectors tell of which element is in which. They are paths of six steps at most, and lack their beginning where
 * the element lies deeper: the path of an element and that of one in it begin at different steps then.
 */

/** Steps up from an element that are looked at, its own included. */
const MAX_STEPS = 4
/** A path that lacks its beginning tells little when it is shorter. */
const MIN_TAIL_STEPS = 3

/** The selector and those of the elements around, as far as it tells of them; itself first. */
export function pathsOf(selector: string): string[] {
  const steps = selector.split(' > ')
  return Array.from({ length: Math.min(MAX_STEPS, steps.length) }, (_, up) =>
    steps.slice(0, steps.length - up).join(' > '),
  )
}

/** The selector, and how it ends: what a path of an element in it may call it. */
export function tailsOf(selector: string): string[] {
  const steps = selector.split(' > ')
  return Array.from({ length: MAX_STEPS }, (_, down) => steps.slice(down))
    .filter((tail, down) => down === 0 || tail.length >= MIN_TAIL_STEPS)
    .map(tail => tail.join(' > '))
}

/** Whether the one may lie in the other, a few steps deeper. */
export function isInside(inner: string, outer: string): boolean {
  const tails = tailsOf(outer)
  return pathsOf(inner)
    .slice(1)
    .some(path => tails.includes(path))
}
