/**
 * What the emulator lacks, after GitHub's OpenAPI description: deployments with their statuses, the pull requests of a
 * commit, check runs as GitHub limits them, and the one GraphQL query that says who a token is. Everything else is handed
 * on to the emulator.
 */
import { defineEmulator } from 'emulate'
import { checksApi } from './github-checks.ts'

export type Permissions = Partial<
  Record<
    'pull_requests' | 'issues' | 'deployments' | 'checks' | 'statuses' | 'contents' | 'id_token',
    'read' | 'write'
  >
>

interface Deployment {
  id: number
  sha: string
  ref: string
  environment: string
  transient_environment: boolean
  production_environment: boolean
  created_at: string
}

interface Status {
  id: number
  deployment: number
  state: string
  environment_url: string
  target_url: string
  created_at: string
}

const STATES = ['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success']

interface Behind {
  /** The emulator that answers everything else. */
  github: string
  /** A token with all rights there. */
  owner: string
  /** Gets each request as `GET /repos/…`. */
  asked: string[]
  granted: Map<string, Permissions>
}

export function actionsApi({ github, owner: ownerToken, asked, granted }: Behind) {
  return defineEmulator({
    name: 'github-actions-api',
    state: () => ({ deployments: [] as Deployment[], statuses: [] as Status[], next: 1 }),
    setup({ app, state }) {
      const tokenOf = (header: string | undefined) => (header ?? '').replace(/^(bearer|token) /i, '')
      const refused = (header: string | undefined, wanted: 'read' | 'write') => {
        const permissions = granted.get(tokenOf(header))
        if (!permissions) return { status: 401, message: 'Bad credentials' }
        const has = permissions.deployments
        return has === 'write' || has === wanted
          ? null
          : { status: 403, message: 'Resource not accessible by integration' }
      }
      app.use(async (c, next) => {
        asked.push(`${c.req.method} ${c.req.path}`)
        // The emulator takes a token that it does not know for somebody all the same.
        if (!granted.has(tokenOf(c.req.header('authorization'))))
          return c.json({ message: 'Bad credentials' }, 401)
        await next()
      })
      checksApi(app, (header, right, wanted) => {
        const has = granted.get(tokenOf(header))?.[right]
        return has === 'write' || has === wanted
      })
      app.get('/repos/:owner/:repo/deployments', c => {
        const no = refused(c.req.header('authorization'), 'read')
        if (no) return c.json({ message: no.message }, no.status)
        const [sha, environment] = [c.req.query('sha'), c.req.query('environment')]
        const page = state.deployments
          .filter(one => (!sha || one.sha === sha) && (!environment || one.environment === environment))
          .sort((a, b) => b.id - a.id)
          .slice(0, Math.min(100, Number(c.req.query('per_page') ?? 30)))
        return c.json(page)
      })
      app.post('/repos/:owner/:repo/deployments', async c => {
        const no = refused(c.req.header('authorization'), 'write')
        if (no) return c.json({ message: no.message }, no.status)
        const body = await c.req.json()
        if (typeof body.ref !== 'string') return c.json({ message: 'Validation Failed' }, 422)
        const deployment: Deployment = {
          id: state.next++,
          sha: body.ref,
          ref: body.ref,
          environment: body.environment ?? 'production',
          transient_environment: body.transient_environment ?? false,
          production_environment: body.production_environment ?? body.environment === 'production',
          created_at: new Date().toISOString(),
        }
        state.deployments.push(deployment)
        return c.json(deployment, 201)
      })
      app.get('/repos/:owner/:repo/deployments/:id/statuses', c => {
        const no = refused(c.req.header('authorization'), 'read')
        if (no) return c.json({ message: no.message }, no.status)
        const id = Number(c.req.param('id'))
        if (!state.deployments.some(one => one.id === id)) return c.json({ message: 'Not Found' }, 404)
        return c.json(state.statuses.filter(one => one.deployment === id).sort((a, b) => b.id - a.id))
      })
      app.post('/repos/:owner/:repo/deployments/:id/statuses', async c => {
        const no = refused(c.req.header('authorization'), 'write')
        if (no) return c.json({ message: no.message }, no.status)
        const body = await c.req.json()
        const deployment = state.deployments.find(one => one.id === Number(c.req.param('id')))
        if (!deployment) return c.json({ message: 'Not Found' }, 404)
        if (!STATES.includes(body.state)) return c.json({ message: 'Validation Failed' }, 422)
        const add = (of: Deployment, status: string) => {
          const made: Status = {
            id: state.next++,
            deployment: of.id,
            state: status,
            environment_url: body.environment_url ?? '',
            target_url: body.log_url ?? body.target_url ?? '',
            created_at: new Date().toISOString(),
          }
          state.statuses.push(made)
          return made
        }
        // GitHub's auto_inactive: a success replaces what was there in the same environment.
        if (body.state === 'success' && body.auto_inactive !== false && !deployment.transient_environment)
          for (const older of state.deployments)
            if (older.id < deployment.id && older.environment === deployment.environment)
              add(older, 'inactive')
        return c.json(add(deployment, body.state), 201)
      })
      app.get('/repos/:owner/:repo/commits/:sha/pulls', async c => {
        const header = c.req.header('authorization')
        if (!granted.get(tokenOf(header))?.pull_requests)
          return c.json({ message: 'Resource not accessible by integration' }, 403)
        const { owner, repo, sha } = c.req.param()
        const pulls = await send(
          github,
          ownerToken,
          'GET',
          `/repos/${owner}/${repo}/pulls?state=all&per_page=100`,
        )
        return c.json(pulls.filter((pull: { head: { sha: string } }) => pull.head.sha === sha))
      })
      app.post('/graphql', async c => {
        const token = tokenOf(c.req.header('authorization'))
        if (!granted.has(token)) return c.json({ message: 'Bad credentials' }, 401)
        const { query } = await c.req.json()
        if (!/^\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/.test(query))
          return c.json({ errors: [{ message: `the emulator does not know this query: ${query}` }] })
        const login = token === ownerToken ? 'octo' : 'github-actions[bot]'
        return c.json({ data: { viewer: { login } } })
      })
      app.notFound(async c => {
        const { pathname, search } = new URL(c.req.url)
        const body = /^(GET|HEAD)$/.test(c.req.method) ? undefined : await c.req.arrayBuffer()
        return fetch(github + pathname + search, {
          method: c.req.method,
          headers: { authorization: c.req.header('authorization') ?? '', 'content-type': 'application/json' },
          body,
        })
      })
    },
  })
}

/** @throws unless the answer is good */
export async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text && JSON.parse(text)
}
