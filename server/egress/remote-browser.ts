/** The way to a browser on another machine, and who may ask our proxy from there. */
import { lookup } from 'node:dns/promises'
import type { RemoteBrowser } from '../config/index.ts'
import { inTime } from '../lib/in-time.ts'
import { reasonOf } from '../lib/reason.ts'
import { RemoteGone } from '../lib/remote-gone.ts'
import { addressRefusal, canonicalAddress } from './address.ts'

/** A browser that is well answers at once. */
const ANSWER_MS = 10_000
/** Of what it tells about itself. */
const MAX_TOLD = 10_000

/**
 * For `startProxy`: where it listens, and the addresses of the browser, from which alone it is asked.
 * @throws Error where the endpoint is a public address: pages could reach it through the proxy, and strangers the proxy
 */
export async function proxyAddressFor({ endpoint, proxy }: RemoteBrowser) {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  const found = (await lookup(host, { all: true })).map(({ address }) => address)
  const open = found.find(address => addressRefusal(address) === null)
  if (open)
    throw new Error(
      `the remote browser ${host} is at ${open}, which is public; put it into a private network`,
    )
  return { ...proxy, peers: found.map(canonicalAddress) }
}

/** What may be told of an endpoint: its path and query may hold a token. */
export const shownEndpoint = ({ endpoint }: Pick<RemoteBrowser, 'endpoint'>): string =>
  new URL(endpoint).origin

/**
 * Asks a browser for its WebSocket, by GET /json/version. Of the answer the path alone counts: what is dialled is the host
 * and port that the operator named. @throws RemoteGone in one line, without what the endpoint may hold of a token
 */
export async function findDevtools(remote: Pick<RemoteBrowser, 'endpoint'>): Promise<string> {
  const asked = new URL(remote.endpoint)
  asked.pathname = asked.pathname.replace(/\/*$/, '/json/version')
  try {
    const response = await fetch(asked, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { webSocketDebuggerUrl } = JSON.parse(await textOf(response))
    const told = URL.canParse(webSocketDebuggerUrl) ? new URL(webSocketDebuggerUrl) : undefined
    if (!told || !/^wss?:$/.test(told.protocol)) throw new Error('it names no WebSocket')
    const dialled = new URL(remote.endpoint)
    dialled.protocol = dialled.protocol === 'https:' ? 'wss:' : 'ws:'
    dialled.pathname = told.pathname
    return dialled.href
  } catch (error) {
    const { cause } = error as Error
    throw new RemoteGone(
      `the remote browser at ${shownEndpoint(remote)} does not answer: ${reasonOf(cause ?? error)}`,
      { cause: error },
    )
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_TOLD) throw new Error('it tells too much of itself')
  }
  return text
}

/** A session of the DevTools with the browser itself, which looks at no page. */
export interface Devtools {
  /** @throws what the browser says against it, or RemoteGone */
  send<T = unknown>(method: string, options?: object): Promise<T>
  close(): void
}

/** @param address of `findDevtools` */
export async function openDevtools(address: string): Promise<Devtools> {
  const socket = new WebSocket(address)
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {}) // heard by whoever waits for an answer
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const waiting = new Map<number, (answer: { result: unknown; error?: { message: string } }) => void>()
  socket.onopen = () => open()
  socket.onclose = () => lose(new Error('the remote browser closed the connection'))
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  const answered = <T>(answer: Promise<T>) =>
    inTime(ANSWER_MS, Promise.race([answer, lost])).catch(error => {
      throw new RemoteGone(`the remote browser does not answer: ${error.message}`)
    })
  let asked = 0
  await answered(opened).catch(error => {
    socket.close()
    throw error
  })
  return {
    async send<T>(method: string, options = {}): Promise<T> {
      const id = ++asked
      const { promise, resolve } = Promise.withResolvers<{ result: unknown; error?: { message: string } }>()
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params: options }))
      const { result, error } = await answered(promise)
      if (error) throw new Error(`${method}: ${error.message}`)
      return result as T
    },
    close: () => socket.close(),
  }
}
