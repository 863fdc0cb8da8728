/** Pictures and symbols that had a name, and say nothing to a screen reader without it. */
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { Box } from '../../../contract.ts'
import { countEach } from '../../../lib/count.ts'
import { normalise, words } from '../../../lib/text.ts'
import { isContent } from '../../../matching/picture.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isTelling, tellingPart } from '../../core/telling.ts'
import { controlsOf, layoutOf, type Needed, placesOf } from '../page.ts'
import { isIn, isWithin } from './lost-roles.ts'
import { MIN_ITEMS, MIN_SILENCED, MIN_SILENCED_SHARE, rules } from './rules.ts'

/** CSS px from a picture to a text that says the same. */
const MAX_GAP = 40

/** Drawings without the name that they had: axe asks for one only where a drawing says that it is a picture. */
export function judgePictures(pair: Pair<Needed>): Finding[] {
  // Also what is there for screen readers alone, which takes room; what is not drawn at all takes none.
  const texts = (layoutOf(pair.rebuilt)?.blocks ?? []).filter(({ box }) => box.width > 0)
  const named = controlsOf(pair).rebuilt.filter(({ state, name }) => state === 'visible' && name !== '')
  const calledSo = countEach(pair.original.images.map(({ name }) => normalise(name)))
  return pair.matching.pictures.matches.flatMap(({ original, rebuilt }) => {
    const name = original.name || original.alt || ''
    if (!name || original.decorative || original.state !== 'visible') return []
    if (!/^(svg|canvas)$/.test(rebuilt.kind) || rebuilt.state !== 'visible' || rebuilt.name) return []
    // In a control the name of the control says it.
    if (named.some(({ box, selector }) => isWithin(rebuilt.box, box) || isIn(rebuilt.selector, selector)))
      return []
    // Beside a text that says the same it only decorates.
    const wanted = normalise(name)
    if (texts.some(({ box, text }) => gap(box, rebuilt.box) <= MAX_GAP && normalise(text).includes(wanted)))
      return []
    // As with an empty alt, whoever marks it as decoration has thought of it.
    const isGrave =
      isContent(original) &&
      isContent(rebuilt) &&
      !rebuilt.decorative &&
      isTelling(name) &&
      (calledSo.get(wanted) ?? 0) < MIN_SILENCED
    return rules.report('picture-name', {
      key: `a11y/picture-name:${wanted.slice(0, 80)}|${original.landmark}`,
      as: isGrave ? undefined : 'decorative',
      message: `The drawing ${quote(name)} lost its name: screen readers pass over it`,
      fix: `Give the <${rebuilt.kind}> role="img" and aria-label="${name.slice(0, 100)}"`,
      ...placesOf(pair, { ...original, name }, { ...rebuilt, name: '' }),
    })
  })
}

/**
 * Pictures that said something and are passed over now. One of them is for the check of alternative texts to tell; most
 * of what the pictures of a page say is lost to who does not see them.
 */
export function judgeSilenced(pair: Pair<Needed>): Finding[] {
  const { blocks = [], controls = [] } = layoutOf(pair.rebuilt) ?? {}
  const texts = [
    ...blocks.map(({ box, text }) => ({ box, text })),
    ...controls.map(one => ({ ...one, text: one.name })),
  ].map(({ box, text }) => ({ box, said: ` ${words(text).join(' ')} ` }))
  /** One word alone may stand anywhere and mean something else. */
  const isSaid = (name: string, picture: Box) => {
    const part = ` ${tellingPart(name)} `
    const isPhrase = part.trim().includes(' ')
    return texts.some(({ box, said }) => said.includes(part) && (isPhrase || gap(box, picture) <= MAX_GAP))
  }
  // A link or button that it alone would name is told of for want of a name.
  const nameless = controls.filter(({ state, name }) => state === 'visible' && name === '')
  const isToldOf = ({ box, selector }: ImageArtifact) =>
    nameless.some(one => isWithin(box, one.box) || isIn(selector, one.selector))
  // A carousel copies its slides for its loop, without their texts.
  const named = new Set(pair.rebuilt.images.flatMap(({ name, url }) => (name && url ? url : [])))
  const told = pair.matching.pictures.matches.filter(
    ({ original, rebuilt }) =>
      original.state === 'visible' &&
      rebuilt.state === 'visible' &&
      !isIcon(original) &&
      isTelling(original.name) &&
      !isSaid(original.name, rebuilt.box) &&
      !isToldOf(rebuilt),
  )
  // One text for pictures that had each their own says as little as none, and so does one that counts them.
  const kindOf = ({ original, rebuilt }: PictureMatch) => {
    const was = new Set(words(original.name))
    return words(rebuilt.name)
      .filter(word => !/^\d+$/.test(word) || was.has(word))
      .join(' ')
  }
  const alike = new Map(
    [...Map.groupBy(told, kindOf)].map(([kind, those]) => [
      kind,
      new Set(those.map(({ original }) => normalise(original.name))).size,
    ]),
  )
  const saysNothing = (match: PictureMatch) =>
    !isTelling(match.rebuilt.name) || (alike.get(kindOf(match)) ?? 0) >= MIN_SILENCED
  const silent = told.filter(match => {
    const { kind, name, decorative, url } = match.rebuilt
    if (name !== '') return saysNothing(match)
    // Nobody can read a background; one that is drawn with a name missing is told by itself.
    return (kind === 'background' || (kind === 'img' && decorative)) && !named.has(url)
  })
  const [first] = silent
  // What one text said of several pictures told none of them apart.
  const said = new Set(silent.map(({ original }) => normalise(original.name)))
  if (!first || said.size < MIN_SILENCED || silent.length < MIN_SILENCED_SHARE * told.length) return []
  const renamed = silent.filter(({ rebuilt }) => rebuilt.name !== '')
  const emptied = silent.filter(({ rebuilt }) => rebuilt.name === '')
  const [shown = first] = emptied
  const called = renamed[0] && `called ${quote(renamed[0].rebuilt.name, 40)} or the like`
  return [
    rules.report('pictures-silenced', {
      key: 'a11y/pictures-silenced',
      as: emptied.length >= MIN_ITEMS ? 'many' : undefined,
      message: `${silent.length} of ${told.length} pictures that had a text ${
        emptied.length === 0
          ? `are ${called} to screen readers now`
          : `say nothing${called ? `, or are ${called} (${renamed.length}),` : ''} to screen readers now`
      }, such as ${quote(shown.original.name)}`,
      fix: `Give them the original's alternative texts back: ${quote(shown.original.name, 100)}`,
      ...placesOf(pair, shown.original, { ...shown.rebuilt, name: '' }),
    }),
  ]
}

