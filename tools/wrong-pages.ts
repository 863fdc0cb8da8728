/** The tables and the list of docs/methods/wrong-page.md: each of their rows is a test. */
import { anchorOf } from '../server/lib/help-url.ts'
import { suites } from '../server/suites/index.ts'
import { RIGHT_PAGES, STAYING_PAGES, WRONG_PAGES, WRONG_PAIRS } from '../test/capture/wrong-pages.ts'

/** By the name of their mark. */
export const wrongPageTables = (): readonly (readonly [name: string, table: string])[] => [
  ['wrong pages', tableOf('the new page', WRONG_PAGES)],
  ['wrong pairs', tableOf('the pair', WRONG_PAIRS)],
  ['right pages', [...RIGHT_PAGES, ...STAYING_PAGES].map(({ way }) => `- ${way}`).join('\n')],
]

function tableOf(what: string, ways: readonly { way: string; outcome: string }[]): string {
  const rows = ways.map(({ way, outcome }) => `| ${way} | ${saidOf(outcome)} |`)
  return [`| ${what} | outcome |`, '|---|---|', ...rows].join('\n')
}

/** Of a code of failure, or of a rule or check that fails its suite. */
function saidOf(outcome: string): string {
  const [name] = outcome.split('/')
  const suite = suites.find(one => one.name === name)
  if (!suite) return `the job fails as \`${outcome}\``
  const rules = suite.checks.flatMap(({ id, rules }) => (outcome.startsWith(id) ? rules.list : []))
  const rule = rules.find(({ id }) => id === outcome) ?? rules[0]
  if (!rule) throw new Error(`${outcome} is neither a rule nor a check`)
  return `${name} fails by [${outcome}](../checks/${name}.md#${anchorOf(rule.id)})`
}
