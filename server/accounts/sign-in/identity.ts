import { type Identity, smallLetters } from '../accounts.ts'
import { SignInRefused } from './refusal.ts'

export const GOOGLE = 'https://accounts.google.com'

/** What of an ID token, its signature and claims of time and audience verified, says who somebody is. */
export interface Claims {
  iss: string
  sub: string
  email?: unknown
  email_verified?: unknown
  /** Google's hosted domain: the organisation that runs the account. */
  hd?: unknown
}

/**
 * Who signed in.
 * @param allowedDomains in small letters; none: everybody may
 * @throws {SignInRefused} without a verified address, and for an address of another domain
 */
export function identityOf(claims: Claims, allowedDomains: readonly string[]): Identity {
  const { iss, sub, email } = claims
  if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email))
    throw refused('The sign-in service did not tell your e-mail address. Allow it to, and sign in again.')
  if (claims.email_verified !== true && claims.email_verified !== 'true')
    throw refused(`${email} is not verified. Verify it with the sign-in service, and sign in again.`)
  const domain = provenDomain(claims, email)
  if (allowedDomains.length > 0 && !(domain && allowedDomains.includes(domain)))
    throw refused(
      `${email} may not sign in here: this server is open to accounts of ${allowedDomains.join(', ')} only.`,
    )
  return { issuer: iss, subject: sub, email, authoritative: domain !== null }
}

/**
 * The domain to which the account belongs. A Google account can be made with any address, and stays verified after the
 * address has gone to somebody else, or its owner has left: only `hd` tells an organisation's own accounts.
 * https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
function provenDomain({ iss, hd }: Claims, email: string): string | null {
  const domain = smallLetters(email.slice(email.lastIndexOf('@') + 1))
  if (iss !== GOOGLE) return domain
  if (typeof hd === 'string' && hd !== '') return smallLetters(hd)
  return domain === 'gmail.com' || domain === 'googlemail.com' ? domain : null
}

const refused = (sentence: string) => new SignInRefused('sign_in_refused', sentence)
