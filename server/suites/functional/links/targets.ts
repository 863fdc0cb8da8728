import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import { isMail, isPhone, mailOf, phoneOf } from '../../../lib/contact-links.ts'
import { samePhone } from '../../../lib/phone.ts'
import {
  assetName,
  basesOf,
  decodeComponent,
  isSameSite,
  passedOn,
  pathOf,
  placeKey,
} from '../../../lib/url.ts'
import type { Pair } from '../../core/suite.ts'

/** Where a link leads, in a form that can be compared over both sites. */
export interface Target {
  kind: 'page' | 'fragment' | 'mail' | 'phone' | 'placeholder' | 'external'
  /** Path without origin and base, `#fragment`, address or digits. */
  place: string
  /** Of a page, the same with the base: its path on its server. */
  path?: string
}

/** The paths that the two sites are mounted at. */
export const bases = ({ original, rebuilt }: Pair<'document'>) =>
  basesOf(original.document.url, rebuilt.document.url)

export const withoutHash = (href: string): string => href.split('#')[0]!

/** A reader of targets on a site of these origins, without the base path that it is mounted at. */
export function targetReader(
  origins: readonly string[],
  base: string,
): (link: Pick<LinkArtifact, 'href' | 'raw' | 'fragmentFound'>) => Target {
  return ({ href, raw, fragmentFound }) => {
    if (/^(#?!?|https?:\/*|(mailto|tel|sms|callto):\s*#*)$/i.test(raw.trim()) || /^\s*javascript:/i.test(raw))
      return { kind: 'placeholder', place: raw }
    if (isMail(href)) return { kind: 'mail', place: `mailto:${mailOf(href)}` }
    if (isPhone(href)) return { kind: 'phone', place: TEL + phoneOf(href) }
    const led = passedOn(href)
    if (led !== href)
      return {
        kind: isSameSite(led, origins) ? 'page' : 'external',
        place: pathOf(led, origins, base),
        path: pathOf(led, origins),
      }
    if (!isSameSite(href, origins)) return { kind: 'external', place: pathOf(href, origins) }
    if (fragmentFound !== null && !/#!?\//.test(href)) return { kind: 'fragment', place: fragmentOf(href) }
    return { kind: 'page', place: pathOf(href, origins, base), path: pathOf(href, origins) }
  }
}

/**
 * Whether a link of the new page leads to the very path that one of the original does, outside of the base of the original:
 * the two pages may stand in two folders of one site, which are no bases.
 */
export const samePath = (from: Target, { path }: Target): boolean =>
  from.path !== undefined &&
  from.path === from.place &&
  path !== undefined &&
  placeKey(path) === placeKey(from.path)

/** Whether two targets are the same place. Ids of sections may be renamed; a phone number may gain its country, or lose a zero that is not dialled after it. */
export function sameTarget(a: Target, b: Target): boolean {
  if (a.kind === 'phone' && b.kind === 'phone')
    return samePhone(a.place.slice(TEL.length), b.place.slice(TEL.length))
  if (isTop(a) && isTop(b)) return true
  return placeKey(a.place) === placeKey(b.place)
}

/** `/pages/about-us` for `/about_us.html`: the site moved it, and it is named alike. */
export function sameSlug(a: Target, b: Target): boolean {
  const [x, y] = [slugOf(a), slugOf(b)]
  return x !== '' && x === y
}

const PICTURE = /([-_](\d+x\d+|scaled))?\.(jpe?g|png|gif|webp|avif|jxl)$/i
/** What is fetched to be kept or shown, not read as a page. */
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|rtf|txt|zip|ics|vcf|epub|csv|xml|mp[34]|dmg|exe|apk)$/i

/** `/static/price-list.3f2a91bc.pdf` for `/files/price-list.pdf`: a build renames files; pictures change format and size. */
export function sameFile(a: Target, b: Target): boolean {
  const [x, y] = [fileOf(a), fileOf(b)]
  return x !== '' && x === y && !(a.kind === 'external' && b.kind === 'external')
}

/** What a gallery shows when its picture is pressed. */
export const isPictureFile = ({ kind, place }: Target): boolean =>
  /^(page|external)$/.test(kind) && PICTURE.test(place.split('?')[0]!)

function fileOf({ place, kind }: Target): string {
  if ((kind !== 'page' && kind !== 'external') || place.includes('?')) return ''
  const name = assetName(place)
  return FILE.test(name) || PICTURE.test(name) ? name.replace(PICTURE, ' picture') : ''
}

/** The front page of the original may have an address of its own now: `/home`, `/en`. */
export function isFront(from: Target, to: Target): boolean {
  return (
    from.kind === 'page' &&
    from.place === '/' &&
    /^\/(home|start|index|[a-z]{2}(-[a-z]{2})?)$/i.test(to.place)
  )
}

/** The last step of the path, or the fragment, in letters and digits alone; that it is a page says nothing. */
export function slugOf({ place, kind }: Target): string {
  return lettersOf(kind === 'fragment' ? place : lastStepOf(place).replace(/[-_]page(?=(\.\w+)?$)/i, ''))
}

/** The last step of a path, or of a route of an application behind `#`. */
export const lastStepOf = (place: string): string => pathSteps(place).at(-1) ?? ''

/** All steps of the path so, of another site's with its host first; a step that repeats the last one says no more. */
export const stepsOf = ({ place }: Target): string[] =>
  pathSteps(place)
    .map(lettersOf)
    .filter((step, at, steps) => step !== '' && step !== steps[at - 1])

/** `/start/index` is `/start`. */
const pathSteps = (place: string) =>
  place
    .replace(/#!?(?=\/)/, '')
    .split(/[?#]/)[0]!
    .replace(/(?<=[^/]\/)index(\.\w+)?\/?$/i, '')
    .split('/')
    .filter(Boolean)

export const withoutEnding = (step: string) => step.replace(/\.(html?|php|aspx?|jsp)$/i, '')

/** In small letters and digits alone, without the ending of a page. */
export const lettersOf = (step: string) =>
  withoutEnding(step)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The top of the page, where every page begins. */
export const isTop = ({ kind, place }: Target) =>
  kind === 'placeholder' ? place === '#' : kind === 'fragment' && /^#(page-?)?top$/i.test(place)

const TEL = 'tel:'

const fragmentOf = (href: string) => `#${decodeComponent(href.split('#')[1] ?? '')}`
