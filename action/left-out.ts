/**
 * What the toolkit's packages bring along and the Action never calls: in the bundle this stands in its place, which
 * halves it. Requests to GitHub name their routes and go through `@actions/http-client`, see github.ts and http.ts.
 */

/** Of `undici`: made as soon as the runner has a proxy, and handed to its `fetch` only. */
export class ProxyAgent {}

/** Of `undici`. */
export function fetch(): never {
  throw new Error('undici is not bundled')
}

/** Of `@octokit/plugin-rest-endpoint-methods`: a method for each of GitHub's thousand routes. */
export const restEndpointMethods = (): object => ({})
