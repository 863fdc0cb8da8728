import { type Figure, figuresIn, sameNumber } from '../../lib/figures.ts'
import { shareIn } from '../../lib/word-set.ts'
import type { PageFacts } from '../../store/types.ts'
import { notApplicable } from '../core/suite.ts'
import type { Difference, Finder } from './difference.ts'
import { isUnseen, pagePairs, shownPage, UNREAD, UNSEEN } from './pages.ts'
import { SPECIFICATIONS } from './rules.ts'

/** Rows of tables and lists that say what a product is: materials, care, sizes. The new page may say them anywhere. */
export const specifications: Finder = pair => {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const differences: Difference[] = []
  let [applicable, unread] = [0, 0]
  for (const { before, after } of pages) {
    const { rows } = before.facts!
    const { vocabulary } = after.facts!
    if (rows.length < SPECIFICATIONS.minRows) continue
    if (!vocabulary) {
      // The original says what it says itself.
      if (before !== after) unread++
      continue
    }
    applicable++
    const changed = changedIn(before.facts!, after.facts!)
    if (changed)
      differences.push({
        cause: 'specification-changed',
        original: shownPage(before),
        rebuilt: shownPage(after),
        before: changed.was.text,
        after: changed.now.text,
      })
    const lost = rows.filter(row => shareIn(vocabulary, row) < SPECIFICATIONS.row)
    if (lost.length <= rows.length * SPECIFICATIONS.lost) continue
    differences.push({
      cause: 'specifications-lost',
      original: shownPage(before),
      rebuilt: shownPage(after),
      part: lost[0]!,
      before: `${rows.length} rows`,
      after: String(rows.length - lost.length),
    })
  }
  const tells = ({ facts, product }: (typeof pages)[number]['before']) =>
    product && facts!.rows.length >= SPECIFICATIONS.minRows
  if (pages.length === 0 && isUnseen(pair, tells)) return UNSEEN('there are specifications on product pages')
  if (applicable === 0 && unread > 0) return UNREAD('there are specifications on product pages')
  if (applicable === 0)
    return notApplicable('no product page that was read on both sites has a table of its own on the original')
  return { applicable, differences }
}

/** The first number of a row that is another one between the same words, which each of the pages has once. */
function changedIn(
  { rows }: PageFacts,
  { figures = [] }: PageFacts,
): { was: Figure; now: Figure } | undefined {
  const told = rows.filter(row => !VARYING.test(row)).flatMap(figuresIn)
  const tells = figures.flatMap(figuresIn)
  for (const was of told) {
    // A label of one word stands behind any other one in a text.
    const isSo = ({ around }: Figure) => around === was.around || around.endsWith(` ${was.around}`)
    const [now, ...others] = tells.filter(isSo)
    const isAlone = others.length === 0 && told.filter(isSo).length === 1
    if (now && isAlone && !sameNumber(was.number, now.number)) return { was, now }
  }
  return undefined
}

/** What is another number from day to day: prices, which are compared by themselves, and what is in stock, sold or said of it. */
const VARYING =
  /\p{Sc}|\b(stock|available|quantity|qty|price|sold|sales|views?|reviews?|rating|delivery|updated)\b|lager|verfügbar|bestand|menge|preis|verkauft|bewertung|lieferz|dispon|quantit|prezzo|prix|precio|vendu|avis|livraison|recension|consegna|entrega/iu
