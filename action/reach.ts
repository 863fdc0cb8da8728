import { isLocal, withoutCredentials } from './inputs/fields.ts'

/** A sentence when a site is on the runner and the server is not, which would look for the site on itself; else null. */
export function outOfReach(server: string, site: string): string | null {
  const { hostname, host } = new URL(server)
  return isLocal(hostname) || !isLocal(new URL(site).hostname)
    ? null
    : `${withoutCredentials(site)} is on the runner itself, where the server at ${host} cannot reach it. Verify a deployed preview, open a tunnel to the runner, or start Cutover in the same job and give its address as server-url: see docs/troubleshooting.md.`
}
