/** How grave it is that a text is gone: what it was, and what the rebuilt page has for it. */

import { isMail, isPhone } from '../../../lib/contact-links.ts'
import { sumOf } from '../../../lib/count.ts'
import { countWords, normalise, words } from '../../../lib/text.ts'
import { isMain, isOnDesktop, type Passage } from '../../../matching/passages.ts'
import { linkedPages } from '../../core/linked-pages.ts'
import { isEdited } from '../../core/made-anew.ts'
import type { Comparison, ContentPair, ContentSide } from '../comparison/index.ts'
import { COPYRIGHT } from '../comparison/placed-facts.ts'
import { isCreditLine, isMade } from '../grading.ts'
import type { Gap } from '../outcomes/gaps.ts'
import { hasWord, type LostUnit, MIN_SENTENCE, type TextOutcome, WORD } from '../outcomes/index.ts'
import { MIN_MISSED } from './rules.ts'

/** The path of the table that a cell stands in. */
export const tableOf = ({ passage: { kind, place } }: TextOutcome): string | undefined =>
  /cell$/.test(kind) ? /^.*\btable(?::[\w-]+\(\d+\))?(?= > )/.exec(place.selector ?? '')?.[0] : undefined

/** What a page says of names that belong to others. */
const TRADEMARK = /\b(?:registered )?trademarks?\b.{0,60}\bof\b/i
/** A notice of cookies says nothing of what the page is about; a baker's cookies are his ware. */
const COOKIES = /\bcookies?\b/i
const CONSENT =
  /necessary|essential|consent|privacy|data protection|\b(?:web)?site\b|browser|datenschutz|notwendig|zustimm|akzept|nécessaire|confidentialité|privacidad|necesari|necessari|noodzakelijk|niezbędne|необходим/iu
/** Words of a notice of rights; a longer text is about them. */
const MAX_NOTICE = 40
/** Words from which a text is looked for elsewhere. */
const MIN_TOLD = 4
/** Words of what a page says of its own making or of cookies, and of nothing else. */
const MAX_STAMP = 20

/** What a page says of its own making, of cookies, and of whose it and its names are. */
export const isSmallPrint = (text: Passage): boolean =>
  (text.length <= MAX_NOTICE && (COPYRIGHT.test(text.text) || TRADEMARK.test(text.text))) ||
  isCreditLine(text) ||
  (text.length <= MAX_STAMP && COOKIES.test(text.text) && CONSENT.test(text.text)) ||
  (isMade(text) && text.length <= MAX_STAMP)

/** What is known of a lost text beside what it says. */
export interface Loss {
  /** Prices, telephone numbers or addresses went with it that the page states nowhere else. */
  withFacts: boolean
  /** No control may still render it. */
  certain: boolean
  /** Of the page's text. */
  share: number
}

/**
 * Grades the lost texts of one pair of pages: `missed` where a launch waits for it, `slight` where hardly anybody would see
 * it. `gaps`: where each stands, and what stands there now.
 */
export function lossBy(pair: ContentPair, { original, rebuilt }: Comparison, gaps: Map<number, Gap>) {
  const copies = copiesOf(rebuilt)
  const links = pair.original.links.filter(({ state, box }) => state === 'visible' && box.width > 0)
  const said = new Set(original.map(({ name }) => name))
  const pages = linkedPages(pair.rebuilt)
  const ways = links.filter(({ href }) => isMail(href) || isPhone(href))
  const isOwn = ({ passage }: TextOutcome) => isMain(passage) && !isSmallPrint(passage)
  /** Its words, less those of short links in it: what leads somewhere is missed as a link. */
  const proseIn = ({ passage }: TextOutcome) => {
    const inside = links.filter(({ box }) => isOnDesktop(passage) && isIn(box, passage.box))
    const names = inside.map(({ name }) => countWords(words(name))).filter(count => count < MIN_SENTENCE)
    return passage.length - sumOf(names, count => count)
  }

  return (
    { kind, outcomes }: LostUnit,
    { withFacts, certain, share }: Loss,
  ): 'missed' | 'slight' | undefined => {
    const { visible, landmark } = outcomes[0]!.passage
    const isSentence = wordsOf(outcomes) >= MIN_SENTENCE
    const main = outcomes.some(isOwn)
    if (!visible && !(certain && main)) return withFacts || (main && isSentence) ? undefined : 'slight'
    if (withFacts) return isOneStepAway(kind, outcomes, 'whole') ? undefined : 'missed'
    const isAside = !main && landmark !== 'navigation' && kind !== 'section'
    const isSaid = isAside || outcomes.every(({ passage }) => copies.has(passage.name))
    // The number of a step or of a page, and other marks, are no words.
    if ((isSaid && !isSentence) || !outcomes.some(hasWord)) return 'slight'
    const isMuch =
      kind !== 'row' && share >= MIN_MISSED && sumOf(outcomes.filter(isOwn), proseIn) >= MIN_SENTENCE
    if (!isMuch || isEdited(pair) || isReplaced(outcomes)) return undefined
    return isOneStepAway(kind, outcomes) ? undefined : 'missed'
  }

  /** Whoever looks for it finds it one step further; but a way to call or to write was a press away. */
  function isOneStepAway(kind: LostUnit['kind'], outcomes: LostUnit['outcomes'], whole?: 'whole'): boolean {
    if (outcomes.some(({ passage }) => ways.some(({ box }) => isIn(box, passage.box)))) return false
    // The cells of a row tell of one thing together.
    const texts = outcomes.map(({ passage }) => passage.text)
    if (kind === 'row') return pages.say(texts.join(' '), whole)
    const long = texts.filter(text => countWords(words(text)) >= MIN_TOLD)
    return long.length > 0 && long.every(text => pages.say(text, whole))
  }

  /** Whether other text stands in the place of most of it, and not the text of another part of the page once more. */
  function isReplaced(outcomes: LostUnit['outcomes']): boolean {
    const replaced = outcomes.filter(({ index }) => {
      const now = gaps.get(index)?.instead.get(index)
      return now && !(now.length >= MIN_SENTENCE && said.has(now.name))
    })
    return replaced.length > 0 && wordsOf(replaced) * 2 >= wordsOf(outcomes)
  }
}

const wordsOf = (those: readonly TextOutcome[]) => sumOf(those, ({ passage }) => passage.length)

type Box = Passage['box']

/** Whether the middle of one is in the box of the other. */
function isIn(one: Box, { x, y, width, height }: Box): boolean {
  const [across, down] = [one.x + one.width / 2 - x, one.y + one.height / 2 - y]
  return across >= 0 && across <= width && down >= 0 && down <= height
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
