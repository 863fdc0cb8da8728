/** The first line of what went wrong, `most` characters at most, for a sentence that says why. */
export const reasonOf = (error: unknown, most = 300): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, most)
