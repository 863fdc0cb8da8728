import type { Finding } from '../core/finding.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages, shown } from './page-finding.ts'
import { isTemplatePicture } from './templates.ts'

type Needed = 'document' | 'robots' | 'headFiles'

const rules = defineRules(
  'seo/site-files',
  {
    why: 'Crawlers ask for these files by themselves, and browsers show the icon in tabs, bookmarks and results.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
  },
  {
    icon: {
      severity: 'moderate',
      penalty: 0.5,
      measures: 'Whether the icon that the head names, or /favicon.ico, is a picture that answers.',
      fix: 'Serve the icon again',
      reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
    },
    'template-icon': {
      severity: 'moderate',
      penalty: 0.5,
      measures:
        'Whether the icon is one that a framework or a builder comes with, where it was one of the site.',
      fix: 'Serve the icon of the original',
      reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
    },
    sitemap: {
      severity: 'moderate',
      penalty: 0.5,
      measures: 'Whether /sitemap.xml answers.',
      fix: 'Serve /sitemap.xml again',
      cases: {
        preview: { when: 'the hosts differ: it may come with the launch', severity: 'minor', penalty: 0.1 },
      },
    },
    robots: {
      severity: 'minor',
      penalty: 0.2,
      measures: 'Whether /robots.txt answers with text.',
      fix: 'Serve /robots.txt again',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
      cases: { preview: { when: 'the hosts differ', penalty: 0.05 } },
    },
    'sitemap-line': {
      severity: 'minor',
      penalty: 0.3,
      measures: 'Whether robots.txt still names a sitemap.',
      fix: 'Name the sitemap in robots.txt',
      cases: { preview: { when: 'the hosts differ', penalty: 0.05 } },
    },
  },
)

/** Small files beside the page that browsers and crawlers ask for. */
export const siteFiles: Check<Needed> = {
  id: 'seo/site-files',
  title: 'Sitemap, robots.txt and icon are kept',
  weight: 2,
  rules,
  judge({ original, rebuilt }) {
    const staging = new URL(original.document.url).host !== new URL(rebuilt.document.url).host
    const before = filesOf(original)
    const now = filesOf(rebuilt)
    if (!before.icon && !before.sitemap && !before.robots)
      return notApplicable('the original has no icon, no sitemap.xml and no robots.txt')
    const places = bothPages(original, rebuilt)
    // A preview is not for crawlers: what is told to them may come with the launch.
    const [as, launch] = staging ? (['preview', '. Is it there at launch?'] as const) : [undefined, '']
    const found: Finding[] = []
    if (before.icon && now.icon === false)
      found.push(
        rules.report('icon', {
          ...places,
          message: `The icon of the page is lost: ${shown(before.icon)}`,
          fix: `Serve the icon again: ${before.icon}`,
        }),
      )
    else if (before.icon && now.icon && isTemplatePicture(now.icon) && !isTemplatePicture(before.icon))
      found.push(
        rules.report('template-icon', {
          ...places,
          message: `The icon of the page is a framework's own: ${shown(now.icon)}; it was ${shown(before.icon)}`,
          fix: `Serve the icon of the original: ${before.icon}`,
        }),
      )
    if (before.sitemap && now.sitemap === false)
      found.push(rules.report('sitemap', { ...places, as, message: `/sitemap.xml is lost${launch}` }))
    if (before.robots && now.robots === false)
      found.push(rules.report('robots', { ...places, as, message: `/robots.txt is lost${launch}` }))
    else if (before.lines.length > 0 && now.robots === true && now.lines.length === 0)
      found.push(
        rules.report('sitemap-line', {
          ...places,
          as,
          message: `robots.txt names no sitemap any more; it was "${shown(before.lines[0]!)}"${launch}`,
          fix: `Write into robots.txt: ${before.lines[0]}`,
        }),
      )
    return found
  },
}

interface Files {
  /** Its address; false where there is none for certain, null where nobody knows. */
  icon: string | false | null
  sitemap: boolean | null
  robots: boolean | null
  /** The lines of robots.txt that name a sitemap. */
  lines: string[]
}

function filesOf({ robots, headFiles }: Side<Needed>): Files {
  const there = (status: number) => {
    if (status >= 200 && status < 300) return true
    return status === 404 || status === 410 ? false : null
  }
  const icon = headFiles.find(({ purpose }) => purpose === 'icon')
  const sitemap = headFiles.find(({ purpose }) => purpose === 'sitemap')
  // Applications answer any address with their page.
  const isPage = /^\s*<(!doctype|html)/i.test(robots.body)
  const isIcon = icon ? there(icon.status) : null
  return {
    icon: icon && isIcon ? (icon.picture === false ? false : icon.href) : isIcon === false ? false : null,
    sitemap: sitemap ? there(sitemap.status) : null,
    robots: isPage ? false : there(robots.status),
    lines: robots.body.split(/\r\n|\r|\n/).filter(line => /^\s*sitemap\s*:/i.test(line)),
  }
}
