/**
 * Where the documentation of a rule such as `seo/title/missing` is, on the server that gave the scorecard:
 * `/docs/checks/seo#title-missing`.
 */
export function helpUrlOf(rule: string): string {
  const [suite, ...rest] = rule.split('/')
  return `/docs/checks/${suite}#${rest.join('-')}`
}
