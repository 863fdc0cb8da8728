import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { hostnameOf, isSameSite } from '../../lib/url.ts'
import { MOBILE } from '../../lib/widths.ts'
import {
  areaOf,
  failureOf,
  fileName,
  isContent,
  isLogo,
  LARGE,
  ofScreen,
  SCREEN,
} from '../../matching/picture.ts'
import type { Finding } from '../core/finding.ts'
import { defineRules, firstCase } from '../core/rules.ts'
import { type Check, inconclusive, notApplicable } from '../core/suite.ts'
import { dummiesOf, MIN_DUMMY_SIDE } from './dummies.ts'
import { HEAD_PX } from './logos.ts'
import { narrowFailures } from './narrow-files.ts'
import { addressOf, calledOf, placesOf, wordsOf } from './picture-finding.ts'
import { HERO, SMALL } from './presence/rules.ts'
import { visibilityOf } from './visibility.ts'

const share = (min: number) => ({ of: 'share of the screen that the picture takes', min })
const bySize = {
  severity: 'serious',
  penalty: share(0.15),
  cases: {
    large: {
      when: `it takes more than ${LARGE * 100} % of a screen`,
      severity: 'critical',
      penalty: share(0.4),
    },
    ornament: { when: 'it carries no content', severity: 'minor', penalty: share(0.02) },
  },
} as const

/** Side from which a file is more than an icon, px of the file. */
const MIN_PHOTO = 200

/** Of a screen: pictures that hang on another site make much of the page. */
const MANY = 0.25

const rules = defineRules(
  'image/broken',
  {
    why: 'A broken picture shows nothing, and makes the whole page look broken.',
    reference: 'https://html.spec.whatwg.org/multipage/images.html',
  },
  {
    failed: {
      ...bySize,
      measures:
        'Whether the file of each picture that is shown answers, and is a picture that a browser can show.',
      fix: 'Point it to a picture file that exists',
      cases: {
        ...bySize.cases,
        added: {
          when: 'the original has no picture in its place',
          severity: 'moderate',
          penalty: share(0.05),
        },
        opening: {
          when: `so it is, and it takes ${HERO * 100} % of the first screen or more, stands at the site itself, and does not lie behind all of the page`,
          severity: 'serious',
          penalty: share(0.15),
        },
        small: {
          when: `it takes less than ${SMALL * 100} % of a screen, all such that fail less than ${LARGE * 100} % together, and it is no logo, no picture that is a link, and in no header`,
          severity: 'moderate',
          penalty: share(0.05),
        },
        waiting: {
          when: `it is out of sight at first, as in a slide or behind a control, and ${MIN_PHOTO} px a side or more on the original`,
          severity: 'moderate',
          penalty: share(0.15),
        },
        poster: {
          when: 'it is what shows until a film begins',
          severity: 'moderate',
          penalty: share(0.05),
        },
        unreached: {
          when: `it stands at another site, which gave no answer at all, so that visitors may get it; all such together take ${MANY * 100} % of a screen or less, or it gives the original none either`,
          severity: 'moderate',
          penalty: share(0.05),
        },
        narrow: {
          when: 'it shows at 1440 px, and the file of the site that narrower screens get in its place, as by srcset, answers with an error',
          severity: 'moderate',
          penalty: share(0.05),
        },
        'narrow-large': {
          when: `so it is on phones, and it takes more than ${LARGE * 100} % of a screen`,
          severity: 'serious',
          penalty: share(0.15),
        },
        unjudged: {
          when: `it stands at another site, which failed to answer the original in the same way, or the original's picture there failed so at yet another site, or it did not fail for want of a host of that name while it takes ${LARGE * 100} % of a screen or less, and the original shows no picture in its place; or gave no answer and is one of the tiles that a map is put together of: nobody can tell from here whether it loads`,
          severity: 'minor',
          penalty: 0,
        },
      },
    },
    placeholder: {
      ...bySize,
      measures:
        'Whether an empty placeholder still stands where the original shows a picture, or a drawing of which nothing is seen.',
      fix: 'Show the picture that belongs there',
    },
    dummy: {
      severity: 'serious',
      penalty: { of: 'number of them', base: 0.2, factor: 0.1 },
      measures: `Whether the new page shows pictures of ${MIN_DUMMY_SIDE} px and more that only hold the place of others, of which the original has none: by the site that makes them, such as placehold.co, or by the name of a file that is a drawing, has one colour, or is shown more than once, such as \`placeholder.svg\`. All of them together.`,
      why: 'Visitors see grey boxes, or what has nothing to do with the page.',
      fix: 'Show pictures of your own there, or none',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Element/img',
    },
  },
)

