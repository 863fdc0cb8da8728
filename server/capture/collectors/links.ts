import type { Eyes } from '../eyes.ts'

export type LinkArtifact = Awaited<ReturnType<typeof links>>[number]

/** Every link of the page in order, 5,000 at most. */
export async function links({ at }: Eyes) {
  const { world } = await at(1440)
  return world.run(({ elements, nameOf, inkOf, contextOf, selectorOf }) => {
    const found = []
    for (const element of elements()) {
      if ((element.localName !== 'a' && element.localName !== 'area') || !element.hasAttribute('href'))
        continue
      const link = element as HTMLAnchorElement
      if (contextOf(link).ignored || found.length >= 5000) continue
      const raw = link.getAttribute('href')!.trim()
      const inPage = link.hash.length > 1 && link.href.split('#')[0] === location.href.split('#')[0]
      const id = inPage ? decode(link.hash.slice(1)) : ''
      const { box, seen, state } = inkOf(link, link.getClientRects())
      found.push({
        /** Resolved by the browser. */
        href: link.href.slice(0, 2048),
        raw: raw.slice(0, 2048),
        name: nameOf(link),
        rel: link.rel.toLowerCase(),
        landmark: contextOf(link).landmark,
        box,
        seen,
        state,
        /** For a link to a place in this page: whether that place exists; null for others. */
        fragmentFound: inPage
          ? id === 'top' || !!document.getElementById(id) || document.getElementsByName(id).length > 0
          : null,
        selector: selectorOf(link),
      })
    }
    return found

    function decode(text: string) {
      try {
        return decodeURIComponent(text)
      } catch {
        return text
      }
    }
  }, undefined)
}
