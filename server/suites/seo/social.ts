import type { HeadFile } from '../../capture/collectors/head-files.ts'
import { normalise, similarity, words } from '../../lib/text.ts'
import { isLeftLocal } from '../../lib/url.ts'
import type { Finding } from '../core/finding.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages, shown } from './page-finding.ts'
import { canonicalsOf } from './page-markup.ts'
import { rightPlaces } from './right-places.ts'
import { isTemplateDescription, isTemplatePicture, TEMPLATE_NAME } from './templates.ts'

type Needed = 'document' | 'head' | 'headFiles' | 'layouts'

/** Share of a text's words from which on it is an edited one. */
const MIN_EDITED = 0.3

const rules = defineRules(
  'seo/social',
  {
    why: 'A link that is shared shows the title, the text and the picture of these tags, or nothing.',
    reference: 'https://ogp.me/',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: 0.2,
      measures:
        'Whether each of these tags is still there; for the title, text and picture of Twitter also the og: tag that is read where they are not.',
      fix: 'Set the tag again',
      cases: {
        title: { when: 'it is og:title', penalty: 0.3 },
        picture: { when: 'it is og:image', penalty: 0.4 },
        kind: { when: 'it is og:type, og:url or twitter:card', severity: 'minor', penalty: 0.1 },
      },
    },
    changed: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'Whether the tags say the same; pictures are asked for instead.',
      fix: 'Set the tag to the value of the original',
      cases: {
        edited: {
          when: `it is a title or description, and ${MIN_EDITED * 100} % or more of it is kept`,
          penalty: 0.1,
        },
        rewritten: {
          when: 'it is a title or description, and less is kept',
          severity: 'moderate',
          penalty: 0.3,
        },
        address: { when: 'og:url names another page', severity: 'moderate', penalty: 0.3 },
      },
    },
    stranger: {
      severity: 'moderate',
      penalty: 0.4,
      measures:
        'Whether a title for sharing or a name of the site that the original does not give is a framework’s own, or has no word of the title, the headings or the address of either page, and is said nowhere on the new one.',
      why: 'It is left from a template: each link to the page is shown under the name of another site.',
      fix: 'Give the title of the page',
    },
    broken: {
      severity: 'moderate',
      penalty: 0.4,
      measures: 'Whether the picture answers and is one, and is not on localhost.',
      fix: 'Serve the picture',
    },
    template: {
      severity: 'moderate',
      penalty: 0.4,
      measures: "Whether the picture is a builder's own or a placeholder, where it was one of the site.",
      fix: 'Name the picture of the original',
    },
    relative: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Whether the picture is named with its host, as it is on the original.',
      fix: 'Write the address of the picture with its host',
    },
  },
)

/** What a link to the page looks like where it is shared. */
export const social: Check<Needed> = {
  id: 'seo/social',
  title: 'The page looks the same where it is shared',
  weight: 6,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [tagsOf(original), tagsOf(rebuilt)]
    const strange = strangers(original, rebuilt)
    if (before.size === 0 && now.size === 0 && strange.length === 0)
      return notApplicable('neither page has Open Graph or Twitter tags')
    return [
      ...TAGS.flatMap(tag => judgeTag(tag, before, now, original, rebuilt)),
      ...strange,
      ...brokenPictures(original, rebuilt),
    ]
  },
}

const TAGS = [
  'og:title',
  'og:description',
  'og:image',
  'og:type',
  'og:url',
  'twitter:card',
  'twitter:title',
  'twitter:description',
  'twitter:image',
] as const
type Tag = (typeof TAGS)[number]
const CASES: { [tag in Tag]?: 'title' | 'picture' | 'kind' } = {
  'og:title': 'title',
  'og:image': 'picture',
  'og:type': 'kind',
  'og:url': 'kind',
  'twitter:card': 'kind',
}
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
    if (content !== '' && TAGS.some(tag => tag === known) && !found.has(known)) found.set(known, content)
  }
  return found
}