export const broken: Check<'images' | 'volatile' | 'document' | 'health' | 'layouts'> = {
  id: 'image/broken',
  title: 'Picture files load',
  weight: 20,
  rules,
  judge(pair) {
    const { original, rebuilt, matching } = pair
    if (rebuilt.images.length === 0 && original.images.length === 0)
      return notApplicable('neither page has pictures')
    const matched = matching.pictures
    const findings: Finding[] = []
    const areUnreachedFew =
      matched.matches
        .filter(match => isUnreached(match.rebuilt))
        .reduce((sum, match) => sum + ofScreen(areaOf(match.original)), 0) <= MANY
    // What does not answer for the original either tells nothing of the new page.
    const silent = new Set(original.images.filter(isUnreached).map(({ url }) => serviceOf(url)))
    const failures = new Set(
      [...original.images, ...original.health.requests].filter(isUnreached).map(failing),
    )
    const broken = [...visibilityOf(matched, original.volatile.images)].filter(
      ([, { state }]) => state === 'broken',
    )
    const small = broken.map(([match]) => match.original).filter(isSmall)
    const areSmallFew = small.reduce((sum, image) => sum + ofScreen(drawnArea(image)), 0) < LARGE
    for (const [match, { why }] of broken)
      report(match.rebuilt, isGround(match) ? undefined : match.original, why)
    // Broken before, hidden before, or new: the original shows nothing that could be lost. What never showed is missed
    // nowhere unless it is drawn as broken: it may take itself off the page, or lie in a closed part of it.
    for (const { original: before, rebuilt: after } of matched.matches) {
      const isWaiting = failureOf(before) === null && before.state !== 'visible'
      if (isWaiting ? mayShow(after) : failureOf(before) !== null && after.state === 'visible')
        report(after, before)
    }
    for (const image of matched.added) if (image.state === 'visible') report(image)
    for (const { image, before, url, status, widths } of narrowFailures(pair))
      findings.push(
        rules.report('failed', {
          as: narrowCase(image, widths),
          key: `image/broken:narrow:${wordsOf(before ?? image)}`,
          extent: ofScreen(areaOf(image)),
          cause: 'on narrow screens',
          message: `The ${calledOf(before ?? image)} does not show at ${widths.join(' and ')} px: its file there answers with status ${status} (${url.slice(0, 200)})`,
          fix: 'Let srcset or <picture> name a file that exists for each width',
          ...placesOf({ original, rebuilt }, before, image),
        }),
      )
    const dummies = dummiesOf(matched, original.images, rebuilt.images)
    const [dummy] = dummies
    if (dummy)
      findings.push(
        rules.report('dummy', {
          key: 'image/dummy',
          extent: dummies.length,
          message: `The ${calledOf(dummy)} only holds the place of another one${addressOf(dummy)}${dummies.length > 1 ? `; ${dummies.length - 1} more do` : ''}`,
          ...placesOf({ original, rebuilt }, undefined, dummy),
        }),
      )
    const untold = matched.matches.find(
      ({ original: before, rebuilt: after }) =>
        after.withheld && !before.withheld && before.state === 'visible' && failureOf(before) === null,
    )
    if (findings.length > 0 || !untold) return findings
    return inconclusive(
      `the ${calledOf(untold.original)} stands at a host that could not be reached${addressOf(untold.rebuilt)}`,
    )

    function report(image: ImageArtifact, before?: ImageArtifact, why = failureOf(image)) {
      if (!why) return
      const shown = before && areaOf(before) > 0 ? before : image
      const extent = ofScreen(areaOf(shown))
      const size = extent > LARGE ? 'large' : undefined
      const found = {
        key: `image/broken:${wordsOf(before ?? image)}`,
        extent,
        cause: why,
        message: `The ${calledOf(before ?? image)} does not show on the new page: ${why}${addressOf(image)}`,
        fix: before?.url.startsWith('http')
          ? `Serve what the original shows there (${before.url.slice(0, 200)}) and point to it`
          : 'Point it to a picture file that exists',
        ...placesOf({ original, rebuilt }, before, image),
      }
      const isOrnament = !isContent(shown)
      const added = isOpening(image) && isSameSite(image.url, rebuilt.document.origins) ? 'opening' : 'added'
      const as = isOrnament ? 'ornament' : before ? size : added
      const isUnjudged =
        isUnreached(image) &&
        (isTile(image) ||
          (!(before?.state === 'visible' && failureOf(before) === null) &&
            (failures.has(failing(image)) ||
              (before && isUnreached(before) && before.failure === image.failure) ||
              (!size && !NO_HOST.test(image.failure ?? '')))))
      const isWaiting = before && areaOf(before) === 0 && isPhoto(before)
      const milder = firstCase({
        unjudged: isUnjudged,
        unreached: isUnreached(image) && (areUnreachedFew || silent.has(serviceOf(image.url))),
        poster: image.kind === 'poster' && !isOrnament,
        waiting: isOrnament && isWaiting,
        small: as === undefined && areSmallFew && isSmall(shown),
      })
      findings.push(
        failureOf(image)
          ? rules.report('failed', { ...found, as: milder ?? as })
          : rules.report('placeholder', {
              ...found,
              as: as === 'added' || as === 'opening' ? undefined : as,
            }),
      )
    }

    /** As of scripts: a host that does not answer this machine may answer everybody else. */
    function isUnreached({ url, status, failure }: Asked): boolean {
      return status === 0 && /^net::/.test(failure ?? '') && !isSameSite(url, rebuilt.document.origins)
    }
  },
}

