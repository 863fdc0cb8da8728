import type { FontsArtifact } from '../../../capture/collectors/fonts.ts'
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Severity } from '../../../contract.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { classOf, familiesOf, present } from './families.ts'
import { pairBlocks, type TypePair } from './pairs.ts'

/** Share of the text that must change its class to make another page of it, and that is noticed. */
const MOST = 0.5
const NOTICED = 0.1
/** Headings that make a style of headings. */
const SEVERAL = 3
/** A size that many times larger or smaller is another size, and plainly so. */
const RESIZED = Math.log(1.25)
const PLAINLY = Math.log(1.6)
/** Steps of weight from one that people see: regular to bold. */
const HEAVIER = 250

export const typography: Check<'layouts' | 'document' | 'fonts' | 'images' | 'volatile'> = {
  id: 'image/typography',
  title: 'Typefaces, sizes and weights are kept',
  weight: 8,
  judge({ original, rebuilt, matching }) {
    const before = original.layouts.find(layout => layout.width === 1440)?.blocks ?? []
    const after = rebuilt.layouts.find(layout => layout.width === 1440)?.blocks ?? []
    const pairs = pairBlocks(before, after, matching.texts.blocks)
    if (pairs.length === 0) return notApplicable('no text of the original was found on the rebuilt page')
    const urls = [original.document.url, rebuilt.document.url] as const
    return [
      ...classes(pairs, rebuilt.fonts, urls),
      ...faces(pairs, original.fonts.loaded, rebuilt.fonts, urls),
      ...sizes(pairs, urls),
      ...weights(pairs, urls),
    ]
  },
}

type Urls = readonly [original: string, rebuilt: string]

const CLASS_NAMES = {
  'sans-serif': 'without serifs',
  serif: 'with serifs',
  monospace: 'in a typeface of fixed width',
  display: 'in a decorative or written typeface',
}

function classes(pairs: TypePair[], fonts: FontsArtifact, urls: Urls): Finding[] {
  const brought = [...fonts.loaded, ...fonts.failed].map(lower)
  // A name that the original does not have, of a font that is nowhere: what comes after it is what one sees.
  const isOf = ({ before, after }: TypePair) =>
    classOf(present(after.style.family, new Set([...brought, ...familiesOf(before.style.family)])))
  const changed = pairs.filter(pair => {
    const [was, is] = [classOf(pair.before.style.family), isOf(pair)]
    return was !== null && is !== null && was !== is
  })
  return groupsOf(changed, pair => `${classOf(pair.before.style.family)}>${isOf(pair)}`).map(own => {
    const share = shareOf(own, pairs)
    const [was, is] = [classOf(own[0]!.before.style.family)!, isOf(own[0]!)!]
    const all = shareOf(changed, pairs)
    const isHeading = ({ before }: TypePair) => kindOf(before) === 'heading'
    const titles = own.filter(isHeading)
    // The largest change speaks when they make another page together; the headings alone do as well.
    const most =
      (all > MOST && share > all / 2) ||
      (share >= NOTICED && titles.length >= SEVERAL && shareOf(titles, pairs.filter(isHeading)) > MOST)
    const severity = most ? 'serious' : share >= NOTICED ? 'moderate' : 'minor'
    return report(`class:${was}`, severity, Math.max(share, 0.02), own, urls, {
      message: `${percent(share)} of the text was set ${CLASS_NAMES[was]} and is set ${CLASS_NAMES[is]}: ${examples(own)}`,
      fix: `Set it in ${own[0]!.before.style.family.slice(0, 100)} again`,
    })
  })
}

/** A web font that came to the original and not to the rebuilt page, which asks for it. */
function faces(
  pairs: TypePair[],
  loaded: readonly string[],
  { loaded: present, failed }: { loaded: readonly string[]; failed: readonly string[] },
  urls: Urls,
): Finding[] {
  const [had, has] = [new Set(loaded.map(lower)), new Set(present.map(lower))]
  const wanting = new Set(failed.map(lower))
  const first = (list: string) => familiesOf(list)[0] ?? ''
  const lost = pairs.filter(({ before, after }) => {
    const face = first(before.style.family)
    return had.has(face) && first(after.style.family) === face && !has.has(face) && wanting.has(face)
  })
  return groupsOf(lost, ({ before }) => first(before.style.family)).map(own => {
    const share = shareOf(own, pairs)
    const face = first(own[0]!.before.style.family)
    return report(`face:${face}`, share >= NOTICED ? 'moderate' : 'minor', share * 0.5, own, urls, {
      message: `The typeface “${face}” does not load on the rebuilt page; ${percent(share)} of the text is set in another one`,
      fix: `Serve the files of “${face}”`,
    })
  })
}

