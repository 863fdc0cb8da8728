import { isLeftLocal, isPreviewHost, isPublicHost, isSameSite, isStagingHost, urlKey } from '../../lib/url.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages } from './page-finding.ts'
import { canonicalsOf, servedBy } from './page-markup.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head'

const rules = defineRules(
  'seo/canonical',
  {
    why: 'The canonical address is the one that search engines index; one that names another page takes this one out of the results.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  },
  {
    other: {
      severity: 'critical',
      penalty: 1,
      measures: 'Whether all canonical addresses, in the head and in the Link header, name another page.',
      fix: 'Set the canonical address to this page',
      cases: {
        release: {
          when: 'it names the same page of another release, by a version number in the address',
          severity: 'moderate',
          penalty: 0.6,
        },
        below: {
          when: 'it ends with the path of this page, on a public host that is none of the site’s: and on no host where sites are tried out, as `staging.`: where it is to be published below another folder, or the address of a template',
          severity: 'moderate',
          penalty: 0.6,
        },
        language: {
          when: 'it names the address below this one that is called as the language of the page: /fr for one in French',
          severity: 'minor',
          penalty: 0.2,
        },
      },
    },
    host: {
      severity: 'moderate',
      penalty: 0.6,
      measures:
        'Whether the canonical address of this page is on a host that the original names or either page is served from. A public one that is neither may be the address of a preview or a template, or the domain that the site moves to.',
      fix: 'Set the canonical address to this page on the host that visitors will use',
      why: 'Search engines are told that the page lives on another host, and index it there.',
      cases: {
        preview: {
          when: 'it is called as one on which sites are tried out (`staging`, `preview`, netlify.app, …), and the original names another kind of host; or it names none, and this one is `staging.` or the like of another domain',
          severity: 'serious',
          penalty: 1,
        },
        unnamed: {
          when: 'the original names no canonical address on a public host, so that its own is known from where it is served alone',
          severity: 'minor',
          penalty: 0.2,
        },
      },
    },
    lost: {
      severity: 'moderate',
      penalty: 0.7,
      measures: 'Whether a page that named its canonical address still does.',
      fix: 'Set the canonical address to this page',
    },
    several: {
      severity: 'moderate',
      penalty: 0.6,
      measures:
        'Whether the canonical addresses of the page name one place. Contradicting ones are all ignored.',
      fix: 'Keep one canonical address',
    },
  },
)

export const canonical: Check<Needed> = {
  id: 'seo/canonical',
  title: 'The canonical address is right',
  weight: 10,
  rules,
  judge({ original, rebuilt }) {
    // A script may have named the address in the language of the visitor.
    const before = [...new Set([...servedCanonicals(original), ...canonicalsOf(original)])]
    const now = canonicalsOf(rebuilt)
    if (before.length === 0 && now.length === 0)
      return notApplicable('neither page names a canonical address')
    const own = new URL(original.document.url)
    const found = {
      ...bothPages(original, rebuilt, { before: before[0] ?? '', now: now[0] ?? '' }),
      fix: `Set the canonical address to ${before[0] ?? own.href}, or to the same path on the new host`,
    }
    if (now.length === 0)
      return [rules.report('lost', { ...found, message: `The page lost its canonical address ${before[0]}` })]
    const shared = sharedAs(original)
    const named = [...before, ...shared]
    // Some templates share the front page's address from every page.
    const given = shared.filter(href => new URL(href).pathname !== '/')
    const right = rightPlaces(original, rebuilt, [...before, ...given], named)
    const isForeign = foreignHost(original, rebuilt, named)
    const isElsewhere = onForeignHost(original, rebuilt, named, now, isForeign)
    const elsewhere = now.filter(isElsewhere)
    const wrong = now.filter(href => !isElsewhere(href) && !right.includes(right.keyOf(href)))
    const different = new Set(now.map(href => (isElsewhere(href) ? urlKey(href, []) : right.keyOf(href))))
    if (wrong.length > 0 && wrong.length + elsewhere.length === now.length) {
      const trial = isOnTrial(own.href) ? undefined : wrong.find(href => isForeign(href) && isOnTrial(href))
      const isBelow = !trial && wrong.every(href => isForeign(href) && endsWithPath(href, rebuilt))
      const message = isLeftLocal(wrong[0]!, rebuilt.document.origins)
        ? `The canonical address was left on a developer's machine: ${wrong[0]}`
        : trial
          ? `The canonical address is on a host where sites are tried out: ${trial}`
          : isBelow
            ? `The canonical address is below another folder of another host: ${wrong[0]}`
            : `The canonical address is another page's: ${wrong[0]}`
      const keys = wrong.map(right.keyOf)
      const lang = `/${rebuilt.head.lang.toLowerCase()}`
      const isOwnLanguage = keys.every(
        key => key.endsWith(lang) && right.includes(key.slice(0, -lang.length) || '/'),
      )
      const isRelease = keys.some(right.isOtherRelease)
      const as = isOwnLanguage ? 'language' : isRelease ? 'release' : isBelow ? 'below' : undefined
      return [rules.report('other', { ...found, as, message })]
    }
    if (elsewhere.length === now.length) {
      const host = before.find(isPublic)
      const was = host ?? named.find(isPublic) ?? own.href
      const message = `The canonical address names the host ${hostOf(now[0]!)}; the original ${host ? 'names' : 'is at'} ${hostOf(was)}`
      // Some publish their site where others only try it out.
      const isPreview = (host ? isOnPreview(now[0]!) : isOnTrial(now[0]!)) && !isOnPreview(was)
      const as = isPreview ? 'preview' : host ? undefined : 'unnamed'
      return [rules.report('host', { ...found, as, message })]
    }
    if (different.size > 1) {
      const message = `The page names ${different.size} canonical addresses: ${now.join(', ')}`
      return [rules.report('several', { ...found, message })]
    }
    return []
  },
}

/** As the HTML names them before any script runs. */
const servedCanonicals = ({ document }: Side<Needed>): string[] =>
  servedBy(document).links.flatMap(({ rel, href }) =>
    rel.split(' ').includes('canonical') && URL.canParse(href, document.url)
      ? new URL(href, document.url).href
      : [],
  )

const hostOf = (href: string) => new URL(href).host
const isOnPreview = (href: string) => isPreviewHost(new URL(href).hostname)
const isOnTrial = (href: string) => isStagingHost(new URL(href).hostname)
const isPublic = (href: string) => isPublicHost(new URL(href).hostname)

/** The address that the original gives those who share it; its host is one of the site's. */
function sharedAs({ document, head }: Side<Needed>): string[] {
  const shared = head.metas.find(({ name }) => name === 'og:url')?.content ?? ''
  return URL.canParse(shared, document.url) ? [new URL(shared, document.url).href] : []
}

/** Tells addresses on a public host that is none of the site's. `named`: by the original. */
function foreignHost(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  named: string[],
): (href: string) => boolean {
  const known = [original, rebuilt].flatMap(({ document: { url, requestedUrl, origins } }) => [
    ...[url, requestedUrl],
    ...origins,
  ])
  return href => isPublic(href) && !isSameSite(href, [...named, ...known])
}

/** Tells canonical addresses that are this page's but for their host, which is none of the site's. */
function onForeignHost(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  named: string[],
  now: string[],
  isForeign: (href: string) => boolean,
): (href: string) => boolean {
  // On a developer's machine nothing else says where the site is.
  const isKnown = [...named, original.document.url].some(isPublic)
  const anywhere = rightPlaces(original, rebuilt, named, now)
  return href => isForeign(href) && (isKnown || isOnTrial(href)) && anywhere.includes(anywhere.keyOf(href))
}

/** Whether an address has the page's own path at its end; every folder has that of a front page. */
function endsWithPath(href: string, { document }: Side<Needed>): boolean {
  const own = new URL(document.url).pathname.toLowerCase()
  return own !== '/' && new URL(href).pathname.toLowerCase().endsWith(own)
}