/** Of an address that is nobody's: no visitor gets an answer. */
const NO_HOST = /NAME_NOT_RESOLVED/

type Asked = Pick<ImageArtifact, 'url' | 'status' | 'failure'>

/** By its service and the browser's error: what fails in two ways has two causes. */
const failing = ({ url, failure }: Asked): string => `${serviceOf(url)} ${failure}`

/** Its host, of several that a letter or a number tells apart: `a.tile.example`, `img2.example`. */
const serviceOf = (url: string): string => hostnameOf(url).replace(/^([a-z]|[a-z]{0,4}\d{1,2})\.(?=.+\.)/, '')

/** Px a side of the squares that maps are made of, and zooms that they have. */
const TILE_SIDES = [256, 512]
const MAX_ZOOM = 22

/** By what maps call their tiles, zoom, column and row, of which a zoom has 2 to its power, and by their squares. */
function isTile({ url, box }: ImageArtifact): boolean {
  const [zoom, column, row] =
    /\/(\d{1,2})\/(\d+)\/(\d+)(@2x)?(\.\w+)?($|[?#])/.exec(url)?.slice(1, 4).map(Number) ?? []
  if (zoom === undefined || zoom > MAX_ZOOM || Math.max(column!, row!) >= 2 ** zoom) return false
  return box.width === box.height && (box.width === 0 || TILE_SIDES.includes(box.width))
}

/** How many times the room of a picture a background takes that is another one. */
const MAX_GROWN = 4

/**
 * Whether a background was taken for a picture of the content, or that of the whole page for a part's: of a file that never came
 * nobody knows what it shows.
 */
const isGround = ({ original, rebuilt }: Record<'original' | 'rebuilt', ImageArtifact>) =>
  rebuilt.kind === 'background' &&
  fileName(original) !== fileName(rebuilt) &&
  (original.kind !== 'background' || areaOf(rebuilt) > MAX_GROWN * areaOf(original))

/** What the page opens with; a background of all of it is another thing. */
const isOpening = (image: ImageArtifact) =>
  image.kind !== 'video' &&
  image.seen.y < SCREEN.height &&
  image.seen.height <= 1.5 * SCREEN.height &&
  ofScreen(areaOf(image)) >= HERO

const isPhoto = ({ kind, naturalWidth, naturalHeight }: ImageArtifact) =>
  kind === 'img' && Math.min(naturalWidth, naturalHeight) >= MIN_PHOTO

function narrowCase(image: ImageArtifact, widths: readonly number[]) {
  if (!isContent(image)) return 'ornament'
  return widths.includes(MOBILE) && ofScreen(areaOf(image)) > LARGE ? 'narrow-large' : 'narrow'
}

/** An icon of the content: a picture that is a link, or what stands at the head of the page, is a way to somewhere or says whose page it is. */
const isSmall = (image: ImageArtifact) =>
  !isLogo(image) &&
  (image.link === '' || image.kind === 'background') &&
  image.box.y >= HEAD_PX &&
  ofScreen(drawnArea(image)) < SMALL

/** Px²; a background whose width is given in px takes no more of its element than that. */
function drawnArea(image: ImageArtifact): number {
  const [, width, height] = /^(\d+)px(?: (?:auto|(\d+)px))?$/.exec(image.backgroundSize) ?? []
  if (!width) return areaOf(image)
  const ratio = image.file ? image.file.height / image.file.width : 1
  return Math.min(areaOf(image), Number(width) * (height ? Number(height) : ratio * Number(width)))
}

/** A broken img may have no box at all; what is hidden on purpose has none either. */
const mayShow = (image: ImageArtifact) =>
  image.state === 'visible' ||
  (image.state === 'hidden' && image.kind === 'img' && image.landmark !== 'dialog')