function sizes(pairs: TypePair[], urls: Urls): Finding[] {
  const ratio = ({ before, after }: TypePair) => Math.log(after.style.size / before.style.size)
  const changed = pairs.filter(pair => Math.abs(ratio(pair)) > RESIZED)
  return groupsOf(
    changed,
    ({ before, after }) =>
      `${kindOf(before)} ${Math.round(before.style.size)}>${Math.round(after.style.size)}`,
  ).map(own => {
    const share = shareOf(own, pairs)
    const { before, after } = own[0]!
    const heading = kindOf(before) === 'heading' && Math.abs(ratio(own[0]!)) > PLAINLY
    const severity: Severity = share >= 0.25 || heading ? 'moderate' : 'minor'
    return report(
      `size:${kindOf(before)}:${Math.round(before.style.size)}`,
      severity,
      severity === 'moderate' ? Math.max(0.1, share * 0.6) : 0.02,
      own,
      urls,
      {
        message: `${kindOf(before) === 'heading' ? 'Headings' : 'Text'} of ${px(before)} px ${own.length === 1 ? 'has' : 'have'} ${px(after)} px now: ${examples(own)}`,
        fix: `Set ${own.length === 1 ? 'it' : 'them'} in ${px(before)} px again`,
      },
    )
  })
}

function weights(pairs: TypePair[], urls: Urls): Finding[] {
  const step = ({ before, after }: TypePair) => after.style.weight - before.style.weight
  const changed = pairs.filter(pair => Math.abs(step(pair)) >= HEAVIER)
  return groupsOf(changed, pair => `${kindOf(pair.before)} ${step(pair) > 0}`).map(own => {
    const same = pairs.filter(pair => kindOf(pair.before) === kindOf(own[0]!.before))
    const share = shareOf(own, same)
    const heading = kindOf(own[0]!.before) === 'heading'
    const severity = share >= 0.5 && (heading || shareOf(own, pairs) >= 0.25) ? 'moderate' : 'minor'
    const { before, after } = own[0]!
    return report(
      `weight:${kindOf(before)}:${step(own[0]!) > 0 ? 'bolder' : 'lighter'}`,
      severity,
      severity === 'moderate' ? 0.15 : 0.02,
      own,
      urls,
      {
        message: `${heading ? 'Headings' : 'Text'} of weight ${before.style.weight} ${own.length === 1 ? 'has' : 'have'} ${after.style.weight} now: ${examples(own)}`,
        fix: `Set ${own.length === 1 ? 'it' : 'them'} in weight ${before.style.weight} again`,
      },
    )
  })
}

function report(
  rule: string,
  severity: Severity,
  penalty: number,
  pairs: TypePair[],
  [original, rebuilt]: Urls,
  words: Pick<Finding, 'message' | 'fix'>,
): Finding {
  const { before, after } = pairs[0]!
  return {
    key: `image/typography:${rule}`,
    severity,
    penalty: Math.min(1, severity === 'minor' ? Math.min(0.02, penalty) : penalty),
    ...words,
    original: placeOf(before, original),
    rebuilt: placeOf(after, rebuilt),
  }
}

const placeOf = (block: TextBlock, url: string) => ({
  url,
  selector: block.selector,
  box: block.box,
  viewport: 1440,
  text: block.text.slice(0, 200),
})

const lower = (name: string) => name.toLowerCase()
const kindOf = ({ kind }: TextBlock) => (kind === 'heading' ? 'heading' : 'text')
const px = ({ style }: TextBlock) => Math.round(style.size * 10) / 10
const percent = (share: number) => `${Math.max(1, Math.round(share * 100))} %`
const amountOf = (pairs: readonly TypePair[]) => pairs.reduce((sum, { amount }) => sum + amount, 0)
const shareOf = (some: readonly TypePair[], all: readonly TypePair[]) =>
  amountOf(some) / Math.max(1, amountOf(all))

/** The longest first in each group, the largest group first. */
function groupsOf(pairs: readonly TypePair[], key: (pair: TypePair) => string): TypePair[][] {
  const groups = new Map<string, TypePair[]>()
  for (const pair of pairs) groups.set(key(pair), [...(groups.get(key(pair)) ?? []), pair])
  return [...groups.values()].sort((a, b) => amountOf(b) - amountOf(a)).slice(0, 20)
}

function examples(pairs: TypePair[]): string {
  const texts = [...new Set(pairs.map(({ before }) => before.text.slice(0, 40)))]
  const shown = texts.slice(0, 3).map(text => `“${text}”`)
  return texts.length > 3 ? `${shown.join(', ')} and ${texts.length - 3} more` : shown.join(', ')
}
