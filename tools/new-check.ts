/**
 * `npm run new-check -- seo/robots-meta`: a check that runs, to be filled in: the check with its rules, its fixtures, and
 * its entry in the suite's list. Refuses to write over anything.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SuiteName } from '../server/contract.ts'

/** The files of a new check by their path, and the suite's list with it. Throws with a sentence for a name that cannot be. */
export function scaffold(id: string, index: (path: string) => string): Map<string, string> {
  const [, suite, name] = /^([a-z0-9]+)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(id) ?? []
  if (!suite || !name)
    throw new Error(
      `"${id}" is no id of a check; write it as suite/name-in-kebab-case, such as seo/robots-meta`,
    )
  if (!SuiteName.options.some(known => known === suite))
    throw new Error(`no suite is called "${suite}"; there are: ${SuiteName.options.join(', ')}`)
  const list = `server/suites/${suite}/index.ts`
  const fixtures = `test/fixtures/checks/${id}`
  return new Map([
    [`server/suites/${id}.ts`, checkText(id, variableOf(name))],
    [list, withEntry(index(list), list, name)],
    [`${fixtures}/pass.json`, json({ original: head('Same'), rebuilt: head('Same') })],
    [`${fixtures}/fail.json`, json({ original: head('Before'), rebuilt: head('After'), finds: ['changed'] })],
    [`${fixtures}/not-applicable.json`, json({ original: {}, rebuilt: {} })],
  ])
}

const variableOf = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const head = (title: string) => ({ head: { title } })

/** It compares titles, so that its fixtures pass before anything is filled in. */
const checkText = (id: string, variable: string) => `import { defineRules } from '../core/rules.ts'
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

export const ${variable}: Check<'head'> = {
  id: '${id}',
  title: 'What is kept, as a sentence',
  weight: 1,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [original.head.title, rebuilt.head.title]
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
function withEntry(text: string, path: string, name: string): string {
  const variable = variableOf(name)
  const imported = text.lastIndexOf('\nimport ')
  const end = text.indexOf('\n', imported + 1)
  const list = /checks: \[([\s\S]*?),?\s*\]/.exec(text)
  if (imported < 0 || !list)
    throw new Error(`${path} has no list "checks: […]" that an entry could be added to`)
  const withImport = `${text.slice(0, end)}\nimport { ${variable} } from './${name}.ts'${text.slice(end)}`
  return withImport.replace(list[0], `checks: [${list[1]}, ${variable}]`)
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
