/** The name of each spelling in a table of lines and `|`: of the spellings between them the first is the name. */
export function readSpellings(table: string): Map<string, string> {
  const groups = table.trim().split(/\s*[|\n]\s*/)
  return new Map(
    groups.flatMap(group => {
      const spellings = group.split(' ')
      return spellings.map(spelling => [spelling, spellings[0]!] as const)
    }),
  )
}

/** The source of a pattern that matches any of these spellings, the longest first. */
export const anyOf = (spellings: Iterable<string>): string =>
  [...spellings]
    .sort((a, b) => b.length - a.length)
    .map(spelling => spelling.replace(/[$.+]/g, String.raw`\$&`))
    .join('|')
