import { memo } from '../../../lib/memo.ts'
import { DESKTOP, MOBILE, WIDTHS } from '../../../lib/widths.ts'
import type { PageLoad } from '../../page/page-load.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { layoutAt } from '../layouts.ts'
import { comeAndGo, servedVersions, sourcesThatComeAndGo } from './served.ts'
import { inTheirPlaces, replaced, type Shown } from './shown.ts'
import { readTexts } from './texts.ts'
import { showsByMotion, unseenWithMotion } from './with-motion.ts'

export interface VolatileArtifact {
  /** Texts that change by themselves: their value is not compared, their presence is. */
  texts: string[]
  /** Pictures whose file was another one on another load, by their addresses. */
  images: string[]
  /** Visible texts that most visitors never see: see `unseenWithMotion`. None where it is missing. */
  unseenWithMotion?: string[]
}

const MAX_TEXTS = 500
const MAX_IMAGES = 200

/**
 * Texts and images that change from load to load, or by themselves while the page is open: what the server sends to
 * some visitors and not to others, what the desktop load shows no longer after a while, and what it alone shows and a
 * further desktop load does not.
 */
export const volatile = memo(async (session: SiteSession): Promise<VolatileArtifact> => {
  const { desktop, mobile, isByMotion } = await readFirst(session)
  const versions = await servedVersions(session)
  const shown = await shownAtAll(session)
  const texts = new Set([
    ...replaced(await earlierTexts(session), desktop.texts),
    ...comeAndGo(shown.flat().map(textOf), versions),
  ])
  const written = [...desktop.images, ...mobile.images].map(image => image.written)
  const images = new Set(sourcesThatComeAndGo([...new Set(written)], versions))

  const doubtful = {
    texts: missing(desktop.texts.map(textOf), mobile.texts.map(textOf)).filter(text => !texts.has(text)),
    images: missing(
      desktop.images.map(image => image.written),
      mobile.images.map(image => image.written),
    ).filter(written => !images.has(written)),
  }
  if (doubtful.texts.length + doubtful.images.length > 0) {
    const again = await readAgain(session)
    for (const text of missing(doubtful.texts, again.texts.map(textOf))) texts.add(text)
    for (const written of missing(
      doubtful.images,
      again.images.map(image => image.written),
    ))
      images.add(written)
  }
  for (const text of inTheirPlaces(texts, shown)) texts.add(text)
  const addresses = [...desktop.images, ...mobile.images]
    .filter(({ written }) => images.has(written))
    .flatMap(({ urls }) => urls)
  const unseen = isByMotion ? await unseenWithMotion(session) : []
  return {
    texts: [...texts].slice(0, MAX_TEXTS),
    images: [...new Set(addresses)].slice(0, MAX_IMAGES),
    ...(unseen.length ? { unseenWithMotion: unseen } : {}),
  }
})

/** What is read of the session's own loads; the rest is further loads, which may take their time while keys are pressed. */
export const readFirst = memo(async (session: SiteSession) => ({
  desktop: await readAt(session, DESKTOP),
  mobile: await readAt(session, MOBILE),
  isByMotion: await showsByMotion(session),
}))

/** Started when the page is open: other visits to its server, and what the page shows before anything else is done. */
export const beginVolatile = (session: SiteSession) =>
  Promise.all([earlierTexts(session), servedVersions(session)])

/** The texts of the desktop load, read again before the layouts are: what runs has moved on by then. */
const earlierTexts = memo(
  async (session: SiteSession): Promise<Shown[]> => readTexts(await session.at(DESKTOP)).catch(() => []),
)

const shownAtAll = (session: SiteSession): Promise<Shown[][]> =>
  Promise.all(WIDTHS.map(async width => (await layoutAt(session, width)).blocks))

async function readAgain(session: SiteSession) {
  // The mobile load is an hour later as well: what says what time it is stands in neither.
  const pageLoad = await session.again({ later: true })
  try {
    return { texts: await readTexts(pageLoad), images: await pictureSources(pageLoad) }
  } finally {
    await pageLoad.close()
  }
}

async function readAt(session: SiteSession, width: number) {
  const { blocks } = await layoutAt(session, width)
  return { texts: blocks, images: await pictureSources(await session.at(width)) }
}

/** As written, since which candidate of a srcset is shown depends on the screen; and the addresses of what is shown. */
function pictureSources({ world }: PageLoad): Promise<{ written: string; urls: string[] }[]> {
  return world.run(
    () =>
      Array.from(document.images, image => ({
        written: image.getAttribute('src') ?? '',
        urls: [...new Set([image.src, image.currentSrc].map(String))].filter(Boolean),
      }))
        .filter(({ written }) => written && !written.startsWith('data:'))
        .slice(0, 2000),
    undefined,
  )
}

function missing(first: string[], second: string[]): string[] {
  const known = new Set(second)
  return [...new Set(first)].filter(item => !known.has(item))
}

const textOf = ({ text }: Shown) => text
