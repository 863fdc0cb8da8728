/** Every code that a problem document of this server may have, with what it means and what to do: its `type` leads here. */

export interface Meaning {
  title: string
  /** A sentence or two: what happened. */
  about: string
  /** What to do. */
  remedy: string
}

const meaning = (title: string, about: string, remedy: string): Meaning => ({ title, about, remedy })

export const PROBLEMS = {
  malformed_json: meaning(
    'The body is not JSON',
    'The body of the request is not valid JSON in UTF-8, or ended before it was complete.',
    'Send one JSON object, and the length of it that is true.',
  ),
  malformed_request: meaning(
    'The request is not valid HTTP',
    'What came over the connection could not be read as HTTP.',
    'Look at what stands between the client and this server: a proxy, or TLS on a port without it.',
  ),
  invalid_idempotency_key: meaning(
    'The Idempotency-Key is not valid',
    'The header is empty, longer than 255 characters, or not one string.',
    'Send one quoted string of printable ASCII characters, a new one for each submission.',
  ),
  unauthorized: meaning(
    'The API key is missing or not valid',
    'The request carries no key, or one that is mistyped, expired or revoked.',
    'Send the key as the header "Authorization: Bearer <API_KEY>"; make a new one where it has ended.',
  ),
  invalid_token: meaning(
    'The token of the workflow is not valid',
    'GitHub did not make this token for this server, or it is too old.',
    'Ask for the token in the same step, with the address of this server as its audience.',
  ),
  token_used: meaning(
    'The token of the workflow was used before',
    'A token is good for one key.',
    'Ask GitHub for another token.',
  ),
  foreign_form: meaning(
    'The form came from another site',
    'Forms of this server are accepted from its own pages only.',
    'Open the page on this server and send the form there.',
  ),
  session_ended: meaning(
    'The session has ended',
    'A session ends after 12 hours without use, after 7 days, and by signing out.',
    'Sign in and send the form again.',
  ),
  stale_form: meaning(
    'The form is of an earlier session',
    'The page was loaded before you signed out or in again.',
    'Load the page again and send the form once more.',
  ),
  repository_not_allowed: meaning(
    'The repository gets no keys',
    'The account does not allow workflows of this repository.',
    'Allow the repository on the keys page of the account, or hand a key over as a secret.',
  ),
  repository_changed: meaning(
    'The repository is another one now',
    'A repository of this name was allowed, and this is not the same: it was deleted and made again, or renamed.',
    'Remove it on the keys page and allow it again.',
  ),
  sign_in_expired: meaning(
    'The sign-in took too long',
    'Signing in has to end within minutes, in the browser where it began.',
    'Sign in again.',
  ),
  sign_in_cancelled: meaning(
    'The sign-in was cancelled',
    'The sign-in service was left without a yes.',
    'Sign in again when it is wanted.',
  ),
  sign_in_refused: meaning(
    'The sign-in was refused',
    'The account has no proven e-mail address, or is of a domain that may not sign in here.',
    'Sign in with another account, or ask whoever runs this server.',
  ),
  sign_in_unavailable: meaning(
    'The sign-in service does not answer',
    'Signing in does not work at the moment.',
    'Try again in a few minutes.',
  ),
  no_sign_in: meaning(
    'Nobody can sign in here',
    'This server has no sign-in service.',
    'Whoever runs it sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or makes keys on the command line.',
  ),
  not_found: meaning(
    'There is nothing at this address',
    'The address, or the job in it, does not exist, has been deleted, or belongs to another account.',
    'Look at the address; jobs are kept for some days only.',
  ),
  method_not_allowed: meaning(
    'The method is not right',
    'The address exists and answers other methods.',
    'Use one of those in the header Allow.',
  ),
  request_timeout: meaning(
    'The request came too slowly',
    'The request was not complete in time.',
    'Send it again at once.',
  ),
  idempotency_key_in_flight: meaning(
    'The first submission is being stored',
    'Another request with this Idempotency-Key is being worked on at this moment.',
    'Send it again after the seconds in Retry-After.',
  ),
  payload_too_large: meaning(
    'The body is too large',
    'A body may have 64 KB, and one with old_urls 6 MB, of which all other fields may take 64 KB.',
    'Send fewer or shorter fields.',
  ),
  range_not_satisfiable: meaning(
    'There is no such part',
    'The range begins after the last byte of what was asked for.',
    'Ask for a range within the length that Content-Range names, or for all of it.',
  ),
  unsupported_media_type: meaning(
    'The body is not of the right type',
    'The interface takes JSON without a Content-Encoding; forms of the pages are sent as forms.',
    'Send the header "Content-Type: application/json".',
  ),
  invalid_fields: meaning(
    'Fields are not valid',
    'The body or the query has fields that are missing, unknown or wrong.',
    'Each is in errors, with its JSON pointer and what would be right.',
  ),
  idempotency_key_reused: meaning(
    'The Idempotency-Key was used for something else',
    'Within 24 hours this key was sent with another submission.',
    'Send a new key for each submission, or none.',
  ),
  too_many_requests: meaning(
    'Too many requests',
    'The account, or the address without a key, has used what it may ask for in a minute.',
    'Wait for the seconds in Retry-After; RateLimit tells what is left.',
  ),
  daily_limit: meaning(
    'The limit of the day is reached',
    'The account has submitted as many jobs as it may in a day.',
    'Wait for the seconds in Retry-After; RateLimit tells what is left.',
  ),
  storage_full: meaning(
    'There is no room',
    'With 429: what was captured for jobs of this account takes as much room as it may. With 503: the server’s disk is full.',
    'Delete jobs that are no longer needed; with 503 wait for the seconds in Retry-After.',
  ),
  too_many_jobs: meaning(
    'Too many jobs at once',
    'The account has as many jobs queued and running as it may.',
    'Wait for some to end, or cancel them.',
  ),
  target_busy: meaning(
    'The host is submitted too often',
    'All accounts together name this host in more submissions a minute than a site should bear.',
    'Wait for the seconds in Retry-After.',
  ),
  headers_too_large: meaning(
    'The headers are too large',
    'The headers of the request are larger than Node takes.',
    'Send fewer or shorter headers.',
  ),
  unavailable: meaning(
    'Not available at the moment',
    'The database, or GitHub, does not answer, or the server lacks the key that secrets are kept with.',
    'Send the request again after the seconds in Retry-After.',
  ),
  not_ready: meaning(
    'Not ready',
    'A part that the server needs does not answer, or has no room: errors names it.',
    'Wait, and look at the log of the server when it lasts.',
  ),
  target_forbidden: meaning(
    'The address may not be visited',
    'The address is of a private network, of this machine, or on a port that is no web server’s.',
    'Submit public addresses. Whoever runs the server can allow others by CUTOVER_ALLOW_HOSTS.',
  ),
  internal_error: meaning(
    'It failed on our side',
    'Something happened that nobody foresaw; it is in the log of the server.',
    'Try again later.',
  ),
} satisfies Record<string, Meaning>

export type ProblemCode = keyof typeof PROBLEMS
