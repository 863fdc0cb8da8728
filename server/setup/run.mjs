/**
 * The whole set-up, run by npm before every script: packages, then a browser. Plain JavaScript without packages, for
 * it runs first on a fresh clone and on whatever Node there is. All it has to say goes to standard error.
 */
import { ensureBrowser } from './browser.mjs'
import { ensureNode } from './node-version.mjs'
import { ensurePackages } from './packages.mjs'
import { SetupError } from './say.mjs'

try {
  ensureNode()
  await ensurePackages()
  // The doctor says itself what is wrong with the browser.
  if (!process.argv.includes('--no-browser')) await ensureBrowser()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`\nSet-up: ${error.message}`)
  process.exitCode = 1
}
