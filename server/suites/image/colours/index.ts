import { contains } from '../../../lib/box.ts'
import { chromaOf, hexOf, hueTurn, labOf, type Rgb } from '../../../lib/colour.ts'
import { sumOf } from '../../../lib/count.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { isMadeAnew } from '../../core/made-anew.ts'
import { listed } from '../../core/quote.ts'
import { lackedLook, withoutLook } from '../../core/requests.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { buttonsWithoutBackground } from '../blocks/surfaces.ts'
import { examples } from '../texts.ts'
import {
  type Change,
  causesOf,
  type Inversion,
  isAccent,
  isBlack,
  isBlackened,
  isDark,
  isLegible,
  isNoticed,
  isUnreadable,
  NOTICED,
  untoldBackgrounds,
} from './causes.ts'
import {
  type Distinctive,
  EVERYWHERE,
  isFaded,
  isGround,
  MIN_USES,
  type Recoloured,
  SAME_HUE,
} from './distinctive.ts'
import { isPlain, type OtherBackground } from './page-backgrounds.ts'
import type { ColourPair } from './pairs.ts'
import { rules } from './rules.ts'
import { OPENING, type OtherTop } from './top.ts'

/** Share of the original's text area that must be found again to say anything. */
const COMPARABLE = 0.15

export const colours: Check<
  'colours' | 'images' | 'layouts' | 'document' | 'palette' | 'surfaces' | 'health'
> = {
  id: 'image/colours',
  title: 'Colours of text, background and ornament are kept',
  weight: 10,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    const isAnew = isMadeAnew(pair)
    if (original.colours.length === 0) return notApplicable('the original shows no text')
    const lacked = lackedLook(original, rebuilt)
    if (lacked) return inconclusive(withoutLook(lacked))
    const urls = [original.document.url, rebuilt.document.url] as const
    const causes = causesOf(original, rebuilt)
    if (causes.covered < COMPARABLE) {
      const plain = causes.backgrounds.filter(isPlain)
      if (plain.length > 0) return plain.map(one => pageBackground(one, urls))
      return inconclusive('too few texts of the original were found on the new page to compare their colours')
    }
    // A button without its background is charged as a button.
    const buttons = buttonsWithoutBackground(original, rebuilt)
    const isButton = ({ before }: ColourPair) => buttons.some(outer => contains(outer, before.box))
    // One change of palette is told of what most of the page stands on.
    const isPart =
      isAnew || causes.opening !== null || causes.repainted.some(({ slot }) => slot === 'background')
    // Buttons in several shades of one hue are of one brand.
    const grounds = causes.vanished.filter(one => isGround(one) && !isFaded(one))
    const isOfBrand = (one: Distinctive) =>
      !isPart &&
      grounds.includes(one) &&
      sumOf(
        grounds.filter(other => hueTurn(other.colour, one.colour) <= SAME_HUE),
        ({ uses }) => uses.length,
      ) >= MIN_USES
    return [
      ...(causes.inverted ? [inverted(causes.inverted, causes.vanished, isAnew, urls)] : []),
      ...(causes.opening ? [opening(causes.opening, isAnew, urls)] : []),
      ...(causes.header ? [header(causes.header, urls)] : []),
      ...causes.repainted.map(change => changed(change, repaintedAs(change, isAnew), urls)),
      // Of a page whose light and dark were exchanged, other colours are a part of that.
      ...(causes.inverted ? [] : causes.vanished.map(colour => vanished(colour, isOfBrand(colour), urls))),
      ...(causes.inverted ? [] : causes.foreign.map(colour => foreign(colour, urls))),
      ...untoldBackgrounds(causes).map(one => pageBackground(one, urls)),
      ...causes.recoloured.filter(({ to }) => to).map(colour => recoloured(colour, urls)),
      ...unreplaced(
        causes.recoloured.filter(({ to }) => !to),
        urls,
      ),
      ...causes.changed
        .filter(({ pairs }) => !pairs.every(isButton))
        .map(change =>
          changed(change, isHidden(change) ? 'unreadable' : isNoticed(change) ? 'noticed' : undefined, urls),
        ),
    ]
  },
}

/** Of what nobody can read. */
const FAINT = '; the text can hardly be read'

