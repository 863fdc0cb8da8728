import type { Scorecard, Submission } from '../contract.ts'
import { makeScorecard } from '../scorecard.ts'
import { isStore } from '../store/access/state.ts'
import { matchingsOf, runSuites } from '../suites/core/run.ts'
import { STORE_SUITES, suites } from '../suites/index.ts'
import type { CapturedPair } from './capture-pair.ts'
import { pairingOf } from './pairing.ts'

/** The verdict on a pair of captures. Pure: saved captures give the same scorecard again. */
export function judge(
  { original, rebuilt }: CapturedPair,
  request: Pick<Submission, 'page_name' | 'policy'>,
  gaps: string[] = [],
  matchings = matchingsOf(original, rebuilt),
): Scorecard {
  const store = isStore(rebuilt.store)
  const judged = runSuites(
    suites.filter(suite => store || !STORE_SUITES.has(suite.name)),
    original,
    rebuilt,
    matchings,
  )
  const scorecard = makeScorecard(judged, {
    pageName: request.page_name ?? pageNameOf(rebuilt),
    policy: request.policy,
    gaps: [
      ...gaps,
      ...original.gaps.map(gap => `original: ${gap}`),
      ...rebuilt.gaps.map(gap => `rebuilt: ${gap}`),
    ],
    volatile: [original, rebuilt].flatMap(({ side, artifacts }) =>
      artifacts.volatile.ok
        ? artifacts.volatile.value.texts.slice(0, 50).map(text => ({ side, text: text.slice(0, 200) }))
        : [],
    ),
  })
  return { ...scorecard, pairing: pairingOf(matchings.pair, original, rebuilt) }
}

function pageNameOf({ artifacts, url }: CapturedPair['rebuilt']): string {
  const title = artifacts.head.ok ? artifacts.head.value.title : ''
  return (title || new URL(url).pathname).slice(0, 200)
}
