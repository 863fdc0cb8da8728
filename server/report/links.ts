/** Where a report's parts are: on a server under the job's address, on a disk beside the report. */
export interface Links {
  /** The address of an artifact by its name, or null where there is none of it. */
  artifact(name: string): string | null
  /** The documentation of a rule, from an issue's `help_url`. */
  help(url: string): string
  /** Where whoever looks at it may accept the issue of a key; absent where he may not. */
  accept?(key: string): string
}