/** By its size, or by what its author calls it. */
const isIcon = ({ box, name }: ImageArtifact) =>
  Math.min(box.width, box.height) < ICON_SIDE || /\bicon\b/i.test(name)

/** CSS px. */
const ICON_SIDE = 32

/** Signs alone, or the path of a file. */
const NOISE = /^[\p{P}\s]+$|(^|\s)\S*\/\S+\.(png|jpe?g|gif|svg|webp|avif)(\s|$)/iu

/** Pictures whose alternative text is left over from a template: read aloud, and no word. */
export function judgeNoise(pair: Pair<Needed>): Finding[] {
  const noisy = (side: Side<Needed>) =>
    side.images.filter(({ alt, state }) => state === 'visible' && alt && NOISE.test(alt))
  const [before, now] = [noisy(pair.original), noisy(pair.rebuilt)]
  const [first] = now
  if (!first || now.length <= before.length) return []
  const called = quote(first.alt ?? '', 60)
  return [
    rules.report('picture-noise', {
      key: 'a11y/picture-noise',
      message:
        now.length === 1
          ? `A picture is called ${called} to screen readers`
          : `${now.length} pictures are called ${called} or the like to screen readers`,
      ...placesOf(pair, undefined, { ...first, name: first.alt ?? '' }),
    }),
  ]
}

/** CSS px between two boxes, 0 where they touch. */
function gap(a: Box, b: Box): number {
  const x = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const y = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(x, y)
}

/**
 * Symbols that had a name, such as the stars of a rating: without it they are read out one by one, or not at all. As many
 * as are still seen without a name, and no longer with it, whatever says it.
 */
export function judgeSymbols(pair: Pair<Needed>): Finding[] {
  const nameless = (side: Side<Needed>) => side.semantics.symbols.filter(({ name }) => name === '')
  const bare = nameless(pair.rebuilt)
  if (!bare.length) return []
  const before = Map.groupBy(
    pair.original.semantics.symbols.filter(({ name }) => name !== ''),
    ({ name }) => normalise(name),
  )
  const occurrencesOf = occurrencesOn(pair)
  // What was without a name already stands for itself.
  const known = Map.groupBy(nameless(pair.original), ({ text }) => drawn(text))
  return [...before].flatMap(([name, symbols]) => {
    const was = symbols[0]!
    const seen = bare
      .filter(({ text }) => drawn(text) === drawn(was.text))
      .slice(known.get(drawn(was.text))?.length ?? 0)
    if (!seen.length || symbols.length <= occurrencesOf(name)) return []
    return rules.report('symbol-name', {
      key: `a11y/sign:${name.slice(0, 80)}|${was.landmark}`,
      message: `“${was.text}” lost its name ${quote(was.name)}: screen readers spell out the signs, or pass over them`,
      fix: `Give the element around it role="img" and aria-label="${was.name.slice(0, 100)}", as on the original`,
      ...placesOf(pair, { ...was, name: was.text }, { ...seen[0]!, name: seen[0]!.text }),
    })
  })
}

const drawn = (text: string) => text.replace(/\s+/g, '')

/** How often something of the rebuilt page says a name: a symbol, a picture, a control or a text, seen or not. */
function occurrencesOn({ rebuilt }: Pair<Needed>): (name: string) => number {
  const { controls = [], blocks = [] } = layoutOf(rebuilt) ?? {}
  const texts = [
    ...rebuilt.semantics.symbols.map(({ name }) => name),
    ...rebuilt.images.map(image => image.name || image.alt || ''),
    ...controls.map(({ name }) => name),
    ...blocks.map(({ text }) => text),
  ].map(normalise)
  return name => texts.filter(text => text.includes(name)).length
}
