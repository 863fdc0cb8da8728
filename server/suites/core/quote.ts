/** As much of a text as a message can hold: at most `max` characters, whole words where there are any, and an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  let end = max - 1
  while (end > max / 2 && !/\s/.test(text[end]!)) end--
  // A long address, or a script without spaces, is cut where it is.
  const start = text.slice(0, end > max / 2 ? end : max - 1)
  return `${start.replace(/[\s\p{Cs}\p{Ps}\p{Pi}\p{Pd},;:]+$/u, '')}…`
}

/** A text in quotation marks, shortened to `max` characters. */
export const quote = (text: string, max = 80): string => `“${shorten(text, max)}”`

/** The first `max` items, and how many more there are: `a, b, c and 4 more`; with a separator `a; b; c; and 4 more`. */
export function listed(items: readonly string[], max = 3, separator?: string): string {
  const shown = items.slice(0, max).join(separator ?? ', ')
  return items.length > max ? `${shown}${separator ?? ' '}and ${items.length - max} more` : shown
}
