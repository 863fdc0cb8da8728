/** Icons that fonts draw: whether their font came, and whether anything stands in their places. */

import type { FontsArtifact } from '../../capture/collectors/fonts.ts'
import type { GlyphIcon } from '../../capture/collectors/glyph-icons.ts'
import type { Layout, TextBlock } from '../../capture/collectors/layouts.ts'
import type { Box } from '../../contract.ts'
import { gapBetween } from '../../lib/box.ts'
import { sumOf } from '../../lib/count.ts'
import { atWidth, DESKTOP, MOBILE } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { isMadeAnew, isRedesigned } from '../core/made-anew.ts'
import { placeOf } from '../core/place.ts'
import { quote } from '../core/quote.ts'
import { isOutOfReach } from '../core/requests.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, inconclusive, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { desktopBlocks } from './texts.ts'
import { familyName } from './typography/families.ts'

/** Icons of one font from which a page looks broken, whatever they stand for. */
const MANY = 8
/** Places with icons that must be empty, and their share of those that are kept. */
const MIN_LOST = 4
const NEARLY_ALL = 0.8
/** CSS px from a text to what stands beside it; and the height up to which that is an icon. */
const BESIDE_PX = 80
const MAX_ICON_PX = 120
/** Share of a text's words that must stand in one text of the new page. */
const SAME_TEXT = 0.5

const of = "share of the page's icons that fonts draw"

const rules = defineRules(
  'image/icons',
  {
    why: 'Empty boxes in place of icons make a page look broken, and a button that shows nothing else is not understood.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/@font-face',
  },
  {
    'not-drawn': {
      severity: 'moderate',
      penalty: { of, factor: 0.5, min: 0.2 },
      measures:
        'Whether a web font that has come draws each icon in sight at 1440 and at 375 px that is a private use character, or a word of Material Icons or Symbols; one issue a font.',
      fix: 'Serve the files of the icon font',
      cases: {
        control: {
          when: 'a control shows nothing else, and on the original it shows something',
          severity: 'serious',
          penalty: { of, min: 0.5 },
        },
        many: {
          when: `${MANY} icons or more are not drawn at one width`,
          severity: 'serious',
          penalty: { of, min: 0.5 },
        },
      },
    },
    lost: {
      severity: 'moderate',
      penalty: { of: "share of the original's icons whose text or control is kept", factor: 0.5, min: 0.2 },
      measures: `Whether anything is drawn where the original has icons of fonts, beside texts and in controls that are kept: an icon, a picture of up to ${MAX_ICON_PX} px, a sign, a shape; told from ${MIN_LOST} places on that are ${NEARLY_ALL * 100} % of them, unless the page was designed anew.`,
      why: 'Without icons lists, contact details and entries lose what the eye finds them by.',
      fix: 'Load the style sheet and the font of the icons, or draw them in another way',
    },
  },
)

type Needed = 'fonts' | 'layouts' | 'document' | 'health'
type Icons = NonNullable<FontsArtifact['icons']>

export const icons: Check<Needed> = {
  id: 'image/icons',
  title: 'Icons of fonts are drawn',
  weight: 5,
  rules,
  byLook: true,
  judge(pair) {
    const [before, now] = [pair.original.fonts.icons, pair.rebuilt.fonts.icons]
    if (!before || !now) return inconclusive('a page was captured before icons of fonts were looked at')
    if (placed(before).length + placed(now).length === 0)
      return notApplicable('no font draws icons on either page')
    const isUntold = untoldFamilies(pair.rebuilt)
    const undrawn = placed(now).filter(({ drawn }) => !drawn)
    const told = undrawn.filter(({ family }) => !isUntold(family))
    const lost = lostIcons(pair, before, now)
    const unreached = pair.rebuilt.health.requests.find(
      request => bringsIcons(request) && isOutOfReach(request, pair.rebuilt),
    )
    const findings = [...notDrawn(pair, told, before, now), ...(unreached ? [] : lost)]
    if (findings.length > 0) return findings
    const [untold] = undrawn
    if (untold) return inconclusive(`what draws the icons set in “${untold.family}” could not be reached`)
    return lost.length > 0
      ? inconclusive(`what may bring the icons could not be reached: ${unreached!.url}`)
      : []
  },
}

interface Placed extends GlyphIcon {
  /** Of the window at which it is seen, CSS px. */
  width: number
}

const placed = ({ wide, narrow }: Icons): Placed[] => [
  ...wide.map(icon => ({ ...icon, width: DESKTOP })),
  ...narrow.map(icon => ({ ...icon, width: MOBILE })),
]

/** How many there are at the width at which there are most: one icon is seen at both, and may have another selector there. */
const countOf = (icons: readonly Placed[]): number =>
  Math.max(...[DESKTOP, MOBILE].map(at => icons.filter(({ width }) => width === at).length))

