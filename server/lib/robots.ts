/** robots.txt as the large search engines read it. @see https://www.rfc-editor.org/rfc/rfc9309 */
import robotsParser from 'robots-parser'
import { memo } from './memo.ts'

/** Its types describe an ES module, what is installed is CommonJS. */
const parse = robotsParser as unknown as typeof robotsParser.default

export interface RobotsFile {
  url: string
  /** HTTP status; 4xx means that there are no rules, 5xx that nothing may be read. */
  status: number
  body: string
}

/** One file is asked about many pages. */
const rulesOf = memo(({ url, body }: RobotsFile) => parse(url, body))

/** Why `agent` must not crawl `page` (an absolute URL on the file's site), or null where it may. */
export function robotsRefusal(file: RobotsFile, page: string, agent: string): string | null {
  if (file.status >= 500) return `robots.txt answers ${file.status}, so that crawlers stay away`
  if (file.status >= 400 || file.status < 200) return null
  const { pathname, search } = new URL(page)
  // The page may have ended on another host than the one whose rules were read.
  const asked = new URL(pathname + search, file.url).href
  const rules = rulesOf(file)
  if (rules.isAllowed(asked, agent) !== false) return null
  const line = file.body.split(/\r\n|\r|\n/)[rules.getMatchingLineNumber(asked, agent) - 1]?.trim() ?? ''
  return `robots.txt says "${line.slice(0, 200)}"`
}
