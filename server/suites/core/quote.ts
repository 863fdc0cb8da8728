/** As much of a text as a message can hold: at most `max` characters, and an ellipsis for the rest. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…` : text

/** A text in quotation marks, shortened to `max` characters. */
export const quote = (text: string, max = 80): string => `“${shorten(text, max)}”`

/** The first `max` items, and how many more there are: `a, b, c and 4 more`; with a separator `a; b; c; and 4 more`. */
export function listed(items: readonly string[], max = 3, separator?: string): string {
  const shown = items.slice(0, max).join(separator ?? ', ')
  return items.length > max ? `${shown}${separator ?? ' '}and ${items.length - max} more` : shown
}
