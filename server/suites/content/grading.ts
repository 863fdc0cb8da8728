/** What content/text and content/facts grade alike. */
import { isCredit } from '../../lib/credit.ts'
import { words } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { penaltyOf } from '../core/rules.ts'
import type { FactComparison } from './comparison/facts.ts'
import type { PlacedFact } from './comparison/placed-facts.ts'

/** What is hidden now, and can still be reached, costs this share of what it costs when it is gone. */
export const REACHABLE_FACTOR = 0.1

/** A text that was hidden on the original weighs this much of a visible one. */
export const HIDDEN_WEIGHT = 0.25

/** Share of content/facts that one fact costs at least, so that it shows on pages of hundreds of facts. */
export const MIN_FACT_PENALTY = 0.05
export const FACT_PENALTY = { of: "the fact's share of all facts of the original", min: MIN_FACT_PENALTY }

/** One fact's share of all facts of the original. */
export const factShare = ({ original }: FactComparison): number => 1 / Math.max(1, original.length)

/** What one lost fact costs content/facts, 0 to 1. */
export const factPenalty = (facts: FactComparison): number =>
  penaltyOf(FACT_PENALTY, factShare(facts), 'content/facts/missing')

/** What a page says of its own making, which each build does anew. */
const MADE =
  /\b(?:last (?:published|updated?|modified|built|build|changed|edited|reviewed)|(?:generated|updated) (?:on|at)|build date|rev(?:ision)?\.? ?#?\d+ by|zuletzt (?:aktualisiert|geändert|bearbeitet)|dernière (?:mise à jour|modification)|última (?:actualización|modificación|atualização)|ultimo aggiornamento|laatst (?:bijgewerkt|gewijzigd))\b|последнее обновление|آخر تحديث|최종 (?:수정|업데이트)|最終更新|最后更新|最近更新|更新日/iu

/** Before its day, in one sentence and with no other day between; or behind it, as all that follows. */
const MADE_BEFORE = new RegExp(
  `(?:${MADE.source})(?:(?!\\d{4}|\\d[./-]\\d\\d?[./-]\\d)(?:(?<!\\p{L}{3})\\.|[^.!?|•·。]))*$`,
  'iu',
)
const MADE_BEHIND = new RegExp(`^[^\\p{L}\\d.!?|]*(?:${MADE.source})\\D*$`, 'iu')

/** Words before the day on which a page itself was written or changed last, which is new with each change of it. */
const STAMP =
  /(?:^|[.!?;|•·()[\]–-]\s*)(?:status|stand|updated?|revised|reviewed|modified|changed|(?<![–-]\s*)as of|(?:page |site )?built(?= (?:on|at))|version (?:of|vom|du)|aktualisiert|geändert|(?:ostatnia )?aktualizacja|zaktualizowano|mis(?:e|es)? à jour|actualizado|actualización|aggiornato|atualizado|bijgewerkt|обновлено|uppdaterad|opdateret)[\s:]*(?:(?:on|of|at|as of|am|vom|le|du|el|il|em|op|z dnia|dnia)[\s:]*)?$/iu

/** Words after the day of a stamp at most, as “5 min read” has. */
const MAX_REST = 2

/** Whether a day is that of a page itself: a sentence of its own, at the end, with hardly a word more. */
function isStamped(before: string, after: string): boolean {
  if (MADE_BEFORE.test(before) || MADE_BEHIND.test(after)) return true
  if (!STAMP.test(before)) return false
  // A remark behind what begins the text ends its line, whatever is joined to it.
  if (STAMP.exec(before)!.index === 0 && /^\s*\([^()]*\)/.test(after)) return true
  return words(after).filter(word => /\p{L}/u.test(word)).length <= MAX_REST
}

/** Which releases of what programs made the page. */
const OF_BUILD =
  /\b(?:built|generated|created|rendered|made|powered) (?:with|by|using|via) (?:\p{L}[\p{L}-]*,? v?\d+(?:\.\d+){2,}(?:[-.]\w+)*(?:,? (?:and|with|&|\+) )?)+/giu

/** Characters to each side of a day that are read. */
const AROUND = 200

/** Words of a line of credits at most. */
const MAX_CREDIT = 20

export const isCreditLine = ({ text, length }: Pick<Passage, 'text' | 'length'>): boolean =>
  length <= MAX_CREDIT && isCredit(text)

export const isMade = ({ text }: Pick<Passage, 'text'>): boolean => MADE.test(text)

/** Whether a fact tells of the making of the page, and of nothing that visitors came for. */
export function isOfBuild({ kind, parts }: PlacedFact, { text }: Pick<Passage, 'text'>): boolean {
  if (isVital(kind)) return false
  const [{ start, end }] = parts as [PlacedFact['parts'][number]]
  const isWithin = (said: RegExpExecArray) => start >= said.index && end <= said.index + said[0].length
  const isStamp = () =>
    isStamped(text.slice(Math.max(0, start - AROUND), start), text.slice(end, end + AROUND))
  return (kind === 'date' && isStamp()) || [...text.matchAll(OF_BUILD)].some(isWithin)
}

/** What visitors hold an owner to, and how they reach him. */
export const isVital = (kind: PlacedFact['kind']): boolean => /^(price|phone|e-mail|address)$/.test(kind)
