/** The OpenID provider: its metadata and keys, by requests that pass the guard. */
import * as client from 'openid-client'
import { guardedFetch } from '../../egress/fetch.ts'
import { createGuard } from '../../egress/guard.ts'
import { createHttp } from '../../egress/http/index.ts'
import { USER_AGENT_SUFFIX } from '../../egress/user-agent.ts'

export interface ProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Provider {
  /** @throws when the provider cannot be reached, or describes itself wrongly */
  configuration(): Promise<client.Configuration>
  close(): Promise<void>
}

/** Providers change their addresses by changing this description. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * The provider with this issuer, asked when it is first needed. The issuer may be on a private network, since the
 * operator named it; other hosts to which its description leads are public, or the guard refuses them.
 */
export function createProvider({ issuer, clientId, clientSecret }: ProviderOptions): Provider {
  const http = createHttp(createGuard({ allowHosts: [hostAndPort(issuer)] }), {
    userAgent: USER_AGENT_SUFFIX,
  })
  const metadata = { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' }
  let known: { at: number; configuration: Promise<client.Configuration> } | undefined

  const discover = () =>
    client.discovery(new URL(issuer), clientId, metadata, client.ClientSecretPost(clientSecret), {
      [client.customFetch]: guardedFetch(http),
      // Without it the token's signature would not be checked, since it comes over TLS from the provider itself.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    })

  return {
    configuration() {
      if (!known || Date.now() - known.at > KEPT_MS) {
        const fresh = { at: Date.now(), configuration: discover() }
        known = fresh
        fresh.configuration.catch(() => {
          if (known === fresh) known = undefined
        })
      }
      return known.configuration
    },
    close: http.close,
  }
}

/** As the guard's list of hosts has it. */
export function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
