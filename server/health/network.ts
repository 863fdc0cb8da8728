/** What of the network the service needs: a way out through the guard and the proxy, and who vouches for people. */
import { connect } from 'node:net'
import type { Config } from '../config/index.ts'
import { guardedFetch } from '../egress/fetch.ts'
import { createGuard, type Guard } from '../egress/guard.ts'
import { createHttp } from '../egress/http/index.ts'
import { startProxy } from '../egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../egress/user-agent.ts'
import { inTime } from '../lib/in-time.ts'
import { reasonOf } from '../lib/reason.ts'
import { advice, type Finding, fault, ok } from './finding.ts'

const PATIENCE_MS = 15_000

/** By the doors of a scan: names as the guard looks them up, a request as a store is read, a connection as the browser's. */
export async function egressFindings(
  { allowHosts, publicUrl }: Pick<Config, 'allowHosts' | 'publicUrl'>,
  site: string,
): Promise<Finding[]> {
  const { hostname, port, protocol } = new URL(site)
  const at = Number(port) || (protocol === 'https:' ? 443 : 80)
  const guard = createGuard({ allowHosts, publicUrl })
  try {
    await guard.resolve(hostname, at)
  } catch (error) {
    return [
      fault(
        'Names',
        `${hostname}: ${reasonOf(error)}`,
        'let this machine ask a name server (port 53, UDP and TCP); on a network without one try a site of yours: npm run doctor -- --site URL',
      ),
    ]
  }
  const ways = await Promise.all([
    reason(() => request(guard, site)),
    reason(() => throughProxy(guard, hostname, at)),
  ])
  return [
    ok('Names', hostname),
    ...['HTTP', 'Proxy'].map((name, index) => {
      const why = ways[index]
      return why === undefined
        ? ok(name, `${hostname}:${at} answers`)
        : fault(
            name,
            `${hostname}:${at}: ${why}`,
            `let this machine connect to public addresses on port ${at}`,
          )
    }),
  ]
}

const reason = (work: () => Promise<unknown>): Promise<string | undefined> =>
  inTime(PATIENCE_MS, work()).then(
    () => undefined,
    error => reasonOf(error),
  )

async function request(guard: Guard, site: string): Promise<void> {
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  try {
    await http.request(site, { maxBytes: 1000, maxRedirects: 0 })
  } finally {
    await http.close()
  }
}

async function throughProxy(guard: Guard, host: string, port: number): Promise<void> {
  const proxy = await startProxy(guard)
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  try {
    socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const [status = ''] = chunk.toString('latin1').split('\r\n')
      if (!/^HTTP\/1\.1 200/.test(status)) throw new Error(proxy.reasonFor(host) ?? status)
      return
    }
    throw new Error('the connection was closed')
  } finally {
    socket.destroy()
    await proxy.close()
  }
}

/** Sign-in and keys for workflows: who vouches for people and runs has to be reached. */
export async function vouchersFindings(
  config: Pick<Config, 'google' | 'actionsIssuer' | 'publicUrl' | 'production'>,
): Promise<Finding[]> {
  const { google, actionsIssuer } = config
  return [
    google
      ? await issuerFinding(
          'Sign-in',
          google.issuer,
          'correct GOOGLE_CLIENT_ID and OIDC_ISSUER, or let it through',
        )
      : ok('Sign-in', 'nobody can sign in: GOOGLE_CLIENT_ID is not set, keys are made by npm run key'),
    actionsIssuer
      ? await issuerFinding('Workflows', actionsIssuer, 'let it through, or workflows need a key as a secret')
      : advice('Workflows', 'they get no keys by themselves', 'set PUBLIC_URL to the address of this server'),
  ]
}

async function issuerFinding(name: string, issuer: string, mend: string): Promise<Finding> {
  const url = new URL(issuer)
  const host = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
  // The operator named it: it may be on a private network.
  const http = createHttp(createGuard({ allowHosts: [host] }), { userAgent: USER_AGENT_SUFFIX })
  try {
    const answer = await guardedFetch(
      http,
      PATIENCE_MS,
    )(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
    const told = (await answer.json().catch(() => ({}))) as { issuer?: unknown }
    if (!answer.ok || typeof told.issuer !== 'string')
      throw new Error(`it answers ${answer.status} and no issuer`)
    return ok(name, `${issuer} answers`)
  } catch (error) {
    return advice(name, `${issuer} cannot be asked: ${reasonOf(error)}`, mend)
  } finally {
    await http.close()
  }
}
