/** Which pages are compared: lines of the input `pages`, and how their paths join the two sites. Pure. */

export interface Page {
  /** As in the comment's headings; empty where one page is compared and has no name. */
  name: string
  /** Joined to both sites; empty for the two addresses as they are. */
  path: string
}

const MOST_PAGES = 50
const LONGEST_NAME = 100

/** @returns the pages, and a sentence for each line that is none */
export function readPages(text: string): { pages: Page[]; problems: string[] } {
  const pages: Page[] = []
  const problems: string[] = []
  for (const written of text.split(/\r?\n/)) {
    // As the items of a list, which many would write there.
    const line = written.trim().replace(/^- +/, '')
    if (!line) continue
    const [, name = '', path = ''] = /^(.+?)\s*:\s+(\/\S*)$/.exec(line) ?? []
    const shown = JSON.stringify(line)
    if (!path)
      problems.push(`pages: the line ${shown} is not of the form "name: /path", e.g. "Pricing: /pricing"`)
    else if (path.includes('#'))
      problems.push(
        `pages: what follows # in ${shown} is never sent to a site; a page needs an address of its own`,
      )
    else if (/^\/[/\\]/.test(path)) problems.push(`pages: the path in ${shown} must begin with one slash`)
    else if (name.length > LONGEST_NAME)
      problems.push(`pages: the name in ${shown} is longer than ${LONGEST_NAME} characters`)
    else if (pages.some(page => page.name === name))
      problems.push(
        `pages: the name ${JSON.stringify(name)} stands there twice; give each page a name of its own`,
      )
    else pages.push({ name, path })
  }
  if (pages.length > MOST_PAGES)
    problems.push(`pages: ${pages.length} lines; one step compares at most ${MOST_PAGES} pages`)
  return { pages, problems }
}

/** `path` below `base`, whose own path and query stay: `/about` below `https://x.dev/pr-7/` is `https://x.dev/pr-7/about`. */
export function joined(base: string, path: string): string {
  if (!path) return base
  const url = new URL(base)
  const below = new URL(path, 'https://path.invalid')
  url.pathname = url.pathname.replace(/\/$/, '') + below.pathname
  url.search = [url.search.slice(1), below.search.slice(1)].filter(Boolean).join('&')
  return url.href
}

/** The counterpart of `original` on a preview that was found by its address alone. */
export function counterpart(preview: string, original: string): string {
  const { pathname, search } = new URL(original)
  return pathname === '/' && !search ? preview : joined(preview, pathname + search)
}
