/**
 * Prints what CHANGELOG.md says of a version, without its heading: `node tools/changelog-section.mjs v1.2.0`.
 * Exit status 1, with a sentence, where it says nothing. Plain JavaScript without packages, for a release runs it
 * on a machine where nothing is installed.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The text below `## 1.2.0` or `## 1.2.0 - 2026-11-22`, up to the next version.
 * @param {string} changelog
 * @param {string} version with or without a `v` before it
 * @returns {string | undefined} undefined where the version has no section, or an empty one
 */
export function changelogSection(changelog, version) {
  const wanted = version.replace(/^v/, '')
  const sections = changelog.split(/^## +/m).slice(1)
  const section = sections.find(text => text.split(/\s/, 1)[0]?.replace(/^\[?v?|\]$/g, '') === wanted)
  return section?.replace(/^.*/, '').trim() || undefined
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? ''
  const section = changelogSection(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'), version)
  if (section) console.log(section)
  else {
    console.error(`CHANGELOG.md says nothing of ${version || 'a version that was not named'}.`)
    process.exitCode = 1
  }
}
