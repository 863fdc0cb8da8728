/** Names of links and headings that only count them, as a template does before somebody names them. */
import type { Passage } from '../../matching/passages.ts'
import type { Comparison } from './comparison/index.ts'

/** Below two of a kind it may be a name. */
const MIN_COUNTED = 2

const COUNTED = /^(section|link|item|menu|page) ?#?\d{1,2}$/i
/** The same with what it is called behind it, which may stand apart. */
const TITLED = /^(section|link|item|menu|page) ?#?\d{1,2}(?!\d)/i

const nounOf = ({ text }: Passage) => COUNTED.exec(text.trim())?.[1]?.toLowerCase()

export const isInNavigation = ({ landmark, kind }: Passage) => landmark === 'navigation' && kind === 'link'

/** Visible ones of the new page, of nouns that the original counts nothing by. Links to the pages of a list are no names. */
export function placeholderNames({ original, rebuilt }: Comparison): Passage[] {
  const known = new Set(original.map(({ text }) => TITLED.exec(text.trim())?.[1]?.toLowerCase()))
  const found = rebuilt.filter(passage => {
    const noun = nounOf(passage)
    const isName = passage.kind === 'heading' || (isInNavigation(passage) && noun !== 'page')
    return passage.visible && isName && noun !== undefined && !known.has(noun)
  })
  return new Set(found.map(({ name }) => name)).size >= MIN_COUNTED ? found : []
}
