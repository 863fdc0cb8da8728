/** A selector without the turns of its elements among their siblings: equal for like things in like entries of one list. */
export const withoutTurns = (selector: string): string => selector.replace(/:nth-of-type\(\d+\)/g, '')

/** The same for entries that have an id each. */
export const withoutTurnsAndIds = (selector: string): string =>
  withoutTurns(selector).replace(/#[\w-]+/g, '#')

/** Whether an element is `holder` or stands in it, by their selectors. */
export const isWithin = (selector: string, holder: string): boolean =>
  holder !== '' && (selector === holder || selector.startsWith(`${holder} > `))

/** The selector of the element around one; empty around the outermost. */
export const parentOf = (selector: string): string =>
  selector.slice(0, Math.max(0, selector.lastIndexOf(' > ')))

/** The selectors of the elements around one, from the outermost to its parent. */
export function ancestorsOf(selector: string): string[] {
  const steps = selector.split(' > ').slice(0, -1)
  return steps.map((_, at) => steps.slice(0, at + 1).join(' > '))
}
