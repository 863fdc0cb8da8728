/** Texts that one sees and that screen readers are not told of any more. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { countWords, normalise, words } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { layoutOf, type Needed, placeKey, placesOf } from '../page.ts'
import { isIn, isWithin } from './lost-roles.ts'
import { MIN_HIDDEN_WORDS, MIN_STATEMENT_WORDS, rules } from './rules.ts'

/** Of the words of a text that is the original's. */
const MIN_SHARE = 0.5

export function judgeHiddenFromAt(pair: Pair<Needed>): Finding[] {
  const before = new Map(
    hiddenIn(pair.original).flatMap(({ blocks }) => blocks.map(block => [block, blocks] as const)),
  )
  const [first, second] = [layoutOf(pair.original)?.blocks ?? [], layoutOf(pair.rebuilt)?.blocks ?? []]
  const matches = pair.matching.texts.blocks.filter(({ share }) => share >= MIN_SHARE)
  const origins = Map.groupBy(matches, match => second[match.rebuilt]!)
  return hiddenIn(pair.rebuilt).flatMap(({ hidden, blocks }) => {
    const was = blocks
      .flatMap(block => origins.get(block) ?? [])
      .map(match => first[match.original]!)
      .filter(({ state }) => state === 'visible')
    const added = was.filter(block => !before.has(block))
    const judged = added.length ? added : was
    const count = countWords(words(judged.map(({ text }) => text).join(' ')))
    if (count < MIN_HIDDEN_WORDS) return []
    const inherited = added.length ? undefined : before.get(judged[0]!)
    const start = { ...(inherited ?? judged)[0]!, role: '' }
    const named = { ...start, name: start.text }
    return rules.report('hidden-text', {
      key: `a11y/silent-text:${placeKey(named)}`,
      as: count < MIN_STATEMENT_WORDS ? 'short' : undefined,
      cause: 'aria-hidden',
      message: `Screen readers are not told of ${quote(start.text)}${inherited ? ', as on the original' : ''}: it can be seen, and is hidden from them`,
      ...placesOf(pair, named, { ...hidden, name: hidden.text }),
    })
  })
}

/** What is hidden from screen readers, each with the visible texts in it. */
function hiddenIn(side: Side<Needed>) {
  const visible = (layoutOf(side)?.blocks ?? []).filter(({ state }) => state === 'visible')
  return side.semantics.hiddenFromAt
    .map(hidden => {
      const letters = lettersOf(hidden.text)
      const isPart = ({ selector, box, text }: TextBlock) =>
        (isIn(selector, hidden.selector) || isWithin(box, hidden.box)) && letters.includes(lettersOf(text))
      return { hidden, blocks: visible.filter(isPart) }
    })
    .filter(({ blocks }) => blocks.length > 0)
}

/** What separates words may be in the styles alone. */
const lettersOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')
