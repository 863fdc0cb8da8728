/** What the pages for people stand on. */
import type { SignIn } from '../accounts/sign-in/sign-in.ts'
import type { WorkflowTokens } from '../accounts/workflow-tokens.ts'

export interface Site {
  /** Under which people and programs reach this server; without a slash at the end, may have a path. */
  publicUrl: string
  /** Absent: nobody can sign in. */
  signIn?: SignIn
  /** How the sign-in service is called on its button. */
  signInWith?: string
  /** Absent: workflows get no keys by themselves. */
  tokens?: WorkflowTokens
}

/** Path of `publicUrl`, before every link; empty in most cases. */
export const baseOf = ({ publicUrl }: Site): string => new URL(publicUrl).pathname.replace(/\/$/, '')

export const isHttps = ({ publicUrl }: Site): boolean => publicUrl.startsWith('https:')

/** The address of a path of this server, for redirects: whatever the path, it stays here. */
export const here = ({ publicUrl }: Site, path: string): string => publicUrl + path
