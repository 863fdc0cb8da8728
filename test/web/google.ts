/** A server whose people sign in with the emulator of Google. */
import { createEmulator } from 'emulate'
import type { Page } from 'playwright'
import { createSignIn } from '../../server/accounts/sign-in/sign-in.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { freePort } from './free-port.ts'

export interface ApiWithGoogle {
  api: TestApi
  home: string
  signInAs(page: Page, email: string): Promise<void>
  close(): Promise<void>
}

export async function apiWithGoogle(
  users: { email: string; name: string; email_verified?: boolean }[],
): Promise<ApiWithGoogle> {
  const port = await freePort()
  const home = `http://localhost:${port}`
  const [clientId, clientSecret, redirectUri] = ['client', 'secret', `${home}/sign-in/callback`]
  const client = { client_id: clientId, client_secret: clientSecret, name: 'Cutover' }
  const google = await createEmulator({
    service: 'google',
    port: 0,
    seed: { google: { users, oauth_clients: [{ ...client, redirect_uris: [redirectUri] }] } },
  })
  const closers = [() => google.close()]
  const api = await testApi({
    port,
    site: pool => {
      const signIn = createSignIn({
        ...{ pool, issuer: google.url, clientId, clientSecret, redirectUri },
        ...{ allowedDomains: [], firstTier: 'free' },
      })
      closers.unshift(() => signIn.close())
      const tokens = { verify: () => Promise.reject(new Error('not asked for')), close: async () => {} }
      return { publicUrl: home, signIn, signInWith: 'Google', tokens }
    },
  })
  return {
    api,
    home,
    async signInAs(page, email) {
      await page.goto(home)
      await page.getByRole('link', { name: 'Sign in with Google' }).click()
      await page.getByRole('button', { name: email }).click()
    },
    async close() {
      await api.close()
      for (const close of closers) await close()
    },
  }
}
