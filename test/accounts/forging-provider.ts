import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** What an ID token or a workflow's token is made of, right unless a test says otherwise. */
export interface Forgery {
  claims?: JWTPayload
  /** Left out of the claims. */
  without?: string[]
  alg?: 'RS256' | 'HS256' | 'none' | 'other key'
  /** Instead of the token answer. */
  answer?: { status: number; body: unknown }
}

export interface ForgingProvider {
  issuer: string
  /** Says what the next token looks like. */
  forge: Forgery
  /** What came to the token endpoint last. */
  asked: URLSearchParams
  /** As the token endpoint would sign it. */
  sign(claims: JWTPayload, forgery?: Forgery): Promise<string>
  close(): Promise<void>
}

/** An OpenID provider whose tokens are as right or as wrong as a test wants them. */
export async function forgingProvider(
  clientId = 'cutover',
  clientSecret = 'secret',
): Promise<ForgingProvider> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const provider: ForgingProvider = {
    issuer: '',
    forge: {},
    asked: new URLSearchParams(),
    sign,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }

  async function sign(right: JWTPayload, { claims, without = [], alg = 'RS256' }: Forgery = {}) {
    const payload: JWTPayload = { ...right, ...claims }
    for (const name of without) delete payload[name]
    if (alg === 'none') return new UnsecuredJWT(payload).encode()
    if (alg === 'HS256')
      return new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(clientSecret))
    const key = alg === 'other key' ? other.privateKey : own.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)
  }

  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const nonce = provider.asked.get('code')!
    const right = { iss: provider.issuer, aud: clientId, sub: 'ann', iat: now, exp: now + 300, nonce }
    return sign({ ...right, email: 'ann@example.com', email_verified: true }, provider.forge)
  }

  const server = createServer(async (request, response) => {
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/.well-known/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/.well-known/jwks') return send({ keys: [jwk] })
    let body = ''
    for await (const chunk of request) body += chunk
    provider.asked = new URLSearchParams(body)
    const { answer } = provider.forge
    if (answer) return send(answer.body, answer.status)
    send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