/** Colours that a message names. */
const MAX_NAMED = 5

type Urls = readonly [original: string, rebuilt: string]

const repaintedAs = (change: Change, isAnew: boolean) => {
  if (isHidden(change)) return 'unreadable'
  if (isBlackened(change) || isLegible(change)) return undefined
  if (change.slot === 'colour') return 'noticed'
  // One text may stand in another part of the page now.
  return isAnew || change.pairs.length === 1 || isOtherShade(change) ? 'noticed' : 'repainted'
}

/** A grey that is another grey, a little lighter or darker, or black that still looks so: nobody takes it for another page. */
const isOtherShade = ({ from, to }: Change) =>
  [from, to].every(colour => isBlack(colour) && chromaOf(colour) < TINTED) ||
  ([from, to].every(colour => chromaOf(colour) < GREY) && Math.abs(labOf(from)[0] - labOf(to)[0]) < SHADE)
/** Chroma below which a colour passes for a grey. */
const GREY = 6
/** And below which black has a tint, and no hue of its own. */
const TINTED = 20
/** Of CIELAB's lightness, 0 to 100. */
const SHADE = 20

/** Much of the page could be read and cannot. */
const isHidden = ({ pairs, share }: Change) => share >= NOTICED && isUnreadable(pairs) && !isAccent(pairs)

function changed(
  { slot, from, to, pairs, share }: Change,
  as: 'repainted' | 'noticed' | 'unreadable' | undefined,
  urls: Urls,
): Finding {
  const found = { extent: share, ...places(pairs[0]!, urls) }
  const [was, is, end] = [hexOf(from), hexOf(to), as === 'unreadable' ? FAINT : '']
  return slot === 'colour'
    ? rules.report('text-colour', {
        ...found,
        as: as === 'repainted' ? 'noticed' : as,
        key: `image/colours:letters:${was}`,
        message: `Text in ${was} is ${is} now: ${examples(pairs)}${end}`,
        fix: `Paint it in ${was} again`,
      })
    : rules.report('background', {
        ...found,
        as,
        ...(as && { cause: turnOf(from, to) }),
        place: was,
        message: `The background ${was} is ${is} now, behind ${examples(pairs)}${end}`,
        fix: `Paint the background in ${was} again`,
      })
}

/** Grounds that turn from light to dark together have one cause, such as a theme. */
function turnOf(from: Rgb, to: Rgb): string {
  const kind = (rgb: Rgb) =>
    labOf(rgb)[0] < 40 ? 'dark' : labOf(rgb)[0] > 70 ? 'light' : 'of middle lightness'
  return `backgrounds that were ${kind(from)} are ${kind(to)}`
}

function opening({ before, after }: OtherTop, isAnew: boolean, urls: Urls): Finding {
  const [was, share] = [hexOf(before.colour), before.height / OPENING.height]
  return rules.report('opening', {
    as: isAnew ? 'anew' : undefined,
    extent: share,
    place: was,
    message: `What the page opens with, in ${was} on ${Math.round(share * 100)} % of the first window, is ${hexOf(after.colour)} now: ${examples([{ before: before.text }])}`,
    fix: `Paint it in ${was} again`,
    ...places({ before: before.text, after: after.text }, urls),
  })
}

function header({ before, after }: OtherTop, urls: Urls): Finding {
  const was = hexOf(before.colour)
  return rules.report('background', {
    as: 'header',
    cause: turnOf(before.colour, after.colour),
    place: `header:${was}`,
    message: `The header in ${was} is ${hexOf(after.colour)} now, over the whole width: ${examples([{ before: after.text }])}`,
    fix: `Paint the header in ${was} again`,
    ...places({ before: before.text, after: after.text }, urls),
  })
}

function pageBackground(one: OtherBackground, [original, rebuilt]: Urls): Finding {
  const { colour, isGone, other, share } = one
  const [hex, part] = [hexOf(colour), `${Math.round(share * 100)} %`]
  return rules.report('page-background', {
    as: isPlain(one) ? undefined : 'slight',
    extent: share,
    place: isGone ? hex : `new:${hex}`,
    message: isGone
      ? `The background in ${hex}, ${part} of the original, is nowhere on the new page${other ? `; ${hexOf(other)} is there instead` : ''}`
      : `${part} of the new page has the background ${hex}, which the original has nowhere${other ? `; it had more of ${hexOf(other)}` : ''}`,
    fix: `Paint it in ${isGone ? hex : other ? hexOf(other) : 'the colour of the original'} again`,
    original: { url: original, viewport: DESKTOP },
    rebuilt: { url: rebuilt, viewport: DESKTOP },
  })
}

