import { memo } from '../../lib/memo.ts'
import { DESKTOP } from '../../lib/widths.ts'
import type { PageLoad } from '../page/page-load.ts'
import type { SiteSession } from '../page/site-session.ts'

export type HeadArtifact = Omit<Awaited<ReturnType<typeof read>>, 'cut'>

/** Metadata of the rendered document: 2,000 metas and 5,000 links, values cut at 4,096 characters and 1 MB in all. */
export const head = memo(async ({ at, gaps }: SiteSession): Promise<HeadArtifact> => {
  const { cut, ...found } = await read(await at(DESKTOP))
  if (cut) gaps.push('the head of the page has more meta and link elements than were read')
  return found
})

function read({ world }: PageLoad) {
  return world.run(({ elements, contentOf, contextOf, visibleBoxOf, selectorOf, clean }) => {
    /** Read first, so that a flood of other metas does not crowd them out. */
    const known =
      ':is([name="robots" i], [name="googlebot" i], [name="description" i], [property^="og:" i], [name^="twitter:" i])'
    let left = 1_000_000
    let cut = false
    const short = (text: string | null | undefined) => {
      const value = (text ?? '')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, Math.min(4096, left))
      left -= value.length
      cut ||= left <= 0
      return value
    }
    const every = <E extends Element>(selector: string, limit: number) => {
      const all = Array.from(document.querySelectorAll<E>(selector))
      cut ||= all.length > limit
      return all.slice(0, limit)
    }
    const title = document.querySelector('head > title') ?? document.querySelector('title:not(svg title)')
    return {
      title: short(title?.textContent),
      titles: document.querySelectorAll('head > title').length,
      lang: document.documentElement.getAttribute('lang')?.trim() ?? '',
      dir: document.documentElement.getAttribute('dir')?.trim() ?? '',
      charset: document.characterSet,
      base: document.querySelector('base')?.getAttribute('href') ?? '',
      /** One that has a name and a property is both. */
      metas: [
        ...every<HTMLMetaElement>(`meta${known}`, 1000),
        ...every<HTMLMetaElement>(`meta:not(${known})`, 1000),
      ].flatMap(meta =>
        [
          ...new Set(
            ['name', 'property', 'http-equiv'].map(key => clean(meta.getAttribute(key)).toLowerCase()),
          ),
        ]
          .filter(Boolean)
          .map(name => ({ name: name.slice(0, 200), content: short(meta.getAttribute('content')) })),
      ),
      links: every<HTMLLinkElement>('link[rel]', 5000).map(link => ({
        rel: short(link.rel).toLowerCase(),
        /** Resolved. */
        href: short(link.href).slice(0, 2048),
        hreflang: short(link.hreflang).slice(0, 40),
        media: short(link.media),
        type: short(link.type),
        /** Crawlers take no canonical or alternate from the body. */
        inHead: link.closest('head') !== null,
      })),
      /**
       * In document order, whatever is inside them; pictures count by their alt text. One whose words are hidden from
       * assistive technology, since a script set each on its own, says them in its label; crawlers read all of them.
       */
      headings: elements()
        .filter(element => levelOf(element) > 0 && !contextOf(element).ignored)
        .slice(0, 1000)
        .map(element => ({
          level: levelOf(element),
          text: (
            contentOf(element) ||
            clean(element.getAttribute('aria-label')) ||
            clean(element.textContent)
          ).slice(0, 300),
          landmark: contextOf(element).landmark,
          ...visibleBoxOf(element, [element.getBoundingClientRect()]),
          selector: selectorOf(element),
        })),
      cut,
    }

    function levelOf(element: Element): number {
      const role = clean(element.getAttribute('role')).split(' ')[0]
      if (role && role !== 'heading') return 0
      const own = /^h([1-6])$/.exec(element.localName)
      if (!own && !role) return 0
      const given = Number(element.getAttribute('aria-level'))
      return given >= 1 && given <= 6 ? given : Number(own?.[1] ?? 2)
    }
  }, undefined)
}
