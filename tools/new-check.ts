/**
 * `npm run new-check -- seo/robots-meta`: a check that runs, to be filled in: the check with its rules, its fixtures, and
 * its entry in the suite's list. Refuses to write over anything.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SuiteName } from '../server/contract.ts'

/** What a new check compares until it is filled in, of an artifact that its suite declares. */
const EXAMPLES = [
  { artifact: 'head', value: 'head.title', of: (text: string) => ({ title: text }) },
  { artifact: 'document', value: 'document.html', of: (text: string) => ({ html: text }) },
  { artifact: 'catalog', value: 'catalog.currency', of: (text: string) => ({ currency: text }) },
  { artifact: 'lighthouse', value: 'lighthouse.length', of: (text: string) => [...text] },
]

/** The files of a new check by their path, and the suite's list with it. Throws with a sentence for a name that cannot be. */
export function scaffold(id: string, index: (path: string) => string): Map<string, string> {
  const [, suite, name] = /^([a-z0-9]+)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(id) ?? []
  if (!suite || !name)
    throw new Error(
      `"${id}" is no id of a check; write it as suite/name-in-kebab-case, such as seo/robots-meta`,
    )
  if (!SuiteName.options.some(known => known === suite))
    throw new Error(`no suite is called "${suite}"; there are: ${SuiteName.options.join(', ')}`)
  const variable = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (/^(index|rules)$/.test(name) || !canBeNamed(variable))
    throw new Error(`a check cannot be called "${name}": the word is taken; choose another`)
  const path = `server/suites/${suite}/index.ts`
  const list = index(path)
  const needs = /needs: \[([^\]]*)\]/.exec(list)?.[1] ?? ''
  const example = EXAMPLES.find(({ artifact }) => needs.includes(`'${artifact}'`))
  if (!example)
    throw new Error(`${path} has no list "needs: […]" with an artifact that an example is known for`)
  const side = (text: string) => ({ [example.artifact]: example.of(text) })
  const fixtures = `test/fixtures/checks/${id}`
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  return new Map([
    [`server/suites/${id}.ts`, checkText(id, variable, example)],
    [path, withEntry(list, path, name, variable)],
    [`${fixtures}/pass.json`, json({ original: side('A'), rebuilt: side('A') })],
    [`${fixtures}/fail.json`, json({ original: side('A'), rebuilt: side('AB'), finds: ['changed'] })],
    [`${fixtures}/not-applicable.json`, json({ original: side(''), rebuilt: side('') })],
  ])
}

function canBeNamed(variable: string): boolean {
  try {
    new Function(`const ${variable} = 1`)
    return true
  } catch {
    return false
  }
}

const checkText = (
  id: string,
  variable: string,
  { artifact, value }: (typeof EXAMPLES)[number],
) => `import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'

const rules = defineRules(
  '${id}',
  {
    why: 'What a visitor, a search engine or the owner loses.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/',
  },
  {
    changed: {
      severity: 'moderate',
      penalty: 0.5,
      measures: 'What is compared, with thresholds and units.',
      fix: 'What to do, when no value of the original can be named',
    },
  },
)

export const ${variable}: Check<'${artifact}'> = {
  id: '${id}',
  title: 'What is kept, as a sentence',
  weight: 1,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [original.${value}, rebuilt.${value}]
    if (!before && !now) return notApplicable('neither page has what this is about')
    if (before === now) return []
    return [
      rules.report('changed', {
        message: \`It was "\${before}" and is "\${now}"\`,
        fix: \`Make it "\${before}" again\`,
      }),
    ]
  },
}
`

/** The list with an import and an entry. */
function withEntry(text: string, path: string, name: string, variable: string): string {
  const imported = text.lastIndexOf('\nimport ')
  const end = text.indexOf('\n', imported + 1)
  const open = text.indexOf('checks: [') + 'checks: ['.length
  let close = open
  for (let depth = 1; close < text.length; close++) {
    if (text[close] === '[') depth++
    if (text[close] === ']' && --depth === 0) break
  }
  if (imported < 0 || open < 'checks: ['.length || close === text.length)
    throw new Error(`${path} has no list "checks: […]" that an entry could be added to`)
  const entries = text.slice(open, close).trimEnd().replace(/,$/, '')
  return `${text.slice(0, end)}\nimport { ${variable} } from './${name}.ts'${text.slice(end, open)}${entries}, ${variable}${text.slice(close)}`
}

function run(id: string | undefined): void {
  const root = join(import.meta.dirname, '..')
  if (!id) throw new Error('Usage: npm run new-check -- suite/name, such as seo/robots-meta')
  const files = scaffold(id, path => readFileSync(join(root, path), 'utf8'))
  const taken = [...files.keys()].filter(path => !path.endsWith('/index.ts') && existsSync(join(root, path)))
  if (existsSync(join(root, `server/suites/${id}`))) taken.push(`server/suites/${id}/`)
  if (taken.length) throw new Error(`${taken.join(', ')}: is there already; nothing was written`)
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(path)
  }
  const sources = [...files.keys()].filter(path => path.endsWith('.ts'))
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...sources], {
    cwd: root,
    stdio: 'ignore',
  })
  console.log(`
Next: fill in rules and judge in server/suites/${id}.ts and the fixtures, then run
  npm test -- test/suites/fixtures.test.ts -t ${id}
  npm run docs
  npm run check
CONTRIBUTING.md, "Your first check", tells how.`)
}

if (import.meta.main) {
  try {
    run(process.argv[2])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