function vanished({ colour, uses }: Distinctive, isOfBrand: boolean, urls: Urls): Finding {
  const { pair, slot } = uses[0]!
  const now = pair.after[slot]
  return rules.report('vanished', {
    as: isOfBrand ? 'ground' : undefined,
    place: hexOf(colour),
    message: `The colour ${hexOf(colour)} of the original has vanished from its ${pair.before.pressable ? 'buttons' : 'texts'}${now ? `; ${hexOf(now)} is there instead` : ''}: ${examples(uses.map(use => use.pair))}`,
    fix: `Set the colour back to ${hexOf(colour)} wherever the original has it`,
    ...places(pair, urls),
  })
}

function foreign({ colour, uses }: Distinctive, urls: Urls): Finding {
  const { pair, slot } = uses[0]!
  const was = pair.before[slot]
  const as = isUnreadable(uses.map(use => use.pair)) ? 'unreadable' : undefined
  return rules.report('foreign', {
    as,
    place: hexOf(colour),
    message: `The colour ${hexOf(colour)}, which the original shows nowhere, is all over the new page: ${examples(uses.map(use => use.pair))}${as ? FAINT : ''}`,
    fix: `Give these texts the original's colours again${was ? `, such as ${hexOf(was)}` : ''}`,
    ...places(pair, urls),
  })
}

/** What goes with icons that are gone has many colours, and is one loss. */
function unreplaced(gone: readonly Recoloured[], [original, rebuilt]: Urls): Finding[] {
  const [first, ...more] = gone
  if (!first) return []
  const [from, named] = [
    hexOf(first.from),
    listed(
      more.map(one => hexOf(one.from)),
      MAX_NAMED,
    ),
  ]
  return [
    rules.report('ornament', {
      key: `image/colours:vanished:${from}`,
      as: 'not-replaced',
      message: `The colour ${from} of icons, rules or borders has vanished from ${first.regions} places${named && `; with it went ${named}`}`,
      fix: `Set the colour back to ${from} wherever the original has it`,
      original: { url: original },
      rebuilt: { url: rebuilt },
    }),
  ]
}

function recoloured({ from, to, shade, regions }: Recoloured, [original, rebuilt]: Urls): Finding {
  return rules.report('ornament', {
    key: `image/colours:vanished:${hexOf(from)}`,
    as: shade ? 'shade' : regions < EVERYWHERE ? 'few' : undefined,
    message: `The colour ${hexOf(from)} of icons, rules or borders has vanished from ${regions} places; ${hexOf(to!)} is there instead`,
    fix: `Set the colour back to ${hexOf(from)} wherever the original has it`,
    original: { url: original },
    rebuilt: { url: rebuilt },
  })
}

function inverted(
  { example, share }: Inversion,
  gone: readonly Distinctive[],
  isAnew: boolean,
  urls: Urls,
): Finding {
  const colours = listed(
    gone.map(({ colour }) => hexOf(colour)),
    MAX_NAMED,
  )
  const background = example.before.background!
  const dark = isDark(background)
  return rules.report('inverted', {
    as: isAnew ? 'anew' : undefined,
    extent: share,
    message: `The page turned from ${dark ? 'dark to light' : 'light to dark'} on ${Math.round(share * 100)} % of its background${gone.length ? `; with it went ${colours}` : ''}`,
    fix: `Start with the original's ${dark ? 'dark' : 'light'} background, ${hexOf(background)}`,
    ...places(example, urls),
  })
}

function places({ before, after }: Pick<ColourPair, 'before' | 'after'>, [original, rebuilt]: Urls) {
  return {
    original: { url: original, box: before.box, viewport: DESKTOP, text: before.text },
    rebuilt: { url: rebuilt, box: after.box, viewport: DESKTOP, text: after.text },
  }
}
