/** Bars that stay at an edge of the window while the page is scrolled, as its checks look at them. */
import type { Layout } from '../../capture/collectors/layouts.ts'
import type { StayingBar } from '../../capture/injected/staying.ts'
import { ANSWERS_CONSENT, ASKS_CONSENT, SPEAKS_OF_PRIVACY } from '../../lib/consent-words.ts'

/** What the page keeps in sight on the way down, and after a scroll back up; undefined where nobody could look. */
export function stayingOn({ stays }: Layout) {
  return stays && { ...stays, down: stays.down.filter(isOfPage), up: stays.up.filter(isOfPage) }
}

/** A question for consent comes from elsewhere, and goes with its answer. */
function isOfPage({ text, controls }: StayingBar): boolean {
  const asks = ASKS_CONSENT.test(text) || SPEAKS_OF_PRIVACY.test(text)
  return !(asks && controls.some(({ name }) => ANSWERS_CONSENT.test(name)))
}
