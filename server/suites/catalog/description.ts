import { normalise, words } from '../../lib/text.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired } from './difference.ts'
import { KEPT, MIN_WORDS } from './rules.ts'

/** What is said of a product, word by word; markup is nothing, and so is what was added. */
export const description: Finder = pair => {
  const whole = pair.original.catalog.sees.description
  if (whole && !pair.rebuilt.catalog.sees.description)
    return inconclusive('where the new store was read, it tells an excerpt of descriptions at most')
  const differences: Difference[] = []
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    const [had, has] = [before.descriptionText, after.descriptionText]
    const about = { original: before, rebuilt: after }
    const code = leftover(has)
    if (code && !leftover(had)) differences.push({ ...about, cause: 'leftovers', before: code, after: '' })
    if (had === '') continue
    applicable++
    if (had === has || normalise(had) === normalise(has)) continue
    const told = words(had)
    const kept = told.length ? keptOf(told, words(has)) : 1
    const shown = { before: `${told.length} words`, after: `${words(has).length} words` }
    if (
      words(has).length === 0 ||
      (told.length >= MIN_WORDS && kept < KEPT.some && has.length < had.length / 4)
    )
      differences.push({ ...about, ...shown, cause: 'description-emptied' })
    // An excerpt may be words that were written for search engines alone.
    else if (whole && told.length >= MIN_WORDS && kept < KEPT.nearlyAll)
      differences.push({
        ...about,
        ...shown,
        cause: kept < KEPT.most ? 'description-cut' : 'description-edited',
        part: `${Math.round(kept * 100)} % of its words are kept`,
      })
  }
  if (applicable === 0 && differences.length === 0)
    return notApplicable('no product that is in both shops has a description on the original')
  return { applicable: Math.max(1, applicable), differences }
}

/** With repetition. */
function keptOf(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1)
  let kept = 0
  for (const word of before) {
    const rest = left.get(word) ?? 0
    if (rest > 0) kept++
    left.set(word, rest - 1)
  }
  return kept / before.length
}

/** Shortcodes, tags and entities that were encoded twice, and templates: the first one that a reader sees, or ''. */
const leftover = (text: string): string =>
  /[[<&{]/.test(text) ? (LEFTOVER.exec(text)?.[0].slice(0, 80) ?? '') : ''

const LEFTOVER =
  /\[\/?(?:vc_|et_pb_|fusion_|av_|mk_|su_|elementor|gallery|caption|embed|video|audio|playlist|products?|product_page|woocommerce|contact-form|rev_slider|metaslider|tabs?|accordion|toggle|columns?|row|button|spacer)[^\]\n]{0,200}\]|<\/?(?:p|div|span|br|strong|em|b|i|ul|ol|li|h[1-6]|table|td|tr|img|a)\b[^>]{0,200}>|&(?:amp|nbsp|lt|gt|quot|#\d{2,5});|\{\{[^}]{0,100}\}\}|\{%[^%]{0,100}%\}/i
