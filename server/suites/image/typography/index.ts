import type { FontsArtifact } from '../../../capture/collectors/fonts.ts'
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { BlockMatch } from '../../../matching/block-match.ts'
import type { Finding } from '../../core/finding.ts'
import { isMadeAnew } from '../../core/made-anew.ts'
import { listed } from '../../core/quote.ts'
import { lackedLook, withoutLook } from '../../core/requests.ts'
import { firstCase } from '../../core/rules.ts'
import { type Check, inconclusive, notApplicable, type Side } from '../../core/suite.ts'
import { desktopBlocks, examples } from '../texts.ts'
import { classOf, type FamilyClass, familiesOf, familyName, present } from './families.ts'
import { type Change, headingReader, isHeading, places, type TypePair, type Urls } from './pairs.ts'
import {
  HEAVIER,
  MAJORITY,
  MAJORITY_OF_KIND,
  MUCH,
  NOTICED,
  PLAINLY_RESIZED,
  READABLE,
  REGULAR,
  RESIZED,
  rules,
  SAME_FACTOR,
} from './rules.ts'
import { alignment, levelled, levelledIn, settingFindings } from './setting.ts'

export const typography: Check<'layouts' | 'document' | 'fonts' | 'health' | 'images' | 'volatile'> = {
  id: 'image/typography',
  title: 'Typefaces, sizes, weights and setting are kept',
  weight: 8,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt, matching } = pair
    const pairs = pairBlocks(desktopBlocks(original), desktopBlocks(rebuilt), matching.texts.blocks)
    if (pairs.length === 0) return notApplicable('no text of the original was found on the new page')
    const lacked = lackedLook(original, rebuilt)
    if (lacked) return inconclusive(withoutLook(lacked))
    const urls = [original.document.url, rebuilt.document.url] as const
    const level = levelledIn(pairs)
    const changes = [
      ...classes(pairs, original.fonts, rebuilt.fonts, urls, isMadeAnew(pair)),
      ...faces(pairs, original, rebuilt, urls),
      ...sizes(pairs, level, urls),
      ...weights(pairs, urls),
      ...alignment(pairs, urls),
    ]
    const findings = [...asOneDesign(changes), ...levelled(level, urls), ...settingFindings(pairs, urls)]
    const had = new Set(original.fonts.loaded.map(familyName))
    const untold = rebuilt.fonts.withheld?.find(family => had.has(familyName(family)))
    return findings.length === 0 && untold
      ? inconclusive(`the typeface “${untold}” comes from a host that could not be reached`)
      : findings
  },
}

/** What is over half of the text and is set otherwise is the design; what else is set otherwise is a part of it. */
function asOneDesign(changes: readonly Change[]): Finding[] {
  const [largest] = changes.toSorted((a, b) => b.share - a.share)
  if (!largest || largest.share <= MAJORITY) return changes.map(({ tell }) => tell())
  return changes.map(change => ({ ...change.tell(change !== largest), cause: 'design' }))
}

const CLASS_NAMES: Record<FamilyClass, string> = {
  'sans-serif': 'without serifs',
  serif: 'with serifs',
  monospace: 'in a typeface of fixed width',
  display: 'in a decorative or written typeface',
}

