/** How grave it is that a text is gone: what it was, and what the rebuilt page has for it. */
import { countEach, sumOf } from '../../../lib/count.ts'
import { normalise, words } from '../../../lib/text.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import type { Comparison, ContentPair, ContentSide } from '../comparison/index.ts'
import { COPYRIGHT } from '../comparison/placed-facts.ts'
import { isCreditLine, isMade } from '../grading.ts'
import type { Gap } from '../outcomes/gaps.ts'
import {
  hasWord,
  type LostUnit,
  lostUnits,
  MIN_SENTENCE,
  outcomesOf,
  type TextOutcome,
  WORD,
} from '../outcomes/index.ts'
import { olderNews, oldestEntries } from './dated-list.ts'
import type { LedTo } from './led-to.ts'
import { MIN_ROW } from './rules.ts'

/** The path of the table that a cell stands in. */
export const tableOf = ({ passage: { kind, place } }: TextOutcome): string | undefined =>
  /cell$/.test(kind) ? /^.*\btable(?::[\w-]+\(\d+\))?(?= > )/.exec(place.selector ?? '')?.[0] : undefined

/** What a page says of names that belong to others. */
const TRADEMARK = /\b(?:registered )?trademarks?\b.{0,60}\bof\b/i
/** A notice of cookies says nothing of what the page is about; a baker's cookies are his ware. */
const COOKIES = /\bcookies?\b/i
const CONSENT =
  /necessary|essential|consent|privacy|data protection|\b(?:web)?site\b|browser|datenschutz|notwendig|zustimm|akzept|nécessaire|confidentialité|privacidad|necesari|necessari|noodzakelijk|niezbędne|необходим/iu
/** CSS px from the top of the page within which a strip stands above its head. */
const MAX_STRIP_Y = 100
/** Words of an entry of a menu at most, and entries of a list of links. */
const MAX_ENTRY = 5
const MIN_LIST = 3
/** Words of a notice of rights; a longer text is about them. */
const MAX_NOTICE = 40
/** Words of what a page says of its own making or of cookies, and of nothing else. */
const MAX_STAMP = 20

/** In tidy text there is one sign for all double quotation marks. */
const QUOTED = /^(?:".+"|「.+」)$/su

/** What somebody said: whoever words a page anew has no other words for it. */
const isQuotation = ({ kind, text, length }: Passage): boolean =>
  length >= MIN_SENTENCE && (kind === 'quote' || QUOTED.test(text))

/** What a page says of its own making, of cookies, and of whose it and its names are. */
export const isSmallPrint = (text: Passage): boolean =>
  (text.length <= MAX_NOTICE && (COPYRIGHT.test(text.text) || TRADEMARK.test(text.text))) ||
  isCreditLine(text) ||
  (text.length <= MAX_STAMP && COOKIES.test(text.text) && CONSENT.test(text.text)) ||
  (isMade(text) && text.length <= MAX_STAMP)

/**
 * Grades the lost texts of one pair of pages. `gaps`: where each stands, and what stands there now; `entryOf`: the entry
 * of a list that it is the name of.
 */
