import { countWords } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { counterpartOf } from '../../matching/texts.ts'
import type { Comparison } from './comparison/index.ts'
import { wordsBesideFacts } from './facts/beside.ts'
import { isTemplate, speaksOfPrograms, worthlessWords } from './leftovers/of-passage.ts'

/**
 * What became of one text of the original. Weights count rare words more; words of facts are judged as facts, and
 * leftovers that nobody misses weigh nothing.
 */
export interface TextOutcome {
  index: number
  passage: Passage
  /** lost; changed in part; unseen: visible before and only in a hidden element now. */
  state: 'kept' | 'lost' | 'changed' | 'unseen'
  weight: number
  /** Weight of what is lost of it. */
  lost: number
  /** The lost words in order, as written. */
  words: string[]
  /** The longest run of lost words, counted as a reader does. */
  run: number
  /** Nothing but facts and leftovers, or no word at all: it is lost with its neighbours only. */
  bare: boolean
  /** Weight of its words that the rebuilt page shows. */
  seen: number
  /** The rebuilt passage that has most of it. */
  now?: Passage
}

const YEAR = /^(19|20)\d\d$/
/** Share of a text's weight that has to be lost for it to count as lost altogether. */
const LOST = 0.8
/** Share of its found words that have to be out of sight for a text to be unseen. */
const UNSEEN = 0.5

/** The fate of every text of the original, in order. */
export function outcomesOf(comparison: Comparison): TextOutcome[] {
  const known = told.get(comparison)
  if (known) return known
  const weightOf = rarity(comparison.original)
  const beside = wordsBesideFacts(comparison)
  const page = {
    programs: speaksOfPrograms(comparison.original),
    template: isTemplate(comparison.original),
  }
  const fresh = comparison.original.map((passage, index) =>
    outcomeOf(comparison, passage, index, { weightOf, beside, worthless: worthlessWords(passage, page) }),
  )
  told.set(comparison, fresh)
  return fresh
}

const told = new WeakMap<Comparison, TextOutcome[]>()

interface Means {
  weightOf: (word: string) => number
  beside: ReturnType<typeof wordsBesideFacts>
  worthless: Uint8Array | null
}

function outcomeOf(
  comparison: Comparison,
  passage: Passage,
  index: number,
  { weightOf, beside, worthless }: Means,
): TextOutcome {
  const { rebuilt, alignment, facts } = comparison
  const cover = facts.cover[index]!
  const stated = facts.stated[index]!
  const sum = { weight: 0, all: 0, lost: 0, found: 0, unseen: 0 }
  // The year of a copyright notice is this year's.
  const rights = /©|\(c\)|\bcopyright\b/i.test(passage.text)
  const words: string[] = []
  let run: string[] = []
  let longest = 0
  passage.tokens.forEach((token, offset) => {
    if (worthless?.[offset]) {
      run = []
      return
    }
    const at = alignment.match[alignment.sourceStart[index]! + offset]!
    const weight = weightOf(token.word)
    sum.weight += weight
    if (at >= 0) {
      sum.found += weight
      if (!rebuilt[alignment.targetBlock[at]!]!.visible) sum.unseen += weight
      run = []
      return
    }
    const place = cover[offset] ? undefined : beside(index, token.word)
    if (place !== undefined) {
      sum.found += weight
      if (!rebuilt[place]!.visible) sum.unseen += weight
      run = []
      return
    }
    if (stated[offset] || (rights && YEAR.test(token.word))) {
      sum.found += weight
      run = []
      return
    }
    sum.all += weight
    if (cover[offset]) return
    sum.lost += weight
    words.push(passage.text.slice(token.start, token.end))
    run.push(token.word)
    longest = Math.max(longest, countWords(run))
  })
  const counterpart = counterpartOf(alignment, index)
  const now = counterpart === undefined ? undefined : rebuilt[counterpart]!
  const bare = cover.every((covered, offset) => covered || worthless?.[offset])
  const excused = passage.volatile || (sum.all < LOST * sum.weight && (now?.volatile ?? false))
  const hides = passage.visible && sum.unseen > UNSEEN * sum.found
  const state =
    bare || excused
      ? bare && hides && !excused
        ? 'unseen'
        : 'kept'
      : sum.lost > 0 && sum.all >= LOST * sum.weight
        ? 'lost'
        : sum.lost > 0
          ? 'changed'
          : hides
            ? 'unseen'
            : 'kept'
  return {
    index,
    passage,
    state,
    weight: sum.weight,
    lost: state === 'lost' ? sum.weight : sum.lost,
    words,
    run: longest,
    bare,
    seen: sum.found - sum.unseen,
    now,
  }
}

/** Weight of a word, 0.25 to 1, by how often the original shows it. */
function rarity(passages: Passage[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const { tokens } of passages)
    for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weights = new Map<string, number>()
  for (const [word, count] of counts) weights.set(word, Math.max(0.25, 1 / (1 + Math.log2(count))))
  return word => weights.get(word) ?? 1
}