function classes(
  pairs: TypePair[],
  had: FontsArtifact,
  fonts: FontsArtifact,
  urls: Urls,
  isAnew: boolean,
): Change[] {
  const brought = new Set([
    ...[...fonts.loaded, ...fonts.failed, ...(fonts.withheld ?? [])].map(familyName),
    ...pairs.flatMap(({ before }) => familiesOf(before.style.family)),
  ])
  const comes = new Set([...fonts.loaded, ...(fonts.withheld ?? [])].map(familyName))
  const [faces, facesNow] = [had, fonts].map(({ loaded }) => new Set(loaded.map(familyName)))
  // Both are set in one face, or ask for one that came to neither here: what is named behind it is seen by nobody.
  const isSameFace = ({ before, after }: TypePair) => {
    const [was, is] = [before, after].map(({ style }) => familiesOf(style.family)[0] ?? '')
    return lettersOf(was!) === lettersOf(is!) && faces!.has(was!) === facesNow!.has(is!)
  }
  // What comes with the page is what the page says that it is.
  const classIn = (list: string, loaded: ReadonlySet<string>) =>
    classOf(list) ?? (loaded.has(familiesOf(list)[0] ?? '') && /, cursive$/.test(list) ? 'display' : null)
  const classBefore = ({ before }: TypePair) => classIn(before.style.family, faces!)
  // A name that the original does not have, of a font that is nowhere: what comes after it is what one sees.
  const classAfter = ({ after }: TypePair) => classOf(present(after.style.family, brought))
  const changed = pairs.filter(pair => {
    const [was, is] = [classBefore(pair), classAfter(pair)]
    return was !== null && is !== null && was !== is && !isSameFace(pair)
  })
  return groupsOf(changed, pair => `${classBefore(pair)}>${classAfter(pair)}`).map(own => {
    const share = shareOf(own, pairs)
    const [was, is] = [classBefore(own[0])!, classAfter(own[0])!]
    const all = shareOf(changed, pairs)
    const named = changed.filter(({ before }) => !isDefault(before.style.family))
    // The largest change speaks when they make another page together.
    const most = shareOf(named, pairs) > MAJORITY && share > all / 2
    // A style sheet that fell away leaves serifs; a typeface that the page brings was chosen.
    const isLeft =
      is === 'serif' && !isAnew && !own.every(({ after }) => comes.has(familiesOf(after.style.family)[0]!))
    return {
      share,
      tell: isPart =>
        rules.report('generic-family', {
          key: `image/typography:class:${was}`,
          as: most && isLeft ? 'most' : isPart && !most ? 'part' : share >= NOTICED ? 'noticed' : undefined,
          extent: share,
          message: `${percent(share)} of the text was set ${CLASS_NAMES[was]} and is set ${CLASS_NAMES[is]}: ${examples(own)}`,
          fix: `Set it in ${own[0].before.style.family.slice(0, 100)} again`,
          ...places(own[0], urls),
        }),
    }
  })
}

