/** The first line of what went wrong, `most` characters at most, for a sentence that says why. */
export const reasonOf = (error: unknown, most = 300): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, most)

/** Whether `error` is of Node's own reading of arguments. */
export const isOfArguments = (error: unknown): boolean =>
  error instanceof Error && Boolean((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))

/** What it says of a word that is not understood; what follows is advice for other programs. */
export const argumentsReason = (error: unknown): string =>
  `${(error as Error).message.split('. ')[0]!.replace(/\.$/, '')}.`
