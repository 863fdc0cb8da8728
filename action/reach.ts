import { Failure } from './failure.ts'
import { isLocal } from './inputs/fields.ts'

/** @throws {Failure} when a site is on the runner and the server is not: it would look for the site on itself */
export function checkReach(server: string, sites: readonly string[]): void {
  const { hostname, host } = new URL(server)
  if (isLocal(hostname)) return
  const local = sites.find(site => isLocal(new URL(site).hostname))
  if (local)
    throw new Failure(
      `${local} is on the runner itself, where the server at ${host} cannot reach it. Verify a deployed preview, open a tunnel to the runner, or start Cutover in the same job and give its address as server-url: see docs/troubleshooting.md.`,
    )
}
