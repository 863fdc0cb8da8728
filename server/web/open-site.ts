import type pg from 'pg'
import { GOOGLE } from '../accounts/sign-in/identity.ts'
import { createSignIn } from '../accounts/sign-in/sign-in.ts'
import { createWorkflowTokens } from '../accounts/workflow-tokens.ts'
import type { Site } from '../api/site.ts'
import type { Config } from '../config/index.ts'

/** What the settings ask for. Nothing is fetched before somebody needs it. */
export function openSite(config: Config, pool: pg.Pool): Site & { close(): Promise<void> } {
  const { google, publicUrl, actionsIssuer } = config
  const signIn =
    google &&
    createSignIn({
      ...google,
      pool,
      redirectUri: `${publicUrl}/sign-in/callback`,
      allowedDomains: config.allowedDomains,
      firstTier: config.defaultTier,
    })
  const tokens = actionsIssuer
    ? createWorkflowTokens({ issuer: actionsIssuer, audience: publicUrl })
    : undefined
  return {
    publicUrl,
    signIn,
    signInWith: google?.issuer === GOOGLE ? 'Google' : undefined,
    tokens,
    async close() {
      await Promise.all([signIn?.close(), tokens?.close()])
    },
  }
}