type Request = Side<'health'>['health']['requests'][number]

/** A script that draws icons in place of elements is known by its name. */
const bringsIcons = ({ type, url }: Request): boolean =>
  type === 'stylesheet' || type === 'font' || (type === 'script' && /awesome|icon|lucide|feather/i.test(url))

/** Whether visitors may get a family that did not come here: its file, or the style sheet that may declare it, is out of reach. */
function untoldFamilies(side: Side<Needed>): (family: string) => boolean {
  const { loaded, failed, withheld = [] } = side.fonts
  const isUnreached = (wanted: string) =>
    side.health.requests.some(request => request.type === wanted && isOutOfReach(request, side))
  const known = new Set([...loaded, ...failed].map(familyName))
  const untold = new Set([...withheld, ...(isUnreached('font') ? failed : [])].map(familyName))
  const mayBeDeclared = isUnreached('stylesheet')
  return family => untold.has(familyName(family)) || (mayBeDeclared && !known.has(familyName(family)))
}

function notDrawn(
  { original, rebuilt, matching }: Pair<Needed>,
  undrawn: readonly Placed[],
  before: Icons,
  now: Icons,
): Finding[] {
  const controlBefore = counterpartsOf(original, rebuilt, matching)
  const known = placed(before)
  const emptyBefore = new Map(known.flatMap(icon => (icon.drawn ? [] : [[icon.glyph, icon] as const])))
  const shownBefore = ({ control, width }: Placed) => {
    const was = control?.alone && controlBefore(control.selector, width)
    return was && !known.some(icon => !icon.drawn && icon.control?.selector === was.selector)
  }
  // By what the original calls the font of a character that was not drawn there either.
  const groups = Map.groupBy(undrawn, ({ glyph, family }) =>
    familyName(emptyBefore.get(glyph)?.family ?? family),
  )
  return [...groups].map(([key, own]) => {
    const alone = own.find(shownBefore)
    const first = alone ?? own[0]!
    const count = countOf(own)
    const was = known.find(({ glyph, drawn }) => drawn && glyph === first.glyph)
    return rules.report('not-drawn', {
      place: key,
      as: alone ? 'control' : count >= MANY ? 'many' : undefined,
      extent: count / countOf(placed(now)),
      message: `${count === 1 ? 'An icon' : `${count} icons`} set in ${quote(first.family)} ${count === 1 ? 'is' : 'are'} not drawn${alone ? `, and ${calledSo(alone)} shows nothing else` : ''}: ${shownInstead(first)}`,
      fix: fixOf(first, rebuilt.fonts),
      ...(was && {
        original: placeOf({ ...was, text: was.control?.name }, original.document.url, was.width),
      }),
      rebuilt: placeOf({ ...first, text: first.control?.name }, rebuilt.document.url, first.width),
    })
  })
}

const calledSo = ({ control }: GlyphIcon): string =>
  control?.name ? `the control ${quote(control.name)}` : 'a control without a name'

const isWord = ({ glyph }: GlyphIcon): boolean => /^\w+$/.test(glyph)

const shownInstead = (icon: GlyphIcon): string =>
  isWord(icon) ? `visitors read words such as ${quote(icon.glyph)}` : 'visitors see an empty box, or nothing'

const fixOf = ({ family }: GlyphIcon, { failed }: FontsArtifact): string =>
  failed.map(familyName).includes(familyName(family))
    ? `Serve the files of ${quote(family)}`
    : 'Load the font that has these icons, in their weight, and set them in it'

/** The control of the original that one of the new page stands for, where it is seen at that width. */
function counterpartsOf(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  { controls }: Pair<Needed>['matching'],
) {
  const before = layoutOf(original)?.controls ?? []
  const now = layoutOf(rebuilt)?.controls ?? []
  const wasOf = new Map(
    controls.map(match => [now[match.rebuilt]?.selector, before[match.original]?.selector]),
  )
  return (selector: string, width: number) =>
    layoutOf(original, width)?.controls.find(
      control => control.selector === wasOf.get(selector) && control.state === 'visible',
    )
}

const layoutOf = ({ layouts }: Side<'layouts'>, at = DESKTOP): Layout | undefined => atWidth(layouts, at)

/** Where the original has icons, and what is kept of it on the new page: a text, or a control that showed an icon alone. */
interface IconPlace {
  icon: GlyphIcon
  what: string
  was: { box: Box; text: string }
  is: { box: Box; text: string; selector: string }
  /** How far from its box an icon may stand, CSS px. */
  reach: number
}

/**
 * What is drawn at all places together is counted, and not at each: an icon that stands elsewhere now is nearer to another
 * text, and those of a list are near to several.
 */
