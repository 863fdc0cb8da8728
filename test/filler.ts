/** Files of a given weight that do nothing. */

/** Style rules that match nothing, `bytes` of them. */
export const rules = (bytes: number): string =>
  filler(bytes, at => `.rule-${at} { color: rgb(${at % 256}, ${(at * 7) % 256}, ${(at * 13) % 256}) }`)

/** Lines up to `bytes`, none like the other: a server that compresses has something to do. */
export function filler(bytes: number, line: (at: number) => string): string {
  const lines: string[] = []
  for (let at = 0, length = 0; length < bytes; at++) {
    const next = line(at)
    lines.push(next)
    length += next.length + 1
  }
  return lines.join('\n')
}
