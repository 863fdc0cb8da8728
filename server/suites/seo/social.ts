import type { HeadFile } from '../../capture/collectors/head-files.ts'
import { normalise, similarity } from '../../lib/text.ts'
import { isLocalHost } from '../../lib/url.ts'
import { type Check, type Finding, notApplicable, type Side } from '../core/suite.ts'
import { saying, shown } from './page-finding.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head' | 'headFiles'

/**
 * What a link to the page looks like where it is shared.
 *
 * @see https://ogp.me
 */
export const social: Check<Needed> = {
  id: 'seo/social',
  title: 'The page looks the same where it is shared',
  weight: 6,
  judge({ original, rebuilt }) {
    const [before, now] = [tagsOf(original), tagsOf(rebuilt)]
    if (before.size === 0 && now.size === 0)
      return notApplicable('neither page has Open Graph or Twitter tags')
    return [
      ...TAGS.flatMap(tag => judgeTag(tag, before, now, original, rebuilt)),
      ...brokenPictures(original, rebuilt),
    ]
  },
}

interface Tag {
  name: string
  /** Read by those who look for `name` where there is none. */
  instead?: string
  lost: readonly ['moderate' | 'minor', number]
}

const TAGS: readonly Tag[] = [
  { name: 'og:title', lost: ['moderate', 0.3] },
  { name: 'og:description', lost: ['moderate', 0.2] },
  { name: 'og:image', lost: ['moderate', 0.4] },
  { name: 'og:type', lost: ['minor', 0.05] },
  { name: 'og:url', lost: ['minor', 0.1] },
  { name: 'twitter:card', lost: ['minor', 0.1] },
  { name: 'twitter:title', instead: 'og:title', lost: ['moderate', 0.2] },
  { name: 'twitter:description', instead: 'og:description', lost: ['moderate', 0.1] },
  { name: 'twitter:image', instead: 'og:image', lost: ['moderate', 0.2] },
]
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'og:image:url': 'og:image',
  'og:image:secure_url': 'og:image',
  'twitter:image:src': 'twitter:image',
}

/** The first of each counts. */
function tagsOf({ head }: Side<Needed>): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, content } of head.metas) {
    const known = OTHER_NAMES[name] ?? name
    if (content !== '' && TAGS.some(tag => tag.name === known) && !found.has(known)) found.set(known, content)
  }
  return found
}

function judgeTag(
  { name, instead, lost }: Tag,
  tagsBefore: Map<string, string>,
  tagsNow: Map<string, string>,
  original: Side<Needed>,
  rebuilt: Side<Needed>,
): Finding[] {
  const before = tagsBefore.get(name)
  if (before === undefined) return []
  const own = tagsNow.get(name)
  const now = own ?? (instead && tagsNow.get(instead))
  const fix = `Set ${name} to "${shown(before)}"`
  const say = saying('seo/social', fix, original, rebuilt, { before, now: now ?? '' })
  if (now === undefined) return [say(`lost:${name}`, ...lost, `The page lost ${name} "${shown(before)}"`)]
  const message = `${name} is "${shown(now)}"; it was "${shown(before)}"`
  if (name === 'og:url') {
    const absolute = (href: string, side: Side<Needed>) =>
      URL.canParse(href, side.document.url) ? [new URL(href, side.document.url).href] : []
    const right = rightPlaces(original, rebuilt, absolute(before, original))
    const [there] = absolute(now, rebuilt)
    if (there && right.includes(right.placeOf(there))) return []
    return [say(`changed:${name}`, 'moderate', 0.3, `${message}: what is shared leads to another page`)]
  }
  // Pictures move to other hosts and get other names: whether they are there is asked.
  if (name.endsWith(':image') || normalise(before) === normalise(now)) return []
  if (!/title|description/.test(name)) return [say(`changed:${name}`, 'minor', 0.05, message)]
  // Who takes the place of another tag says it in its words, which are judged there.
  if (own === undefined) return []
  const contained = ` ${normalise(now)} `.includes(normalise(before))
  const kept = contained ? 1 : similarity(before, now)
  if (kept === 1) return []
  return [
    kept >= 0.3
      ? say(`changed:${name}`, 'minor', 0.1, message)
      : say(`changed:${name}`, 'moderate', 0.3, message),
  ]
}

/** Answers that say no more than that we may not ask. */
const REFUSED = new Set([401, 403, 407, 408, 425, 429, 451, 503, 999])

/** Whether the answer is no picture for certain. */
export function isBroken({ status, picture }: HeadFile): boolean {
  if (status === 0 || REFUSED.has(status)) return false
  return status >= 400 || picture === false
}

/** One file named twice is one cause. */
function brokenPictures(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const seen = new Set<string>()
  return rebuilt.headFiles
    .filter(file => file.purpose === 'og:image' || file.purpose === 'twitter:image')
    .flatMap((file): Finding[] => {
      if (seen.has(file.href)) return []
      const before = original.headFiles.find(({ purpose }) => purpose === file.purpose)?.href
      const fix = before ? `Serve the picture; the original's is ${before}` : 'Serve the picture'
      const say = saying('seo/social', fix, original, rebuilt, { before: before ?? '', now: file.href })
      const why = faultOf(file, rebuilt)
      if (why) {
        seen.add(file.href)
        return [say(`broken:${file.purpose}`, 'moderate', 0.4, `${file.purpose} ${why}: ${shown(file.href)}`)]
      }
      const written = writtenFor(file, rebuilt)
      // Written so on the original as well, it may be a site that nobody shares.
      if (!written || hasHost(written) || !hasHost(writtenFor(file, original) ?? '')) return []
      seen.add(file.href)
      const message = `${file.purpose} is written without its host, so that most networks show no picture: ${shown(written)}`
      return [say(`relative:${file.purpose}`, 'moderate', 0.3, message)]
    })
}

const writtenFor = ({ purpose }: HeadFile, { head }: Side<Needed>) =>
  head.metas.find(({ name }) => (OTHER_NAMES[name] ?? name) === purpose)?.content
const hasHost = (written: string) => /^([a-z][a-z+.-]*:|\/\/)/i.test(written)

function faultOf(file: HeadFile, { document }: Side<Needed>): string | null {
  if (isBroken(file)) return file.status >= 400 ? `answers ${file.status}` : 'is no picture'
  const host = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')
  return isLocalHost(host(file.href)) && !isLocalHost(host(document.url))
    ? "is on a developer's own machine"
    : null
}
