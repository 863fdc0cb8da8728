import type Router from '@koa/router'
import type { Api } from '../../api/context.ts'
import { notFound } from '../../api/problem.ts'
import { PROBLEMS } from '../../api/problem-codes.ts'
import { FAILURES } from '../../jobs/failure.ts'
import { render } from '../render.ts'
import { sessionIfAny } from '../session.ts'

/** A code that refuses a request and ends a job is told as both. */
const LISTS = [
  { of: 'A job that failed', codes: new Map(Object.entries(FAILURES)) },
  { of: 'A request that was refused', codes: new Map(Object.entries(PROBLEMS)) },
]

/** What each code of an error means: where its `type` leads. */
export function problemPages(router: Router, { queue, site }: Api): void {
  router.get('/problems', async ctx => {
    const session = await sessionIfAny(ctx, queue.pool, site)
    const lists = LISTS.map(({ of, codes }) => ({ of, codes: [...codes] }))
    render(ctx, site, 'problems', { title: 'What went wrong', session, lists })
  })

  router.get('/problems/:code', async ctx => {
    const code = ctx.params.code!
    const meanings = LISTS.flatMap(({ of, codes }) => {
      const meaning = codes.get(code)
      return meaning ? [{ of, ...meaning }] : []
    })
    if (meanings.length === 0) throw notFound('There is no error with this code.')
    const session = await sessionIfAny(ctx, queue.pool, site)
    render(ctx, site, 'problem', { title: meanings[0]!.title, session, code, meanings })
  })
}
