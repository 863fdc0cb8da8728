/**
 * What a text says once escapes are undone: those of addresses, of JSON and scripts, of markup and of style sheets, and
 * one within the other. Encoders differ in what they escape and how; what they mean does not.
 */

export interface Reading {
  text: string
  /** Where in the text as it was the letter at `index` begins; also for the index after the last one. */
  placeOf(index: number): number
}

interface Escape {
  mark: string
  pattern: RegExp
  /** Of one match. */
  meaning(match: string): string
}

/** Deeper ones are nobody's doing but that of who wants to hide something, and he need not show it at all. */
const DEPTH = 3

const ESCAPES: Escape[] = [
  {
    mark: '%',
    // One letter in UTF-8.
    pattern:
      /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi,
    meaning: match => Buffer.from(match.replaceAll('%', ''), 'hex').toString(),
  },
  {
    mark: '&',
    pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|sol|equals|plus|nbsp);/gi,
    meaning: match => NAMED[match.slice(1, -1).toLowerCase()] ?? letterOf(match.slice(2, -1)),
  },
  {
    mark: '\\',
    pattern: /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|[^\da-tv-z])|\\[bfnrt]/gi,
    meaning: match =>
      SHORT[match[1]!] ??
      (match.length === 2 ? match[1]! : letterOf(`x${match.slice(2).replace(/[{}]/g, '')}`)),
  },
  // In style sheets and selectors.
  { mark: '\\', pattern: /\\[\da-f]{1,6} ?/gi, meaning: match => letterOf(`x${match.slice(1).trim()}`) },
]

const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ sol: '/', equals: '=', plus: '+', nbsp: '\u00a0' },
}
const SHORT: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Of `65` or `x41`; no letter where there is none of that number. */
function letterOf(number: string): string {
  const point = /^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** The text as it is, then all that comes of undoing escapes, each once. */
export function* readings(text: string): Generator<Reading> {
  const seen = new Set([text])
  let level: Reading[] = [{ text, placeOf: index => index }]
  for (let depth = 0; level.length > 0; depth++) {
    yield* level
    if (depth === DEPTH) return
    level = level.flatMap(reading =>
      ESCAPES.flatMap(each => {
        if (!reading.text.includes(each.mark)) return []
        const undone = reading.text.replace(each.pattern, each.meaning)
        if (seen.has(undone)) return []
        seen.add(undone)
        return [{ text: undone, placeOf: placesIn(reading, each) }]
      }),
    )
  }
}

/** Looked up only where something was found, so nothing is kept of the other readings. */
function placesIn({ text, placeOf }: Reading, { pattern, meaning }: Escape): (index: number) => number {
  let places: number[] | undefined
  const all = () => {
    const found: number[] = []
    let end = 0
    for (const { 0: match, index } of text.matchAll(pattern)) {
      for (; end < index; end++) found.push(end)
      for (const _ of Array(meaning(match).length)) found.push(index)
      end += match.length
    }
    for (; end <= text.length; end++) found.push(end)
    return found
  }
  return index => {
    places ??= all()
    return placeOf(places[index]!)
  }
}
