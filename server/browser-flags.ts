/** Prints what the browser of another machine is to be started with, as a shell takes it: `npm run -s browser-flags`. */
import { remoteFlags } from './capture/page/remote-browser.ts'
import { ConfigError, readConfig } from './config/index.ts'

const UNSET =
  'Set CUTOVER_BROWSER_CDP and CUTOVER_PROXY_ADDRESS: see OPERATIONS.md, A browser on another machine.'

try {
  const { remoteBrowser } = readConfig()
  if (!remoteBrowser) throw new ConfigError(UNSET)
  console.log(remoteFlags(remoteBrowser).map(quoted).join(' '))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function quoted(text: string): string {
  return /^[\w=./:,-]+$/.test(text) ? text : `'${text}'`
}
