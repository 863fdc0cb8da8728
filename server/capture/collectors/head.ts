import type { Eyes } from '../eyes.ts'

export type HeadArtifact = Awaited<ReturnType<typeof head>>

/** Metadata of the rendered document, values cut at 4,096 characters. */
export async function head({ at }: Eyes) {
  const { world } = await at(1440)
  return world.run(({ elements, contentOf, contextOf, inkOf, selectorOf, clean }) => {
    const short = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 4096)
    const every = <E extends Element>(selector: string) =>
      Array.from(document.querySelectorAll<E>(selector)).slice(0, 500)
    const title = document.querySelector('head > title') ?? document.querySelector('title:not(svg title)')
    return {
      title: short(title?.textContent),
      titles: document.querySelectorAll('head > title').length,
      lang: document.documentElement.getAttribute('lang')?.trim() ?? '',
      dir: document.documentElement.getAttribute('dir')?.trim() ?? '',
      charset: document.characterSet,
      base: document.querySelector('base')?.getAttribute('href') ?? '',
      metas: every<HTMLMetaElement>('meta').map(meta => ({
        name: (
          meta.getAttribute('name') ??
          meta.getAttribute('property') ??
          meta.getAttribute('http-equiv') ??
          ''
        ).toLowerCase(),
        content: short(meta.getAttribute('content')),
      })),
      links: every<HTMLLinkElement>('link[rel]').map(link => ({
        rel: link.rel.toLowerCase(),
        /** Resolved. */
        href: link.href.slice(0, 2048),
        hreflang: link.hreflang,
        media: link.media,
        type: link.type,
        /** Crawlers take no canonical or alternate from the body. */
        inHead: link.closest('head') !== null,
      })),
      jsonLd: every<HTMLScriptElement>('script[type="application/ld+json" i]')
        .slice(0, 50)
        .map(script => (script.textContent ?? '').slice(0, 100_000)),
      /** In document order, whatever is inside them; pictures count by their alt text. */
      headings: elements()
        .filter(element => levelOf(element) > 0 && !contextOf(element).ignored)
        .slice(0, 1000)
        .map(element => ({
          level: levelOf(element),
          text: contentOf(element).slice(0, 300),
          landmark: contextOf(element).landmark,
          ...inkOf(element, [element.getBoundingClientRect()]),
          selector: selectorOf(element),
        })),
    }

    function levelOf(element: Element): number {
      const role = clean(element.getAttribute('role')).split(' ')[0]
      if (role && role !== 'heading') return 0
      const own = /^h([1-6])$/.exec(element.localName)
      if (!own && !role) return 0
      const said = Number(element.getAttribute('aria-level'))
      return said >= 1 && said <= 6 ? said : Number(own?.[1] ?? 2)
    }
  }, undefined)
}
