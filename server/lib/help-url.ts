/**
 * Where the documentation of a rule such as `seo/title/missing` is, on the server that gave the scorecard:
 * `/docs/checks/seo#title-missing`.
 */
export const helpUrlOf = (rule: string): string => `/docs/checks/${rule.split('/')[0]}#${anchorOf(rule)}`

/** The rule's place in the page of its suite. */
export const anchorOf = (rule: string): string => rule.split('/').slice(1).join('-')
