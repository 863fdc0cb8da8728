/** What stands one step away: on the pages of the site to which the navigation or a call to action of a page leads. */
import { memo } from '../../lib/memo.ts'
import { normalise } from '../../lib/text.ts'
import type { Side } from './suite.ts'

/** Share of the letters of a text, by its sentences, that a page has to say. */
const MIN_SAID = 0.8
/** Letters from which a sentence is known when it is met again. */
const MIN_SENTENCE = 20
const END = /(?<=[.!?…]) |(?<=[。！？])|\n/

/** Tells which page says a text, or nearly all of its sentences: its path. Of pages as they are served; of older captures none. */
export function linkedPageSaying({ linkTargets }: Side<'linkTargets'>): (text: string) => string | undefined {
  const pages = pagesOf(linkTargets)
  return text => {
    const whole = normalise(text)
    if (whole === '') return undefined
    const sentences = text.split(END).map(normalise).filter(Boolean)
    const says = (page: string) => {
      if (page.includes(whole)) return true
      const said = sentences.filter(one => one.length >= MIN_SENTENCE && page.includes(one))
      return said.join('').length >= MIN_SAID * sentences.join('').length
    }
    return pages.find(({ text: page }) => says(page))?.path
  }
}

const pagesOf = memo(({ targets }: Side<'linkTargets'>['linkTargets']) =>
  targets.flatMap(({ url, status, shell, page }) =>
    page?.text && status >= 200 && status < 300 && shell === undefined
      ? [{ path: new URL(url).pathname, text: normalise(page.text) }]
      : [],
  ),
)
