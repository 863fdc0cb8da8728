import type { Penalty } from '../server/suites/core/rules.ts'
import type { Suite } from '../server/suites/core/suite.ts'

/** A sentence for each check without rules and each rule that is not complete, which names it. */
export function faultsOf({ name, checks }: Pick<Suite, 'name' | 'checks'>): string[] {
  return checks.flatMap(({ id, rules }) => {
    if (!rules.list.length) return [`${id} has no rules: it could find nothing`]
    const owner =
      rules.check === id && id.startsWith(`${name}/`) ? [] : [`${id} has the rules of ${rules.check}`]
    const faults = rules.list.flatMap(rule => {
      const wrong: string[] = []
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(rule.id.slice(id.length + 1)))
        wrong.push('a name that is not kebab-case')
      for (const field of ['measures', 'why', 'fix'] as const)
        if (!rule[field].trim()) wrong.push(`no "${field}"`)
      if (!/^https:\/\/[^\s<>]+$/.test(rule.reference))
        wrong.push(`no https address as reference, but "${rule.reference}"`)
      for (const penalty of [rule.penalty, ...Object.values(rule.cases ?? {}).map(each => each.penalty)])
        if (penalty !== undefined && !isShare(penalty))
          wrong.push(`a penalty beyond 0 to 1: ${JSON.stringify(penalty)}`)
      for (const [as, { when }] of Object.entries(rule.cases ?? {}))
        if (![when].flat().every(text => text.trim()) || when.length === 0)
          wrong.push(`a case "${as}" without "when"`)
      return wrong.map(what => `${rule.id} has ${what}`)
    })
    return [...owner, ...faults]
  })
}

function isShare(penalty: Penalty): boolean {
  if (typeof penalty === 'number') return penalty >= 0 && penalty <= 1
  const { of, min = 0, max = 1 } = penalty
  return of.trim() !== '' && min >= 0 && max <= 1 && min <= max
}
