/** Check runs and commit statuses, after GitHub's OpenAPI description, with what it refuses. */
import type { defineEmulator } from 'emulate'

type App = Parameters<NonNullable<Parameters<typeof defineEmulator>[0]['setup']>>[0]['app']

export interface CheckRunState {
  id: number
  name: string
  head_sha: string
  status: string
  conclusion: string | null
  details_url: string | null
  output: { title: string | null; summary: string | null; annotations: Record<string, unknown>[] }
  actions: { label: string; description: string; identifier: string }[]
  /** All that was said of it, the first first. */
  past: string[]
}

interface StatusState {
  sha: string
  context: string
  state: string
  target_url: string
}

type May = (header: string | undefined, right: 'checks' | 'statuses', wanted: 'read' | 'write') => boolean

const FORBIDDEN = { message: 'Resource not accessible by integration' }
const CONCLUSIONS = ['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out']

export function checksApi(app: App, may: May): void {
  const runs: CheckRunState[] = []
  const statuses: StatusState[] = []

  app.post('/repos/:owner/:repo/check-runs', async c => {
    if (!may(c.req.header('authorization'), 'checks', 'write')) return c.json(FORBIDDEN, 403)
    const body = await c.req.json()
    const wrong = mistakes(body)
    if (typeof body.name !== 'string' || !/^[0-9a-f]{40}$/.test(body.head_sha)) wrong.push('name, head_sha')
    if (wrong.length > 0) return c.json({ message: `Invalid request. ${wrong.join('; ')}` }, 422)
    const run: CheckRunState = {
      ...{ id: runs.length + 1, name: body.name, head_sha: body.head_sha, status: 'queued' },
      ...{ conclusion: null, details_url: null, actions: [], past: [] },
      output: { title: null, summary: null, annotations: [] },
    }
    runs.push(run)
    return c.json(change(run, body), 201)
  })

  app.patch('/repos/:owner/:repo/check-runs/:id', async c => {
    if (!may(c.req.header('authorization'), 'checks', 'write')) return c.json(FORBIDDEN, 403)
    const run = runs.find(one => one.id === Number(c.req.param('id')))
    if (!run) return c.json({ message: 'Not Found' }, 404)
    const body = await c.req.json()
    const wrong = mistakes(body)
    if (wrong.length > 0) return c.json({ message: `Invalid request. ${wrong.join('; ')}` }, 422)
    return c.json(change(run, body))
  })

  app.get('/repos/:owner/:repo/commits/:sha/check-runs', c => {
    if (!may(c.req.header('authorization'), 'checks', 'read')) return c.json(FORBIDDEN, 403)
    const found = runs.filter(({ head_sha }) => head_sha === c.req.param('sha')).reverse()
    return c.json({ total_count: found.length, check_runs: found })
  })

  app.post('/repos/:owner/:repo/statuses/:sha', async c => {
    if (!may(c.req.header('authorization'), 'statuses', 'write')) return c.json(FORBIDDEN, 403)
    const { context, state, target_url } = await c.req.json()
    statuses.push({ sha: c.req.param('sha'), context, state, target_url })
    return c.json(statuses.at(-1)!, 201)
  })

  app.get('/repos/:owner/:repo/commits/:sha/statuses', c => {
    if (!may(c.req.header('authorization'), 'statuses', 'read')) return c.json(FORBIDDEN, 403)
    return c.json(statuses.filter(({ sha }) => sha === c.req.param('sha')).reverse())
  })
}

// biome-ignore lint/suspicious/noExplicitAny: what a client sent
function change(run: CheckRunState, body: any): CheckRunState {
  const { output } = body
  run.status = body.conclusion ? 'completed' : (body.status ?? run.status)
  run.conclusion = body.conclusion ?? run.conclusion
  run.details_url = body.details_url ?? run.details_url
  run.actions = body.actions ?? run.actions
  if (output)
    run.output = {
      title: output.title,
      summary: output.summary,
      annotations: [...run.output.annotations, ...(output.annotations ?? [])],
    }
  run.past.push(`${run.status} ${run.conclusion ?? '-'}: ${run.output.title}`)
  return run
}

// biome-ignore lint/suspicious/noExplicitAny: what a client sent
function mistakes({ status, conclusion, output, actions = [] }: any): string[] {
  const wrong: string[] = []
  const text = (value: unknown, most: number) => typeof value === 'string' && value.length <= most
  if (status === 'completed' && !conclusion) wrong.push('a completed run has a conclusion')
  if (conclusion && !CONCLUSIONS.includes(conclusion)) wrong.push(`conclusion ${conclusion}`)
  if (output && !(text(output.title, 255) && output.title)) wrong.push('output.title')
  if (output && !(text(output.summary, 65_535) && Buffer.byteLength(output.summary) <= 65_535))
    wrong.push('output.summary')
  const annotations = output?.annotations ?? []
  if (annotations.length > 50) wrong.push('at most 50 annotations a request')
  for (const one of annotations) {
    const isPlaced = text(one.path, 1000) && one.path && one.start_line >= 1 && one.end_line >= one.start_line
    const isTold = text(one.message, 65_536) && one.message && text(one.title, 255)
    if (!isPlaced || !isTold) wrong.push(`annotation ${JSON.stringify(one)}`)
    if (!['notice', 'warning', 'failure'].includes(one.annotation_level)) wrong.push('annotation_level')
  }
  if (actions.length > 3) wrong.push('at most 3 actions')
  for (const { label, description, identifier } of actions)
    if (!(text(label, 20) && text(description, 40) && text(identifier, 20))) wrong.push(`action ${label}`)
  return wrong
}
