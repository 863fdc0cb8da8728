import { MAX_LINKS } from '../../lib/limits.ts'
import { memo } from '../../lib/memo.ts'
import { INDEX } from '../../lib/url.ts'
import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

/** The heading that a link to a place in the page leads to; `y` in CSS px from its top. */
type Landing = { heading: string; y: number } | null

export type LinkArtifact = Awaited<ReturnType<typeof links>>[number]

const READ = { max: MAX_LINKS, index: INDEX.source }

/** Every link of the page in order, MAX_LINKS at most. */
export const links = memo(collect)

async function collect({ at, gaps }: SiteSession) {
  const { world } = await at(DESKTOP)
  const found = await world.run((injected, { max, index }) => {
    const { elements, nameOf, contentOf, visibleBoxOf, contextOf, selectorOf, textOf, holds, alphaOf } =
      injected
    const found = []
    const all = elements()
    const headingAt = new Map<Element, Element>()
    let next: Element | undefined
    for (const element of all.toReversed()) {
      if (/^h[1-6]$/.test(element.localName)) next = element
      if (next) headingAt.set(element, next)
    }
    const landings = new Map<Element, Landing>()
    const own = pageOf(location.href)
    let near = ''
    for (const element of all) {
      if (/^h[1-6]$/.test(element.localName)) near = contentOf(element).slice(0, 200)
      if ((element.localName !== 'a' && element.localName !== 'area') || !element.hasAttribute('href'))
        continue
      const link = element as HTMLAnchorElement
      if (contextOf(link).ignored || found.length >= max) continue
      const raw = link.getAttribute('href')!.trim()
      const href = hrefOf(link, raw)
      const fragment = href.split('#').slice(1).join('#')
      const inPage = fragment !== '' && pageOf(href) === own
      const id = inPage ? decode(fragment) : ''
      const target = inPage ? (document.getElementById(id) ?? document.getElementsByName(id)[0]) : undefined
      const { box, seen, state } = visibleBoxOf(link)
      found.push({
        /** Resolved by the browser. */
        href: href.slice(0, 2048),
        raw: raw.slice(0, 2048),
        name: nameOf(link),
        rel: (link.getAttribute('rel') ?? '').toLowerCase(),
        landmark: contextOf(link).landmark,
        /** The last heading before it: tells six "Read more" apart. */
        near,
        looksLikeButton: looksLikeButton(link),
        box,
        seen,
        state,
        /** For a link to a place in this page, by any address of it: whether that place exists; null for others. */
        fragmentFound: inPage ? id === 'top' || target !== undefined : null,
        /** The heading there, of a mark the next one, and where it scrolls to; null where there is none. */
        landing: target ? landingAt(target) : null,
        selector: selectorOf(link),
      })
    }
    return found

    /** One for `/about/index.html`, `/about/` and `/about`. */
    function pageOf(href: string): string {
      const [address, ...query] = href.split('#')[0]!.split('?')
      return [address!.replace(new RegExp(index, 'i'), '/').replace(/\/$/, ''), ...query].join('?')
    }

    /** Computed once for each target: many links may lead to one wrapper around a long page. */
    function landingAt(target: Element): Landing {
      const known = landings.get(target)
      if (known !== undefined) return known
      const landing = landingOf(target)
      landings.set(target, landing)
      return landing
    }

    /** Null for a target that is pinned, out of sight or without a heading of its own. */
    function landingOf(target: Element): Landing {
      const { box, state } = visibleBoxOf(target)
      const heading = target.closest('h1, h2, h3, h4, h5, h6') ?? headingAt.get(target)
      const mark = isMark(target)
      if (!heading || !(mark || holds(target, heading) || heading.contains(target))) return null
      if (contextOf(target).pinned || (state !== 'visible' && !mark)) return null
      const y = box.width || box.height ? box.y : target.getBoundingClientRect().top + scrollY
      return { heading: contentOf(heading).slice(0, 200), y: Math.round(y) }
    }

    /** An empty anchor: rendered, without content. */
    function isMark(target: Element): boolean {
      return contextOf(target).shown && target.getClientRects().length > 0 && !textOf(target)?.trim()
    }

    /** A call to action: padded, and painted or framed. */
    function looksLikeButton(link: Element) {
      const { style } = contextOf(link)
      if (link.getAttribute('role') === 'button') return true
      const padded = Number.parseFloat(style.paddingTop) >= 3 && Number.parseFloat(style.paddingLeft) >= 6
      const painted = alphaOf(style.backgroundColor) > 0 || style.backgroundImage !== 'none'
      const framed = style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) > 0
      return padded && (painted || framed)
    }

    /** A link of a drawing has an object of its own for its address. */
    function hrefOf(link: HTMLAnchorElement, raw: string): string {
      if (typeof link.href === 'string') return link.href
      return URL.parse(raw, link.baseURI)?.href ?? raw
    }

    function decode(text: string) {
      try {
        return decodeURIComponent(text)
      } catch {
        return text
      }
    }
  }, READ)
  if (found.length === MAX_LINKS)
    gaps.push(`only the first ${MAX_LINKS.toLocaleString('en')} links of the page were looked at`)
  return found
}
