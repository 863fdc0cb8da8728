import type { PageLoad } from '../page/page-load.ts'
import { DESKTOP, MOBILE, type SiteSession } from '../page/site-session.ts'
import { layoutAt } from './layouts.ts'

export interface VolatileArtifact {
  /** Texts that another load did not show again: their value is not compared, their presence is. */
  texts: string[]
  /** Pictures whose file was another one on another load, by the address in their markup. */
  images: string[]
}

/**
 * Texts and images that change from load to load. What both the mobile and the desktop load show does not change; only
 * where they differ, a further desktop load tells what changes and what is for one screen alone.
 */
export async function volatile(session: SiteSession): Promise<VolatileArtifact> {
  const desktop = await readAt(session, DESKTOP)
  const mobile = await readAt(session, MOBILE)
  const doubtful = {
    texts: missing(desktop.texts, mobile.texts),
    images: missing(desktop.images, mobile.images),
  }
  if (doubtful.texts.length + doubtful.images.length === 0) return doubtful
  const pageLoad = await session.again()
  try {
    const again = await readAt({ ...session, at: async () => pageLoad }, DESKTOP)
    return {
      texts: missing(doubtful.texts, again.texts).slice(0, 500),
      images: missing(doubtful.images, again.images).slice(0, 200),
    }
  } finally {
    await pageLoad.close()
  }
}

async function readAt(session: SiteSession, width: number) {
  const { blocks } = await layoutAt(session, width)
  return { texts: blocks.map(block => block.text), images: await pictureSources(await session.at(width)) }
}

/** As written: which candidate of a srcset is shown depends on the screen. */
function pictureSources({ world }: PageLoad): Promise<string[]> {
  return world.run(
    () =>
      Array.from(document.images, image => image.getAttribute('src') ?? '')
        .filter(src => src && !src.startsWith('data:'))
        .slice(0, 2000),
    undefined,
  )
}

function missing(first: string[], second: string[]): string[] {
  const known = new Set(second)
  return [...new Set(first)].filter(item => !known.has(item))
}
