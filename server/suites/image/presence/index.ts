import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { normalise } from '../../../lib/text.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import {
  areaOf,
  failureOf,
  fileName,
  isFaint,
  isFlat,
  isPicture,
  isRich,
  LARGE,
  ofScreen,
} from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { newOpeners } from '../../core/openers.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts, stopsForWant } from '../../core/requests.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { addressOf, calledOf, placesOf, wordsOf } from '../picture-finding.ts'
import { renewedOf } from '../replacements.ts'
import { isSamePlace, type Visibility, visibilityOf } from '../visibility.ts'
import { gradesOf, isOrnament } from './grades.ts'
import { repeatedOf } from './repeated.ts'
import { MIN_BACKGROUND_SIDE, rules } from './rules.ts'
import { openedReader, slideReader } from './slides.ts'

/** As many as a capture keeps: what is beyond is unknown. */
const MAX_KEPT = 600
/** Hidden pictures that one new control may open, as many as it may open facts. */
const PICTURES_PER_CONTROL = 6

/** What an accordion, a tab or the arrow of a carousel shows when it is pressed, or may where the original has none such. */
const FOLDED: Visibility = {
  state: 'out-of-view',
  why: 'it is there, but not in the part that is shown first',
}

export const presence: Check<
  'images' | 'volatile' | 'document' | 'layouts' | 'health' | 'probes' | 'screens'
