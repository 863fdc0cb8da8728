/** Judges one original against many changed copies: the original is captured once, each copy once. */
import type { Capture } from '../server/capture/artifact.ts'
import type { Sampling } from '../server/capture/lighthouse.ts'
import type { Scorecard } from '../server/contract.ts'
import { judge } from '../server/scan/judge.ts'
import { measured } from './measured.ts'
import { changeOf, type Mutation, type PageSource } from './mutations/page.ts'
import { openPagePair, sourceOf } from './page-pair.ts'

export interface Judge {
  /** The verdict on the page changed by `mutation`, or null where it does not apply. Lighthouse only when asked. */
  verdict(
    mutation: Pick<Mutation, 'apply'> | null,
    options?: { lighthouse?: boolean },
  ): Promise<Scorecard | null>
  close(): Promise<void>
}

/** What is wrong takes seconds: how much a busy machine adds changes no verdict. */
const threePairs: Sampling = original => ({ again: original.length < 3, discard: false })

/** `folder` holds the built page; `page` is its path in there, e.g. `/index.html`. */
export async function judgeOf(folder: string, page = '/index.html'): Promise<Judge> {
  const tested = { name: page, original: { folder, page } }
  const pair = await openPagePair(tested)
  let source: PageSource | undefined
  let original: Promise<Capture> | undefined
  return {
    async verdict(mutation, { lighthouse = false } = {}) {
      source ??= { ...(await sourceOf(tested)), seen: await pair.see() }
      const change = mutation && (await changeOf(mutation, source))
      if (mutation && !change) return null
      // The first copy at the same time, as a scan looks at two pages.
      original ??= pair.look('original')
      const [before, after] = await Promise.all([original, pair.look('rebuilt', change)])
      const runs = lighthouse ? await pair.measure(change, threePairs) : undefined
      return judge(
        { original: measured(before, runs?.original), rebuilt: measured(after, runs?.rebuilt) },
        { policy: 'regressions' },
      )
    },
    close: () => pair.close(),
  }
}
