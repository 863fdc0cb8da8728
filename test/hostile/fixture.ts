/** A page that means harm, or is broken beyond use, with the outcomes that a scan of it may have. */
import type { RequestListener } from 'node:http'
import type { FailureCode } from '../../server/contract.ts'

/** `scorecard`: the page was captured and judged, with gaps where something of it was cut. */
export type Outcome = 'scorecard' | FailureCode

export interface Fixture {
  name: string
  /** More than one where the machine's speed or memory decides which of its limits is met first. As the new page. */
  outcomes: readonly [Outcome, ...Outcome[]]
  /** What `/` answers, or a server of its own. */
  answer: string | RequestListener
  /** Is at an https address, with this certificate, or with `none` speaks HTTP there all the same. */
  certificate?: string
  /** Harms every scan that this process has under way. */
  alone?: true
}

const INTRO = '<h1>A page</h1><p>It looks like any other page and has a sentence or two to read.</p>'

/** A page that can be judged, with what makes it hostile. */
export const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A page</title>${head}</head><body><main>${INTRO}</main>${body}</body></html>`

export const script = (code: string) => html(`<script>${code}</script>`)

export const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Answers by path; what is not among them is not found. */
export const site =
  (paths: Record<string, string | RequestListener>): RequestListener =>
  (request, response) => {
    const answer = paths[new URL(request.url ?? '/', 'http://localhost').pathname]
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer === undefined ? 404 : 200, HTML).end(answer ?? 'not found')
  }

/** Writes what `next` gives, as fast as it is read, until it gives null or nobody reads any more. */
export function pour(response: Parameters<RequestListener>[1], next: () => Buffer | string | null): void {
  const more = () => {
    for (;;) {
      if (response.destroyed) return
      const chunk = next()
      if (chunk === null) return void response.end()
      if (!response.write(chunk)) return void response.once('drain', more)
    }
  }
  more()
}
