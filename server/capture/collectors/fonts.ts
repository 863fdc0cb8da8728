import type { Box } from '../../contract.ts'
import { DESKTOP, MOBILE } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type GlyphIcon, glyphIconsOf } from './glyph-icons.ts'

export interface FontsArtifact {
  /** Families of web fonts that came, and of those that were asked for and did not; as named in the styles. */
  loaded: string[]
  failed: string[]
  /** Of those that did not come, what may be for want of a file that was kept from both sides. */
  withheld?: string[]
  /**
   * The icons that fonts draw, at 1440 and at 375 px, and boxes with what else is drawn small at 1440 px; not in what was
   * captured before they were looked at.
   */
  icons?: { wide: GlyphIcon[]; narrow: GlyphIcon[]; marks: Box[] }
}

const MAX_FAMILIES = 200

/** The web fonts of the page, and the icons that they draw. */
export async function fonts(session: SiteSession): Promise<FontsArtifact> {
  const pageLoad = await session.at(DESKTOP)
  const { world, network } = pageLoad
  const { icons: wide, marks } = await glyphIconsOf(pageLoad, true)
  const { icons: narrow } = await glyphIconsOf(await session.at(MOBILE), false)
  const icons = { wide, narrow, marks }
  const { loaded, failed } = await world.run((_, max) => {
    const families = (status: string) => [
      ...new Set(
        Array.from(document.fonts as unknown as Iterable<FontFace>)
          .slice(0, 2000)
          .filter(face => face.status === status)
          .map(face => face.family.replace(/["']/g, '').slice(0, 100)),
      ),
    ]
    const loaded = families('loaded').slice(0, max)
    return {
      loaded,
      failed: families('error')
        .filter(name => !loaded.includes(name))
        .slice(0, max),
    }
  }, MAX_FAMILIES)
  // A family does not tell its files.
  const isWithheld = network.entries().some(({ withheld, type }) => withheld && type === 'font')
  return isWithheld ? { loaded, failed: [], withheld: failed, icons } : { loaded, failed, icons }
}
