/** Prints every import that breaks a rule of rules.ts; exit status 1 when there is one. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from './imports.ts'
import { violationsOf } from './violations.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['server', 'action'].filter(folder => existsSync(join(root, folder)))
const sources = readSources(root, folders)
const violations = violationsOf(sources)
for (const violation of violations) console.error(violation)
console.log(`${sources.length} files, ${violations.length} imports that break a rule`)
if (violations.length) process.exitCode = 1
