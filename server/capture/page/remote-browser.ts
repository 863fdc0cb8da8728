/**
 * A browser on another machine, by its DevTools endpoint. It is neither started nor ended here, so it is taken only if it
 * was started with the switches of every browser: with our proxy as its one way out.
 */
import type { RemoteBrowser } from '../../config/index.ts'
import { browserFlags } from './browser-flags.ts'
import { CAPTURING } from './launch.ts'

/** What a remote browser has to be started with, besides its profile and its DevTools port. */
export const remoteFlags = ({ proxy }: Pick<RemoteBrowser, 'proxy'>): string[] => [
  ...browserFlags(`http://${proxy.host}:${proxy.port}`, CAPTURING.disabledFeatures),
  ...CAPTURING.flags,
  '--no-startup-window',
  // Without it the browser does not tell its switches.
  '--enable-automation',
]

/** That undo what we rely on, whatever else is there. */
const UNDOING = ['--no-proxy-server', '--proxy-pac-url', '--proxy-auto-detect', '--disable-web-security']

/** Pure. Of switches that occur twice Chromium takes the last. @returns those that are missing or have to go */
export function wrongSwitches(
  given: readonly string[],
  wanted: readonly string[],
  sandbox: boolean,
): string[] {
  const last = new Map(given.map(text => [nameOf(text), text]))
  const undoing = sandbox ? [...UNDOING, '--no-sandbox'] : UNDOING
  return [
    ...wanted.filter(text => last.get(nameOf(text)) !== text),
    ...undoing.flatMap(name => (last.has(name) ? [`not ${name}`] : [])),
  ]
}

const nameOf = (text: string) => text.split('=', 1)[0]!

/** The part of a DevTools session of the browser itself that is used here, whether Playwright's or Puppeteer's. */
interface BrowserSession {
  send(method: 'Browser.getBrowserCommandLine'): Promise<{ arguments: string[] }>
  send(method: 'Browser.setDownloadBehavior', options: { behavior: 'deny' }): Promise<unknown>
}

/** @throws Error that names the switches which are wrong */
export async function takeRemote(
  session: BrowserSession,
  remote: RemoteBrowser,
  sandbox = true,
): Promise<void> {
  const { arguments: given } = await session.send('Browser.getBrowserCommandLine').catch(error => {
    throw new Error(
      `the remote browser does not tell its switches: start it with --enable-automation (${error})`,
    )
  })
  const wrong = wrongSwitches(given, remoteFlags(remote), sandbox)
  if (wrong.length > 0)
    throw new Error(
      `the remote browser was started with other switches than \`npm run -s browser-flags\` prints: ${wrong.join(' ')}`,
    )
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
}
