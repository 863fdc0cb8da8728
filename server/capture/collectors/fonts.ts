import { DESKTOP, type SiteSession } from '../page/site-session.ts'

export interface FontsArtifact {
  /** Families of web fonts that came, and of those that were asked for and did not; as named in the styles. */
  loaded: string[]
  failed: string[]
  /** Of those that did not come, what may be for want of a file that was kept from both sides. */
  withheld?: string[]
}

const MAX_FAMILIES = 200

/** The web fonts of the page. */
export async function fonts(session: SiteSession): Promise<FontsArtifact> {
  const { world, network } = await session.at(DESKTOP)
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
  return isWithheld ? { loaded, failed: [], withheld: failed } : { loaded, failed }
}