function lostIcons(pair: Pair<Needed>, before: Icons, now: Icons): Finding[] {
  if (isMadeAnew(pair) || isRedesigned(pair)) return []
  const { original, rebuilt } = pair
  const places = iconPlaces(pair, before.wide)
  const [atOriginal, atRebuilt] = [isAtOne(places.map(toOriginal)), isAtOne(places.map(toRebuilt))]
  // What decorated the original besides may be gone without a loss.
  const more = (was: readonly Box[], is: readonly Box[]) =>
    Math.max(0, is.filter(atRebuilt).length - was.filter(atOriginal).length)
  const things = [...smallThings(rebuilt), ...now.wide.map(({ box }) => box)]
  const left = more(smallThings(original), things) + more(before.marks, now.marks)
  const signs = sumOf(places, ({ was, is }) => Math.max(0, signsIn(is.text) - signsIn(was.text)))
  const lost = places.length - left - signs
  if (lost < MIN_LOST || lost < NEARLY_ALL * places.length) return []
  const first = places.find(place => !things.some(isAtOne([toRebuilt(place)]))) ?? places[0]!
  return [
    rules.report('lost', {
      extent: lost / places.length,
      message: `Nothing is drawn any more in ${lost} places where icons set in ${quote(first.icon.family)} were, such as ${first.what}`,
      original: placeOf({ ...first.icon, text: first.was.text }, original.document.url),
      rebuilt: placeOf(first.is, rebuilt.document.url),
    }),
  ]
}

type Reach = Pick<IconPlace, 'reach'> & { box: Box }
const toOriginal = ({ was, reach }: IconPlace): Reach => ({ box: was.box, reach })
const toRebuilt = ({ is, reach }: IconPlace): Reach => ({ box: is.box, reach })
const isAtOne = (places: readonly Reach[]) => (thing: Box) =>
  places.some(({ box, reach }) => gapBetween(box, thing) <= reach)

/** One for each text that icons stand beside, and for each control that shows one alone. */
function iconPlaces({ original, rebuilt, matching }: Pair<Needed>, icons: readonly GlyphIcon[]): IconPlace[] {
  const [texts, textsNow] = [desktopBlocks(original), desktopBlocks(rebuilt)]
  const [controls, controlsNow] = [layoutOf(original)?.controls ?? [], layoutOf(rebuilt)?.controls ?? []]
  const textNow = new Map(
    matching.texts.blocks.flatMap(({ original, rebuilt, share }) =>
      share >= SAME_TEXT ? [[original, rebuilt] as const] : [],
    ),
  )
  const controlNow = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  const places = new Map<object, IconPlace>()
  for (const icon of icons.filter(({ drawn }) => drawn)) {
    if (icon.control?.alone) {
      const at = controls.findIndex(({ selector }) => selector === icon.control!.selector)
      const [was, is] = [controls[at], controlsNow[controlNow.get(at) ?? -1]]
      // One that is seen no more, or says in words what it is, lost no icon.
      if (!was || is?.state !== 'visible' || textsNow.some(isIn(is.box))) continue
      const [box, text] = [was.box, was.name]
      places.set(was, {
        icon,
        what: `in ${calledSo(icon)}`,
        was: { box, text },
        is: { ...is, text: is.name },
        reach: 0,
      })
    } else {
      const at = nearestText(icon, texts)
      const [was, is] = [texts[at], textsNow[textNow.get(at) ?? -1]]
      if (was && is?.state === 'visible')
        places.set(was, { icon, what: `beside ${quote(was.text, 40)}`, was, is, reach: BESIDE_PX })
    }
  }
  return [...places.values()]
}

/** Signs that are typed in place of icons: emoji, arrows, bullets. */
const SIGNS = /[\p{S}\p{Pi}\p{Pf}•·]/gu

const isIn = (box: Box) => (text: TextBlock) => text.state === 'visible' && gapBetween(text.seen, box) === 0

const signsIn = (text: string): number => text.match(SIGNS)?.length ?? 0

/** Pictures that may be icons, and signs that stand by themselves. */
const smallThings = (side: Side<'layouts'>): Box[] =>
  [
    ...(layoutOf(side)?.pictures ?? []),
    ...desktopBlocks(side).filter(({ text }) => !/[\p{L}\p{N}]/u.test(text)),
  ]
    .filter(({ state, box }) => state === 'visible' && box.height <= MAX_ICON_PX)
    .map(({ box }) => box)

/** The index of the text that an icon stands beside, or -1; a word that a ligature draws is none. */
function nearestText({ box, glyph }: GlyphIcon, texts: readonly TextBlock[]): number {
  let [nearest, least] = [-1, BESIDE_PX]
  for (const [at, { state, seen, text }] of texts.entries()) {
    if (state !== 'visible' || text === glyph || !/[\p{L}\p{N}]/u.test(text)) continue
    const gap = gapBetween(box, seen)
    if (gap < least) [nearest, least] = [at, gap]
  }
  return nearest
}
