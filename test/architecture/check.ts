/** Prints every place that breaks a rule of rules.ts; exit status 1 when there is one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSource, sourcePaths } from './imports.ts'
import { twins, violationsOf } from './violations.ts'

const root = join(import.meta.dirname, '../..')
const sources = sourcePaths(root, ['server', 'action']).map(path =>
  readSource(path, readFileSync(join(root, path), 'utf8')),
)
const paths = [...sources.map(({ path }) => path), ...sourcePaths(root, ['bench'])]
const violations = [...violationsOf(sources), ...twins(paths)]
for (const violation of violations) console.error(violation)
console.log(`${paths.length} files, ${violations.length} places that break a rule`)
if (violations.length) process.exitCode = 1
