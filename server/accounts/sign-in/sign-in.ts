/** Sign-in by OpenID Connect: authorization code flow with PKCE, state and nonce. */
import * as client from 'openid-client'
import type pg from 'pg'
import type { Tier } from '../../contract.ts'
import { HttpFailure } from '../../egress/http/index.ts'
import { accountOf, EmailTaken } from '../accounts.ts'
import { GOOGLE, identityOf } from './identity.ts'
import { createProvider, type ProviderOptions } from './provider.ts'
import { SignInRefused } from './refusal.ts'
import { store, take } from './transaction.ts'

export interface SignIn {
  /**
   * Sends somebody to the provider.
   * @returns `location`, and `browser`: a secret to be kept in the browser's cookie until it comes back
   * @throws {SignInRefused} when the provider cannot be reached
   */
  begin(returnTo: string): Promise<{ location: string; browser: string }>
  /**
   * Takes in who comes back with `query`, once. @throws {SignInRefused}
   */
  complete(query: string, browser: string): Promise<{ accountId: string; returnTo: string }>
  close(): Promise<void>
}

export interface SignInOptions extends ProviderOptions {
  pool: pg.Pool
  /** Exactly as it is registered with the provider. */
  redirectUri: string
  /** In small letters; none: everybody may sign in. */
  allowedDomains: readonly string[]
  /** Of accounts that a sign-in makes. */
  firstTier: Tier
}

export function createSignIn(options: SignInOptions): SignIn {
  const { pool, redirectUri } = options
  const provider = createProvider(options)

  return {
    async begin(returnTo) {
      const configuration = await provider.configuration().catch(error => {
        throw unavailable(error)
      })
      const [state, nonce, codeVerifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ]
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Who has several accounts there says which; other providers may refuse the word.
        ...(options.issuer === GOOGLE && { prompt: 'select_account' }),
      })
      return { location: location.href, browser: await store(pool, state, { nonce, codeVerifier, returnTo }) }
    },

    async complete(query, browser) {
      const answer = new URLSearchParams(query)
      const state = answer.get('state') ?? ''
      const transaction = await take(pool, state, browser)
      if (!transaction)
        throw new SignInRefused(
          'sign_in_expired',
          'This sign-in was not started in this browser, took longer than ten minutes, or was used before. Sign in again.',
        )
      if (answer.get('error') === 'access_denied')
        throw new SignInRefused('sign_in_cancelled', 'The sign-in was cancelled.')
      const claims = await redeem(`${redirectUri}?${answer}`, state, transaction)
      const identity = identityOf(claims, options.allowedDomains)
      const accountId = await accountOf(pool, identity, options.firstTier).catch(error => {
        if (!(error instanceof EmailTaken)) throw error
        throw new SignInRefused(
          'sign_in_refused',
          `${identity.email} belongs to an account that is signed in to in another way. Ask whoever runs this server.`,
        )
      })
      return { accountId, returnTo: transaction.returnTo }
    },

    close: provider.close,
  }

  async function redeem(url: string, state: string, { nonce, codeVerifier }: Transaction) {
    try {
      const tokens = await client.authorizationCodeGrant(await provider.configuration(), new URL(url), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return tokens.claims()!
    } catch (error) {
      if (isNetwork(error)) throw unavailable(error)
      throw new SignInRefused(
        'sign_in_refused',
        'The sign-in could not be confirmed with the sign-in service. Sign in again.',
        { cause: error },
      )
    }
  }
}

type Transaction = NonNullable<Awaited<ReturnType<typeof take>>>

const unavailable = (cause: unknown) =>
  new SignInRefused(
    'sign_in_unavailable',
    'The sign-in service cannot be reached at the moment. Try again in a minute.',
    { cause },
  )

function isNetwork(error: unknown): boolean {
  if (error instanceof HttpFailure) return true
  return error instanceof Error && error.cause !== undefined && isNetwork(error.cause)
}
