import { normalise } from '../../../lib/text.ts'
import { type Check, type Finding, inconclusive, notApplicable, type Pair } from '../../core/suite.ts'
import { saying, shown } from '../page-finding.ts'
import { type Difference, differencesOf } from './differences.ts'
import { matchThings, type Thing, thingsOf } from './things.ts'
import { familyOf, isFurniture, isResult, isSubject } from './types.ts'
import { sameValueOf } from './values.ts'

type Needed = 'document' | 'structuredData' | 'volatile'

/** Compares what is described, not how: in which syntax, in how many scripts, nested or by reference. */
export const structured: Check<Needed> = {
  id: 'seo/structured',
  title: 'The structured data is kept and valid',
  weight: 12,
  judge(pair) {
    const { original, rebuilt } = pair
    const before = thingsOf(original.structuredData)
    const now = thingsOf(rebuilt.structuredData)
    const broken = brokenScripts(pair)
    if (before.all.length === 0 && broken.length === 0)
      return notApplicable('the original describes nothing in structured data')
    const matched = matchThings(before.all, now.all)
    const gone = lostThings(pair, matched)
    if (gone.length > 0 && rebuilt.structuredData.unread > 0)
      return inconclusive('the structured data of the rebuilt page is too large to be read whole')
    const same = sameValueOf(original, rebuilt)
    const volatile = new Set(original.volatile.texts.map(normalise))
    const changed = [...matched].flatMap(([thing, counterpart]): Finding[] => {
      if (!counterpart) return []
      const differences = differencesOf(
        { item: thing.item, things: before },
        { item: counterpart.item, things: now },
        same,
      )
      return [
        ...otherType(pair, thing, counterpart),
        ...differences
          .filter(difference => !volatile.has(normalise(difference.before)))
          .map(difference => describe(pair, thing, difference)),
      ]
    })
    return [...broken, ...gone, ...changed]
  },
}

/** Its types tell one script from another: it has nothing else that could be read. */
function brokenScripts({ original, rebuilt }: Pair<Needed>): Finding[] {
  return rebuilt.structuredData.broken.map(({ error, near, types }) => {
    const fix = 'Correct the JSON; a search engine reads nothing of the script as it is'
    const say = saying('seo/structured', fix, original, rebuilt, { now: near })
    const what = types.length ? `JSON-LD that describes ${types.slice(0, 3).join(', ')}` : 'JSON-LD'
    const key = `broken:${types.toSorted().join(',').toLowerCase()}`
    return say(key, 'serious', 0.5, `${what} cannot be read (${error}), near: ${shown(near)}`)
  })
}

/** One finding a type, that of many products too. */
function lostThings(
  { original, rebuilt }: Pair<Needed>,
  matched: ReadonlyMap<Thing, Thing | null>,
): Finding[] {
  const all = new Map<string, { total: number; lost: Thing[] }>()
  for (const [thing, counterpart] of matched) {
    const group = all.get(thing.family) ?? { total: 0, lost: [] }
    group.total++
    if (!counterpart) group.lost.push(thing)
    all.set(thing.family, group)
  }
  const unparsed = new Set(
    rebuilt.structuredData.broken.flatMap(({ types }) => types.map(type => familyOf([type]))),
  )
  const nothing = [...matched.values()].every(counterpart => counterpart === null)
  return [...all].flatMap(([family, { total, lost }]): Finding[] => {
    if (lost.length === 0 || unparsed.has(family)) return []
    const whole = lost.length === total
    const named = lost
      .map(({ label }) => label)
      .filter(Boolean)
      .slice(0, 3)
      .join(', ')
    const fix = `Describe the ${family} again, in JSON-LD, microdata or RDFa`
    const say = saying('seo/structured', fix, original, rebuilt, { before: named })
    const share = lost.length / total
    const message = whole
      ? `Structured data of type ${family} is lost${named ? `: ${named}` : ''}`
      : `${lost.length} of ${total} descriptions of type ${family} are lost: ${named}`
    const isSaid = !isFurniture(family) || (isSubject(family) && named !== '')
    if (isResult(family) || (nothing && isSaid)) {
      const serious = whole || share > 0.2
      return [say(`lost:${family}`, serious ? 'serious' : 'moderate', 0.2 + 0.3 * share, message)]
    }
    const severity = isFurniture(family) ? 'minor' : 'moderate'
    return [say(`lost:${family}`, severity, (isFurniture(family) ? 0.03 : 0.2) * share, message)]
  })
}

/** A more general type in the same family. */
function otherType({ original, rebuilt }: Pair<Needed>, thing: Thing, counterpart: Thing): Finding[] {
  const [from, to] = [thing.item.types, counterpart.item.types]
  if (from.some(type => to.includes(type))) return []
  const say = saying('seo/structured', `Give it the type ${from[0]} again`, original, rebuilt)
  const message = `${nameOf(thing)} is described as ${to[0]}; it was ${from[0]}`
  return [say(`type:${thing.family}:${thing.label.slice(0, 100)}`, 'minor', 0.05, message)]
}

const nameOf = ({ family, label }: Thing) => (label ? `${family} "${label.slice(0, 80)}"` : family)

function describe({ original, rebuilt }: Pair<Needed>, thing: Thing, difference: Difference): Finding {
  const { kind, family, property, before, now } = difference
  const part = family === thing.family || family === '' ? property : `${family} › ${property}`
  const fix = before ? `Give ${property} as "${before}"` : `Give ${family} its ${property}`
  const say = saying('seo/structured', fix, original, rebuilt, { before, now })
  const key = `${thing.family}:${thing.label.slice(0, 100)}:${family}:${property}`
  if (kind === 'required' || kind === 'inherited') {
    const lost = kind === 'required'
    const message = `${nameOf(thing)} ${lost ? 'lost' : 'lacks'} what its kind of result needs: ${part}${before ? ` (it was "${before}")` : ''}`
    return say(`required:${key}`, lost ? 'serious' : 'moderate', lost ? 0.4 : 0.15, message)
  }
  if (kind === 'price') {
    const message = `${nameOf(thing)}: ${part} is "${now}"; it was "${before}". Results show another price than before`
    return say(`changed:${key}`, 'serious', 0.4, message)
  }
  const [severity, penalty] = difference.shown ? (['moderate', 0.2] as const) : (['minor', 0.03] as const)
  const message =
    kind === 'lost'
      ? `${nameOf(thing)} lost ${part}; it was "${before}"`
      : `${nameOf(thing)}: ${part} is "${now}"; it was "${before}"`
  return say(`${kind}:${key}`, severity, penalty, message)
}