/** The browser's own typeface: the page names none. */
const isDefault = (family: string): boolean => /^["']?times new roman["']?$/i.test(family.trim())

/**
 * A web font of the original that does not come to the rebuilt page, which asks for it; or for which it asks no more, so
 * that what its texts are set in is what visitors have on their machines. Another web font is a choice.
 */
function faces(pairs: TypePair[], original: Fonts, rebuilt: Fonts, urls: Urls): Change[] {
  const [before, after] = [original.fonts, rebuilt.fonts]
  const [had, has] = [new Set(before.loaded.map(familyName)), new Set(after.loaded.map(familyName))]
  const wanting = new Set(after.failed.map(familyName))
  const wanted = new Set([...had, ...namedIn(original)])
  const asked = new Set([...has, ...wanting, ...(after.withheld ?? []).map(familyName), ...namedIn(rebuilt)])
  const isKnown = !mayBringFonts(rebuilt)
  // A word that a ligature makes an icon of is told as an icon.
  const drawsWords = new Set(
    before.icons?.wide.flatMap(({ glyph, family }) => (/^\w+$/.test(glyph) ? familyName(family) : [])),
  )
  const faceOf = ({ style }: TextBlock) => familiesOf(style.family)[0] ?? ''
  const isUnasked = (pair: TypePair) => {
    const [was, is] = [faceOf(pair.before), faceOf(pair.after)]
    const isSameClass = classOf(pair.before.style.family) === classOf(pair.after.style.family)
    return (
      isKnown && wanted.has(was) && ![was, is].some(face => asked.has(face)) && (was === is || isSameClass)
    )
  }
  const isFailed = (pair: TypePair) => {
    const face = faceOf(pair.before)
    return had.has(face) && faceOf(pair.after) === face && !has.has(face) && wanting.has(face)
  }
  const lost = pairs.filter(
    pair => !drawsWords.has(faceOf(pair.before)) && (isFailed(pair) || isUnasked(pair)),
  )
  return groupsOf(lost, pair => faceOf(pair.before)).map(own => {
    const share = shareOf(own, pairs)
    const face = faceOf(own[0].before)
    const why = asked.has(face) ? 'does not load on' : 'is asked for nowhere on'
    return {
      share,
      tell: isPart =>
        rules.report('web-font', {
          key: `image/typography:face:${face}`,
          as: isPart ? 'part' : share > MAJORITY ? 'most' : share >= NOTICED ? 'noticed' : undefined,
          extent: share,
          message: `The typeface “${face}” ${why} the new page; ${percent(share)} of the text is set in another one`,
          fix: asked.has(face)
            ? `Serve the files of “${face}”`
            : `Load “${face}” as the original does, and set these texts in it`,
          // One link to a font service brings them all.
          ...(!asked.has(face) && { cause: 'not asked for' }),
          ...places(own[0], urls),
        }),
    }
  })
}

type Fonts = Side<'fonts' | 'health'>

/** Families that the address of a style sheet names, as those of font services do: `css2?family=Inter:wght@400`. */
const namedIn = ({ health }: Fonts): string[] =>
  health.requests.flatMap(({ type, url }) => (type === 'stylesheet' ? familiesIn(url) : []))

const familiesIn = (url: string): string[] =>
  URL.canParse(url)
    ? new URL(url).searchParams
        .getAll('family')
        .flatMap(list => list.split('|'))
        .map(one => familyName(one.split(':')[0]!))
    : []

/** Whether something did not come that may declare web fonts: a style sheet that names none, or the script of a font service. */
const mayBringFonts = ({ health }: Fonts): boolean =>
  health.requests.some(
    ({ type, url, status }) =>
      (status === 0 || status >= 400) &&
      ((type === 'stylesheet' && familiesIn(url).length === 0) ||
        (type === 'script' && /font|typekit/i.test(url))),
  )

/** `told` are told by another rule. */
function sizes(pairs: TypePair[], told: readonly TypePair[], urls: Urls): Change[] {
  const changed = pairs.filter(pair => Math.abs(ratioOf(pair)) > Math.log(RESIZED) && !told.includes(pair))
  const scaled = [1, -1].flatMap(sign =>
    scaledIn(
      changed.filter(pair => ratioOf(pair) * sign > 0),
      pairs,
    ),
  )
  const groups = groupsOf(
    changed.filter(pair => !scaled.includes(pair)),
    sizeOf,
  ).map(own => {
    const { before, after } = own[0]
    const heading = isHeading(own[0])
    const plainly = heading && Math.abs(ratioOf(own[0])) > Math.log(PLAINLY_RESIZED)
    const one = own.length === 1
    const share = shareOf(own, pairs)
    return {
      share,
      tell: (isPart?: boolean) =>
        rules.report('size', {
          place: `${kindOf(before)}:${Math.round(before.style.size)}`,
          as: firstCase({
            tiny: isTiny(own, pairs),
            part: isPart,
            noticed: share >= MUCH || plainly,
          }),
          extent: share,
          message: `${heading ? (one ? 'A heading' : 'Headings') : one ? 'A text' : 'Texts'} of ${px(before)} px ${one ? 'has' : 'have'} ${px(after)} px now: ${examples(own)}`,
          fix: `Set ${one ? 'it' : 'them'} in ${px(before)} px again`,
          ...places(own[0], urls),
        }),
    }
  })
  if (scaled.length === 0) return groups
  const bySize = groupsOf(scaled, sizeOf)
  const [{ before, after }] = bySize[0]!
  const share = shareOf(scaled, pairs)
  const named = bySize.map(([one]) => `${px(one.before)} px (${px(one.after)} px now)`)
  return [
    {
      share,
      tell: isPart =>
        rules.report('size', {
          place: `all:${after.style.size < before.style.size ? 'smaller' : 'larger'}`,
          as: isTiny(scaled, pairs) ? 'tiny' : isPart ? 'part' : 'noticed',
          extent: share,
          message: `${percent(share)} of the text is set at about ${percent(after.style.size / before.style.size)} of its size: ${examples(scaled)}`,
          fix: `Set the root, or what all sizes are made of, in the size of the original: text of ${listed(named)}`,
          ...places(scaled.find(isTooSmall) ?? bySize[0]![0], urls),
        }),
    },
    ...groups,
  ]
}

const ratioOf = ({ before, after }: TypePair) => Math.log(after.style.size / before.style.size)

const sizeOf = ({ before, after }: TypePair) =>
  `${kindOf(before)} ${Math.round(before.style.size)}>${Math.round(after.style.size)}`

/**
 * Of texts that are all larger, or all smaller, those that one factor makes so, where they are most of the page and of
 * several sizes: the size of the root, as a rule.
 */
function scaledIn(changed: readonly TypePair[], pairs: readonly TypePair[]): TypePair[] {
  const sorted = changed.toSorted((a, b) => ratioOf(a) - ratioOf(b))
  let left = amountOf(sorted) / 2
  const middle = sorted.find(({ amount }) => {
    left -= amount
    return left <= 0
  })
  const alike = changed.filter(pair => Math.abs(ratioOf(pair) - ratioOf(middle!)) <= Math.log(SAME_FACTOR))
  const areSeveral = new Set(alike.map(({ before }) => Math.round(before.style.size))).size > 1
  return areSeveral && shareOf(alike, pairs) > MAJORITY ? alike : []
}

const isTooSmall = (pair: TypePair): boolean =>
  !isHeading(pair) && pair.before.style.size >= READABLE.was && pair.after.style.size < READABLE.least

/** Whether running text that was easily read is too small to be, of texts that are much of the page. */
const isTiny = (own: readonly TypePair[], pairs: readonly TypePair[]): boolean =>
  shareOf(own, pairs) >= MUCH && shareOf(own.filter(isTooSmall), pairs) >= NOTICED

function weights(pairs: TypePair[], urls: Urls): Change[] {
  const step = ({ before, after }: TypePair) => after.style.weight - before.style.weight
  const running = pairs.filter(pair => !isHeading(pair))
  const thinned = running.filter(
    ({ before, after }) => before.style.weight >= REGULAR && after.style.weight < REGULAR,
  )
  // A line of it may be light; all of it is plainly thinner.
  const thin = new Set(shareOf(thinned, running) >= MAJORITY_OF_KIND ? thinned : [])
  const changed = pairs.filter(pair => Math.abs(step(pair)) >= HEAVIER || thin.has(pair))
  return groupsOf(changed, pair => `${kindOf(pair.before)} ${step(pair) > 0}`).map(own => {
    // What most of it had and has is said.
    const [most] = groupsOf(own, pair => `${pair.before.style.weight}>${pair.after.style.weight}`)
    const [{ before, after }] = most!
    const heading = isHeading(own[0])
    const kin = pairs.filter(pair => isHeading(pair) === heading)
    const noticed = shareOf(own, kin) >= MAJORITY_OF_KIND && (heading || shareOf(own, pairs) >= MUCH)
    const one = own.length === 1
    return {
      share: 0,
      tell: isPart =>
        rules.report('weight', {
          place: `${kindOf(before)}:${step(own[0]) > 0 ? 'bolder' : 'lighter'}`,
          as: isPart ? 'part' : noticed ? 'noticed' : undefined,
          message: `${heading ? (one ? 'A heading' : 'Headings') : 'Text'} of weight ${before.style.weight} ${heading && !one ? 'have' : 'has'} ${after.style.weight} now: ${examples([...new Set([...most!, ...own])])}`,
          fix: `Set ${one ? 'it' : 'them'} in weight ${before.style.weight} again`,
          ...places(most![0], urls),
        }),
    }
  })
}

/** Share of an original text of which more must stand in one block for the two to be compared. */
const HALF = 0.5

/** Visible texts of both pages, each of the original's once. */
function pairBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  matches: readonly BlockMatch[],
): TypePair[] {
  const best = new Map<number, BlockMatch>()
  for (const match of matches) {
    const known = best.get(match.original)
    const visible = after[match.rebuilt]?.state === 'visible'
    if (match.share > HALF && visible && (!known || match.share > known.share))
      best.set(match.original, match)
  }
  const isOfHeading = headingReader(before, after)
  return [...best.values()].flatMap(({ original, rebuilt }) => {
    const [was, is] = [before[original], after[rebuilt]]
    if (was?.state !== 'visible' || !is || !(was.style.size > 0 && is.style.size > 0)) return []
    if (!isOfHeading(was, is)) return []
    return [{ before: was, after: is, amount: was.text.length }]
  })
}

const lettersOf = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '')
const kindOf = ({ kind }: TextBlock) => (kind === 'heading' ? 'heading' : 'text')
const px = ({ style }: TextBlock) => Math.round(style.size * 10) / 10
const percent = (share: number) => `${Math.max(1, Math.round(share * 100))} %`
const amountOf = (pairs: readonly TypePair[]) => pairs.reduce((sum, { amount }) => sum + amount, 0)
const shareOf = (some: readonly TypePair[], all: readonly TypePair[]) =>
  amountOf(some) / Math.max(1, amountOf(all))

const MAX_GROUPS = 20

/** In page order in each group, the largest group first. */
function groupsOf(
  pairs: readonly TypePair[],
  keyOf: (pair: TypePair) => string,
): [TypePair, ...TypePair[]][] {
  const groups = new Map<string, [TypePair, ...TypePair[]]>()
  for (const pair of pairs) {
    const key = keyOf(pair)
    const group = groups.get(key)
    if (group) group.push(pair)
    else groups.set(key, [pair])
  }
  return [...groups.values()].sort((a, b) => amountOf(b) - amountOf(a)).slice(0, MAX_GROUPS)
}