function judgeTag(
  name: Tag,
  tagsBefore: Map<string, string>,
  tagsNow: Map<string, string>,
  original: Side<Needed>,
  rebuilt: Side<Needed>,
): Finding[] {
  const before = tagsBefore.get(name)
  // What a template put there is nobody's loss.
  if (before === undefined || isTemplateDescription(before)) return []
  const own = tagsNow.get(name)
  // Who looks for a tag of Twitter reads that of Open Graph where there is none.
  const now = own ?? (name === 'twitter:card' ? undefined : tagsNow.get(name.replace('twitter:', 'og:')))
  const found = {
    ...bothPages(original, rebuilt, { before, now: now ?? '' }),
    fix: `Set ${name} to "${shown(before)}"`,
  }
  if (now === undefined)
    return [
      rules.report('lost', {
        ...found,
        place: name,
        as: CASES[name],
        // What fills the head puts all of them there.
        cause: 'lost',
        message: `The page lost ${name} "${shown(before)}"`,
      }),
    ]
  const message = `${name} is "${shown(now)}"; it was "${shown(before)}"`
  const changed = (as?: 'edited' | 'rewritten' | 'address', more = '') => [
    rules.report('changed', { ...found, place: name, as, message: message + more }),
  ]
  if (name === 'og:url') {
    const absolute = (href: string, side: Side<Needed>) =>
      URL.canParse(href, side.document.url) ? [new URL(href, side.document.url).href] : []
    // A host that the canonical address names as well is told there.
    const right = rightPlaces(original, rebuilt, absolute(before, original), canonicalsOf(rebuilt))
    const [there] = absolute(now, rebuilt)
    if (there && right.includes(right.keyOf(there))) return []
    return changed('address', ': what is shared leads to another page')
  }
  // Pictures move to other hosts and get other names: whether they are there is asked.
  if (name.endsWith(':image') || normalise(before) === normalise(now)) return []
  if (!/title|description/.test(name)) return changed()
  // Who takes the place of another tag says it in its words, which are judged there.
  if (own === undefined) return []
  const contained = ` ${normalise(now)} `.includes(normalise(before))
  const kept = contained ? 1 : similarity(before, now)
  return kept === 1 ? [] : changed(kept >= MIN_EDITED ? 'edited' : 'rewritten')
}

const TITLES = ['og:title', 'og:site_name', 'twitter:title']

/** Such as “for” and “the”, which any two titles share. */
const SMALL = /^[a-z]{1,3}$/

/** The first new title that names another site. */
function strangers(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const named = new Set(original.head.metas.flatMap(({ name, content }) => (content ? [name] : [])))
  const own = new Set(
    [original, rebuilt].flatMap(({ head, document }) =>
      [head.title, document.url, ...document.origins, ...head.headings.map(({ text }) => text)].flatMap(
        words,
      ),
    ),
  )
  const addresses = [original, rebuilt].map(({ document }) =>
    document.url.toLowerCase().replace(/[-_.]/g, ''),
  )
  const isSaid = (title: string) =>
    words(title).every(word => own.has(word)) ||
    // Addresses join words.
    addresses.some(address => address.includes(title.replaceAll(' ', ''))) ||
    rebuilt.layouts.some(({ blocks }) => blocks.some(({ text }) => normalise(text).includes(title)))
  const isStrange = (title: string) =>
    TEMPLATE_NAME.test(title) ||
    (/\p{L}/u.test(title) && !words(title).some(word => !SMALL.test(word) && own.has(word)) && !isSaid(title))
  const found = rebuilt.head.metas.find(
    ({ name, content }) => TITLES.includes(name) && !named.has(name) && isStrange(normalise(content)),
  )
  if (!found) return []
  const message = `${found.name} is "${shown(found.content)}", which nothing on the page says`
  return [
    rules.report('stranger', {
      ...bothPages(original, rebuilt, { before: '', now: found.content }),
      message,
      fix: `Set ${found.name} to "${shown(rebuilt.head.title)}"`,
    }),
  ]
}

/** Answers that say no more than that we may not ask. */
const REFUSED = new Set([401, 403, 407, 408, 425, 429, 451, 503, 999])

/** Whether the answer is no picture for certain. */
function isBroken({ status, picture }: HeadFile): boolean {
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
      const found = {
        ...bothPages(original, rebuilt, { before: before ?? '', now: file.href }),
        fix: before ? `Serve the picture; the original's is ${before}` : 'Serve the picture',
        place: file.purpose,
      }
      const why = faultOf(file, rebuilt)
      if (why) {
        seen.add(file.href)
        return [rules.report('broken', { ...found, message: `${file.purpose} ${why}: ${shown(file.href)}` })]
      }
      if (isTemplatePicture(file.href) && before !== undefined && !isTemplatePicture(before)) {
        seen.add(file.href)
        const message = `${file.purpose} is a builder's own: ${shown(file.href)}; it was ${shown(before)}`
        return [
          rules.report('template', { ...found, message, fix: `Name the picture of the original: ${before}` }),
        ]
      }
      const written = writtenFor(file, rebuilt)
      // Written so on the original as well, it may be a site that nobody shares.
      if (!written || hasHost(written) || !hasHost(writtenFor(file, original) ?? '')) return []
      seen.add(file.href)
      const message = `${file.purpose} is written without its host, so that most networks show no picture: ${shown(written)}`
      return [rules.report('relative', { ...found, message })]
    })
}

const writtenFor = ({ purpose }: HeadFile, { head }: Side<Needed>) =>
  head.metas.find(({ name }) => (OTHER_NAMES[name] ?? name) === purpose)?.content
const hasHost = (written: string) => /^([a-z][a-z+.-]*:|\/\/)/i.test(written)

function faultOf(file: HeadFile, { document }: Side<Needed>): string | null {
  if (isBroken(file)) return file.status >= 400 ? `answers ${file.status}` : 'is no picture'
  return isLeftLocal(file.href, [document.url, ...document.origins])
    ? "is on a developer's own machine"
    : null
}
