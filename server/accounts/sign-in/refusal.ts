/** Why a sign-in did not succeed; the message is a sentence for the person, and tells nothing to an attacker. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly code: 'sign_in_expired' | 'sign_in_cancelled' | 'sign_in_refused' | 'sign_in_unavailable'

  constructor(code: SignInRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
