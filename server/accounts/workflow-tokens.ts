/**
 * Tokens by which GitHub vouches for a run of a workflow: OpenID tokens that a job with `id-token: write` can ask for.
 * https://docs.github.com/en/actions/concepts/security/openid-connect
 */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { guardedFetch } from '../egress/fetch.ts'
import { createGuard } from '../egress/guard.ts'
import { createHttp, HttpFailure } from '../egress/http/index.ts'
import { USER_AGENT_SUFFIX } from '../egress/user-agent.ts'
import { hostAndPort } from './sign-in/provider.ts'

/** What GitHub vouches for. */
export interface Workflow {
  /** `owner/name` now. */
  repository: string
  /** Of the repository, whatever its name. */
  repositoryId: string
  /** Of the token itself. */
  tokenId: string
}

export interface WorkflowTokens {
  /** @throws {TokenRefused} */
  verify(token: string): Promise<Workflow>
  close(): Promise<void>
}

/** The message is a sentence for whoever reads the log of the workflow. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
  readonly code:
    | 'invalid_token'
    | 'token_used'
    | 'repository_not_allowed'
    | 'repository_changed'
    | 'unavailable'

  constructor(code: TokenRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Of which GitHub's are good for less. */
const OLDEST = '15 minutes'

/**
 * @param issuer GitHub's, or that of a GitHub Enterprise Server
 * @param audience the address of this server: a token that was made for another one is good for nothing here
 */
export function createWorkflowTokens({
  issuer,
  audience,
}: {
  issuer: string
  audience: string
}): WorkflowTokens {
  const http = createHttp(createGuard({ allowHosts: [hostAndPort(issuer)] }), {
    userAgent: USER_AGENT_SUFFIX,
  })
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), {
    [customFetch]: guardedFetch(http),
  })

  return {
    async verify(token) {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'jti'],
        maxTokenAge: OLDEST,
        clockTolerance: 30,
      }).catch(error => {
        throw isOurs(error) ? unavailable(error) : refused(error, audience)
      })
      return workflowOf(payload)
    },
    close: http.close,
  }
}

function workflowOf({ jti, repository, repository_id }: JWTPayload): Workflow {
  const claims = [jti, repository, repository_id]
  if (!claims.every(claim => typeof claim === 'string' && claim !== '' && claim.length <= 300))
    throw new TokenRefused('invalid_token', 'The token does not say which repository it is for.')
  return { tokenId: jti!, repository: String(repository), repositoryId: String(repository_id) }
}

/** The keys could not be had: that says nothing about the token. */
const isOurs = (error: unknown): boolean =>
  error instanceof HttpFailure || error instanceof errors.JWKSTimeout || isGeneric(error)

// What jose says of an answer that is no list of keys.
const isGeneric = (error: unknown) =>
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')

const unavailable = (cause: unknown) =>
  new TokenRefused('unavailable', 'The keys of the token’s issuer cannot be had at the moment.', { cause })

function refused(error: unknown, audience: string): TokenRefused {
  const why =
    error instanceof errors.JWTExpired
      ? 'it has expired'
      : error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
        ? `it was not made for ${audience}`
        : 'it was not made by the expected issuer, or was changed'
  return new TokenRefused('invalid_token', `The token is not valid: ${why}.`, { cause: error })
}
