/** Texts that one sees and that screen readers are not told of any more. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { countWords, normalise, words } from '../../../lib/text.ts'
import type { Finding, Pair, Side } from '../../core/suite.ts'
import { layoutOf, type Needed, placeName, placeOf } from '../page.ts'
import { isWithin } from './lost-roles.ts'

/** Of these many words on it is a statement of its own. */
const LONG = 8
const SHORT = 5
/** Of a text that is the original's. */
const LEAST_SHARE = 0.5

export function judgeHiddenFromAt(pair: Pair<Needed>): Finding[] {
  const before = piecesOf(pair.original)
  const known = new Map(before.flatMap(piece => piece.blocks.map(block => [block, piece])))
  const [first, second] = [layoutOf(pair.original)?.blocks ?? [], layoutOf(pair.rebuilt)?.blocks ?? []]
  const matches = pair.matching.texts.blocks.filter(({ share }) => share >= LEAST_SHARE)
  const origins = Map.groupBy(matches, match => second[match.rebuilt]!)
  return piecesOf(pair.rebuilt).flatMap(({ piece, blocks }): Finding[] => {
    const was = blocks
      .flatMap(block => origins.get(block) ?? [])
      .map(match => first[match.original]!)
      .filter(({ state }) => state === 'visible')
    const heard = was.filter(block => !known.has(block))
    const told = heard.length ? heard : was
    const count = countWords(words(told.map(({ text }) => text).join(' ')))
    if (count < SHORT) return []
    const old = heard.length ? undefined : known.get(told[0]!)
    const [start] = old?.blocks ?? told
    const name = { role: '', name: start!.text, landmark: start!.landmark }
    return [
      {
        key: `a11y/silent-text:${placeName(name)}`,
        severity: count < LONG ? 'moderate' : 'serious',
        penalty: count < LONG ? 0.1 : 0.25,
        message: `Screen readers are not told of “${start!.text.slice(0, 80)}”${old ? ', as on the original' : ''}: it can be seen, and is hidden from them`,
        fix: 'Remove aria-hidden or inert from it and from what is around it',
        original: placeOf({ ...start!, name: start!.text }, pair.original),
        rebuilt: placeOf({ ...piece, name: piece.text }, pair.rebuilt),
      },
    ]
  })
}

type Piece = Side<'semantics'>['semantics']['hiddenFromAt'][number]

/** Each with the visible texts in it. */
function piecesOf(side: Side<Needed>): { piece: Piece; blocks: TextBlock[] }[] {
  const visible = (layoutOf(side)?.blocks ?? []).filter(({ state }) => state === 'visible')
  return side.semantics.hiddenFromAt
    .map(piece => {
      const text = lettersOf(piece.text)
      const isIn = ({ selector, box, text: own }: TextBlock) =>
        (selector === piece.selector ||
          selector.startsWith(`${piece.selector} > `) ||
          isWithin(box, piece.box)) &&
        text.includes(lettersOf(own))
      return { piece, blocks: visible.filter(isIn) }
    })
    .filter(({ blocks }) => blocks.length > 0)
}

/** What separates words may be in the styles alone. */
const lettersOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')