export function lossBy(
  pair: ContentPair,
  comparison: Comparison,
  gaps: Map<number, Gap>,
  { isReachedStill, isMenuStill }: Omit<LedTo, 'isReached'>,
  entryOf: (name: TextOutcome) => unknown,
) {
  const { original, rebuilt } = comparison
  const oldest = oldestEntries(outcomesOf(comparison), comparison)
  const older = olderNews(outcomesOf(comparison), comparison)
  const rowsIn = countEach(
    lostUnits(outcomesOf(comparison)).flatMap(({ kind, outcomes }) =>
      kind === 'row' ? (tableOf(outcomes[0]!) ?? '') : [],
    ),
  )
  const wordsKept = new Map<string, number>()
  for (const outcome of outcomesOf(comparison)) {
    const table = tableOf(outcome) ?? ''
    if (outcome.state !== 'lost') wordsKept.set(table, (wordsKept.get(table) ?? 0) + outcome.passage.length)
  }
  const copies = copiesOf(rebuilt)
  const links = new Set(pair.original.links.map(({ name }) => normalise(name)))
  const head = original.findIndex(
    ({ visible, landmark }) => visible && /^(banner|navigation)$/.test(landmark),
  )
  /** An announcement above the head of the page, which its owner puts up and takes down. */
  const isStrip = ({ passage: { landmark, box, kind }, index }: TextOutcome) =>
    index < head && landmark === '' && kind !== 'heading' && box.y + box.height <= MAX_STRIP_Y
  const said = new Set(original.map(({ name }) => name))
  /**
   * `withFacts`: prices, telephone numbers or addresses went with it; `certain`: no control may still render it; `restated`:
   * the page shows the values of its facts elsewhere.
   */
  return (
    unit: LostUnit,
    withFacts: boolean,
    { certain, restated }: { certain: boolean; restated: boolean },
  ) => {
    const { kind, outcomes } = unit
    const { passage, index } = outcomes[0]!
    const length = sumOf(outcomes, outcome => outcome.passage.length)
    // The number of a step or of a page, and other marks.
    if (!withFacts && !outcomes.some(hasWord)) return 'symbols'
    const gap = gaps.get(index)
    const main =
      !(gap && isEntryOfList(outcomes, gap)) &&
      outcomes.some(outcome => isMain(outcome.passage) && !isSmallPrint(outcome.passage) && !isStrip(outcome))
    const isLong = length >= MIN_SENTENCE
    const isOld = !withFacts && outcomes.every(outcome => older.has(outcome.index))
    if (isOld && passage.visible) return 'oldest'
    const table = tableOf(outcomes[0]!) ?? ''
    const isLoneRow = kind === 'row' && rowsIn.get(table) === 1 && length <= (wordsKept.get(table) ?? 0)
    if (isLoneRow && !withFacts && main && passage.visible && length >= MIN_ROW) return 'row'
    if (oldest.has(index)) return 'oldest'
    if (!passage.visible && !(certain && main))
      return (main && isLong) || withFacts ? 'hidden' : 'hidden-label'
    const isLine =
      (kind === 'section' && isLineAmongLinks(outcomes)) ||
      outcomes.every(outcome => isMenuStill(outcome.passage))
    if (isLine && main && (!withFacts || restated)) return 'line'
    if ((!withFacts || restated) && !isLong && outcomes.every(outcome => copies.has(outcome.passage.name)))
      return 'copy'
    if (withFacts) return undefined
    if (main && outcomes.some(outcome => isMain(outcome.passage) && isQuotation(outcome.passage)))
      return undefined
    if (isReplaced(outcomes)) return main ? (isLong || kind === 'section' ? 'replaced' : 'label') : asideOf()
    if (!main) return asideOf()
    const isMuch = isLong || (kind === 'row' && length >= MIN_ROW)
    return kind === 'section' || isMuch || entryOf(outcomes[0]!) ? undefined : 'label'

    function asideOf() {
      return passage.landmark === 'navigation' || kind === 'section' || isLong ? 'aside' : 'aside-label'
    }
  }

  /** A section of links to what the rebuilt page links to elsewhere, and a line that goes with them. */
  function isLineAmongLinks(outcomes: LostUnit['outcomes']): boolean {
    const rest = outcomes.filter(({ passage }) => !isReachedStill(passage))
    return (
      rest.length < outcomes.length &&
      (rest.length <= 1 || sumOf(rest, ({ passage }) => passage.length) < MIN_SENTENCE)
    )
  }

  /** One of several short links that went together. */
  function isEntryOfList(outcomes: LostUnit['outcomes'], gap: Gap): boolean {
    const isEntry = ({ passage }: LostUnit['outcomes'][number]) =>
      links.has(normalise(passage.text)) && passage.length <= MAX_ENTRY
    return outcomes.length === 1 && outcomes.every(isEntry) && gap.outcomes.filter(isEntry).length >= MIN_LIST
  }

  /** Whether other text stands in the place of most of it, and not the text of another part of the page once more. */
  function isReplaced(outcomes: LostUnit['outcomes']): boolean {
    const replaced = outcomes.filter(({ index }) => {
      const now = gaps.get(index)?.instead.get(index)
      return now && !(now.length >= MIN_SENTENCE && said.has(now.name))
    })
    const wordsOf = (those: LostUnit['outcomes']) => sumOf(those, ({ passage }) => passage.length)
    return replaced.length > 0 && wordsOf(replaced) * 2 >= wordsOf(outcomes)
  }
}

/** Between texts of one line: `Imprint | Contact`. */
const SEPARATOR = / ?[|·•/»›] ?/

/** The names of what the rebuilt page shows: of whole texts, and of what a line sets apart. */
function copiesOf(rebuilt: Passage[]): Set<string> {
  return new Set(
    rebuilt
      .filter(({ visible }) => visible)
      .flatMap(({ name, text }) => [name, ...text.split(SEPARATOR).map(part => words(part).join(' '))]),
  )
}

/** CSS px of the narrowest letters that are set: a button as wide as its name shows it, as `<input value>` does. */
const MIN_LETTER_WIDTH = 5

/**
 * Says of a lost text how it is kept otherwise: as the alternative text of a picture that shows it, or, of a label, as the name of a control that opens something, such as a
 * menu's icon; undefined where it is not. Any other control has to be as wide as its name.
 */
export function keptAsNameBy({ images, layouts }: ContentSide) {
  const shown = images.filter(({ state }) => state === 'visible')
  let alternatives: string[] | undefined
  let names: Set<string> | undefined

  return ({ outcomes }: LostUnit): string | undefined => {
    // Digits and signs beside a name are drawn with it.
    const texts = outcomes.flatMap(({ passage: { text } }) => (WORD.test(text) ? text : []))
    const lost = normalise(texts.join(' '))
    if (lost.length < 3) return undefined
    alternatives ??= shown.flatMap(({ alt }) => (alt ? [normalise(alt)] : []))
    if (alternatives.some(alternative => alternative.includes(lost)))
      return 'a picture has it as its alternative text'
    names ??= new Set(
      layouts
        .flatMap(({ controls }) => controls)
        .filter(({ name, role, opens, state, box }) => {
          const isShown = role === 'button' && box.width >= MIN_LETTER_WIDTH * name.length
          return (opens || isShown) && state === 'visible' && name
        })
        .map(({ name }) => words(name).join(' ')),
    )
    const isLabel = outcomes.length === 1 && /^(button|link)$/.test(outcomes[0]!.passage.kind)
    return isLabel && names.has(words(lost).join(' ')) ? 'a control has it as its name' : undefined
  }
}
