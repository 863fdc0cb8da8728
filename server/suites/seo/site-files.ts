import { type Check, type Finding, notApplicable, type Side } from '../core/suite.ts'
import { saying, shown } from './page-finding.ts'

type Needed = 'document' | 'robots' | 'headFiles'

/** Small files beside the page that browsers and crawlers ask for. */
export const siteFiles: Check<Needed> = {
  id: 'seo/site-files',
  title: 'Sitemap, robots.txt and icon are kept',
  weight: 2,
  judge({ original, rebuilt }) {
    const staging = new URL(original.document.url).host !== new URL(rebuilt.document.url).host
    const before = filesOf(original)
    const now = filesOf(rebuilt)
    if (!before.icon && !before.sitemap && !before.robots)
      return notApplicable('the original has no icon, no sitemap.xml and no robots.txt')
    const found: Finding[] = []
    if (before.icon && now.icon === false) {
      const say = saying('seo/site-files', `Serve the icon again: ${before.icon}`, original, rebuilt)
      found.push(say('icon', 'moderate', 0.5, `The icon of the page is lost: ${shown(before.icon)}`))
    }
    // A preview is not for crawlers: what is told to them may come with the launch.
    const launch = staging ? '. Is it there at launch?' : ''
    if (before.sitemap && now.sitemap === false) {
      const say = saying('seo/site-files', 'Serve /sitemap.xml again', original, rebuilt)
      found.push(
        say('sitemap', staging ? 'minor' : 'moderate', staging ? 0.1 : 0.5, `/sitemap.xml is lost${launch}`),
      )
    }
    if (before.robots && now.robots === false) {
      const say = saying('seo/site-files', 'Serve /robots.txt again', original, rebuilt)
      found.push(say('robots', 'minor', staging ? 0.05 : 0.2, `/robots.txt is lost${launch}`))
    } else if (before.lines.length > 0 && now.robots === true && now.lines.length === 0) {
      const say = saying('seo/site-files', `Write into robots.txt: ${before.lines[0]}`, original, rebuilt)
      const message = `robots.txt names no sitemap any more; it was "${shown(before.lines[0]!)}"${launch}`
      found.push(say('sitemap-line', 'minor', staging ? 0.05 : 0.3, message))
    }
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
