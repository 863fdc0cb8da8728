import type Router from '@koa/router'
import type { Api } from '../../api/context.ts'
import type { SuiteName } from '../../contract.ts'
import example from '../example.json' with { type: 'json' }
import { render } from '../render.ts'
import { sessionIfAny } from '../session.ts'

const ASKS: Record<SuiteName, string> = {
  responsive: 'Does it fit every screen?',
  seo: 'Can it be found as before?',
  content: 'Is every text there, every price and number exact?',
  perf: 'Is it as fast?',
  a11y: 'Does it shut nobody out?',
  functional: 'Do its scripts, links and forms work?',
  image: 'Are its pictures and colours there?',
  catalog: 'Shopify stores: is every product there?',
  redirects: 'Shopify stores: do old addresses lead on?',
}

export function landingPage(router: Router, { queue, site }: Api): void {
  router.get('/', async ctx => {
    const session = await sessionIfAny(ctx, queue.pool, site)
    render(ctx, site, 'landing', {
      title: 'Cutover',
      session,
      isPublic: true,
      suites: Object.entries(ASKS),
      example,
    })
  })
}