> = {
  id: 'image/presence',
  title: 'Pictures of the original are there',
  weight: 25,
  rules,
  judge(pair) {
    const { original, rebuilt, matching } = pair
    const demanded = original.images.filter(isDemanded)
    if (demanded.length === 0) return notApplicable('the original shows no pictures')
    const matched = matching.pictures
    if (rebuilt.images.length >= MAX_KEPT && matched.lost.some(isDemanded))
      return inconclusive(`the new page has more than ${MAX_KEPT} pictures; some were not looked at`)
    const total = demanded.reduce((sum, image) => sum + inkOf(image), 0)
    const visible = visibilityOf(matched, original.volatile.images)
    /** One file drawn twice on one spot, for an effect, is one picture. */
    const isStacked = (image: ImageArtifact, lost: readonly ImageArtifact[]) =>
      image.url !== '' &&
      [...lost, ...[...visible.keys()].map(match => match.original)].some(
        one => one !== image && one.url === image.url && isSamePlace(one.box, image.box),
      )
    const gone = matched.lost.filter(
      (image, at, lost) => isDemanded(image) && !isStacked(image, lost.slice(0, at)),
    )
    const repeated = repeatedOf(matched, isDemanded)
    const toldTogether = new Set(repeated.flatMap(({ originals }) => originals))
    const { gradeOfLost, gradeOfBackground, isRedrawn } = gradesOf(pair, visible, gone)
    const isOnSlide = slideReader(pair)
    const isOpened = openedReader(rebuilt)
    const isUntold = lacksScripts(original, rebuilt) || stopsForWant(original, rebuilt)
    const told = new Set<string>()
    const findings = gone.map(image =>
      report(image, {
        state: 'gone',
        why: isRedrawn(image)
          ? 'a logo of its name looks otherwise'
          : 'nothing on the new page looks like it',
      }),
    )
    let mayBeOpened = newOpeners(pair) * PICTURES_PER_CONTROL
    for (const [match, found] of visible) {
      if (found.state === 'seen' || found.state === 'broken' || !isDemanded(match.original)) continue
      if (toldTogether.has(match.original)) continue
      const isHidden = found.state === 'gone' && match.rebuilt.state === 'hidden'
      const isFolded = isHidden && (isOpened(match.rebuilt) || mayBeOpened-- > 0)
      const visibility = isFolded ? FOLDED : found
      const { state } = visibility
      // A script that visitors get may show it, such as a slide.
      if (isUntold && state === 'gone' && match.rebuilt.state === 'hidden') continue
      // In another place it has another size, and a background has no part that is shown first.
      if (state === 'cut-off' && isDisplaced(matched, match)) continue
      if (state === 'out-of-view' && match.original.kind === 'background') continue
      findings.push(report(match.original, visibility, match.rebuilt))
    }
    for (const { originals, instead } of repeated) {
      const [first, last] = [originals[0]!, originals.at(-1)!]
      findings.push(
        rules.report('repeated', {
          key: `image/repeated:${wordsOf(first)}`,
          message: `${originals.length} different pictures, from the ${calledOf(first)} to the ${calledOf(last)}, are one and the same now`,
          fix: 'Show each its own picture again',
          ...placesOf({ original, rebuilt }, first, instead),
        }),
      )
    }
    return findings

    function report(image: ImageArtifact, { state, why }: Visibility, instead?: ImageArtifact): Finding {
      const called = calledOf(image)
      const found = {
        key: `image/lost:${wordsOf(image)}`,
        extent: inkOf(image) / Math.max(1, total),
        message: `The ${called}${behind(image)} of the original cannot be seen on the new page: ${why}`,
        fix: `Show the ${called} again${addressOf(image)} at about ${Math.round(image.box.width)} × ${Math.round(image.box.height)} px`,
        ...placesOf({ original, rebuilt }, image, instead),
      }
      // Of pictures of one size, such as those of a gallery, one cause is told once.
      const cause = `${why} ${Math.round(image.box.width)} x ${Math.round(image.box.height)}`
      // A part that was written anew has pictures of its own.
      const isGone = !instead || state === 'replaced'
      if (image.kind === 'background') {
        const key = `image/background:${fileName(image) || image.near.toLowerCase().slice(0, 60)}`
        const as = gradeOfBackground({ image, state, instead })
        // Patterns that are hardly seen are one loss, and so is one file behind several parts.
        const isRepeated = gone.some(one => one !== image && one.url !== '' && one.url === image.url)
        const what = isFaint(image) ? 'faint' : isRepeated ? image.url : undefined
        return rules.report('background', { ...found, key, cause: what ? `${why} ${what}` : cause, as })
      }
      if (state === 'out-of-view') return rules.report(state, found)
      if (state === 'cut-off')
        return rules.report(state, { ...found, as: isOrnament(image) ? 'ornament' : undefined })
      if (isGone && isOnSlide(image)) {
        const message = `The ${called} of the original is on a slide that is shown when a control is pressed`
        return rules.report('out-of-view', { ...found, message })
      }
      const renewed = renewedOf(image, matched, instead)
      if (isGone && renewed)
        return rules.report('lost', {
          ...found,
          as: ofScreen(areaOf(image)) >= LARGE ? undefined : 'slight',
          message: `The ${called} of the original is another picture under the same name now`,
          ...placesOf({ original, rebuilt }, image, renewed),
        })
      // Portraits that are all called as the first one are several.
      const named = `${found.key} ${cause}`
      const key = told.has(named) ? `${found.key} ${normalise(image.near).slice(0, 60)}` : found.key
      told.add(named)
      return rules.report('lost', { ...found, key, cause, as: gradeOfLost({ image, state, instead }) })
    }
  },
}

/** What failed on the original shows nothing that could be lost; that a film is there is asked of the embeds. */
function isDemanded(image: ImageArtifact): boolean {
  if (image.state !== 'visible' || !isPicture(image) || failureOf(image) !== null) return false
  if (image.kind === 'video') return false
  // It only keeps the room of another one.
  if (image.kind === 'img' && image.url.startsWith('data:') && isFlat(image)) return false
  if (image.kind !== 'background') return true
  const { width, height } = image.seen
  // What stands on a background of one colour is not it.
  return width >= MIN_BACKGROUND_SIDE && height >= MIN_BACKGROUND_SIDE && isRich(image) && !isFlat(image)
}

/** What is seen of it, as far as nothing shines through. */
const inkOf = (image: ImageArtifact) => areaOf(image) * (image.opacity ?? 1)

const behind = (image: ImageArtifact) =>
  image.kind === 'background' && image.near && fileName(image) ? ` behind ${quote(image.near, 60)}` : ''
