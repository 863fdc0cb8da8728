/** How a label names an issue, so that it is found again when messages, counts and the code change. */
import type { Issue } from '../../server/contract.ts'

/**
 * `rule` is the rule's id. `place` is the perceived place as the issue's key has it, without the names of check and rule:
 * the words of the page that judges tell places apart by, never a count or a position; `page` where the rule speaks once
 * of a page. `at`, the selectors of both places, finds an issue again whose place is worded in another way by now.
 */
export interface Reference {
  rule: string
  place: string
  at?: string[]
}

export function referenceOf({ rule, key, original, rebuilt }: Issue): Reference {
  const [, ...rest] = key.split(':')
  const name = rule.slice(rule.lastIndexOf('/') + 1)
  if (rest[0] === name) rest.shift()
  const place = normalised(rest.join(':'))
  const at = [...new Set([original, rebuilt].flatMap(side => side?.selector || []))]
  return { rule, place: place || 'page', ...(at.length > 0 && { at }) }
}

/** Of one element, though one begins further up. */
const areOne = (a: string, b: string) => a === b || a.endsWith(` > ${b}`) || b.endsWith(` > ${a}`)

const normalised = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Which issue each reference means: the one of its rule and place, else the only one left of its rule that is at one of
 * its selectors. An issue answers to one reference.
 */
export function resolve<R extends Reference>(
  references: readonly R[],
  issues: readonly Issue[],
): Map<R, Issue> {
  const found = new Map<R, Issue>()
  const free = new Map(issues.map(issue => [issue, referenceOf(issue)]))
  const take = (matches: (wanted: R, of: Reference) => boolean) => {
    for (const wanted of references) {
      if (found.has(wanted)) continue
      const those = [...free].filter(([, of]) => of.rule === wanted.rule && matches(wanted, of))
      if (those.length !== 1) continue
      found.set(wanted, those[0]![0])
      free.delete(those[0]![0])
    }
  }
  take((wanted, of) => of.place === normalised(wanted.place))
  take((wanted, of) => (wanted.at ?? []).some(selector => of.at?.some(other => areOne(selector, other))))
  return found
}
