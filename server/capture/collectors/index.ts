/**
 * The one list of collectors. It runs in this order, which spares resizes: 1440 first, then the other widths on loads of
 * their own. What a collector returns is the artifact type of its name.
 */
import { MOBILE, TABLET } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'
import { axe } from './axe.ts'
import { breakpoints } from './breakpoints.ts'
import { colours } from './colours.ts'
import { afterAWhile, destinations } from './destinations.ts'
import { servedDocument } from './document.ts'
import { embeds } from './embeds.ts'
import { fonts } from './fonts.ts'
import { forms } from './forms.ts'
import { head } from './head.ts'
import { headFiles } from './head-files.ts'
import { health } from './health.ts'
import { images } from './images/index.ts'
import { keyboard } from './keyboard/index.ts'
import { layouts } from './layouts.ts'
import { askTargets, linkTargets } from './link-targets.ts'
import { links } from './links.ts'
import { palette } from './palette.ts'
import { probes, revisitOnPhone } from './probes/index.ts'
import { robots } from './robots.ts'
import { desktopScreen, screens } from './screens.ts'
import { semantics } from './semantics/index.ts'
import { shifts } from './shifts.ts'
import { structuredData } from './structured-data.ts'
import { submitEnablement } from './submit-enablement.ts'
import { surfaces } from './surfaces.ts'
import { tables } from './tables.ts'
import { textSpacing } from './text-spacing.ts'
import { beginVolatile, readFirst, volatile } from './volatile/index.ts'
import { zoom } from './zoom.ts'

export const collectors = {
  document: servedDocument,
  head,
  structuredData,
  links,
  tables,
  forms,
  embeds,
  images,
  colours,
  palette,
  surfaces,
  fonts,
  shifts,
  semantics,
  textSpacing,
  axe,
  layouts,
  linkTargets,
  robots,
  headFiles,
  health,
  // Last: these press keys and buttons, and fill in forms.
  keyboard,
  probes,
  submitEnablement,
  // Begun after the layouts, on other loads and on pictures that were taken long before.
  volatile,
  breakpoints,
  zoom,
  screens,
  // After all that the tablet's load is measured for: in it the timers happen that were held back.
  destinations,
}

/**
 * Started when the collector of this name has ended, and left running while later collectors work: each of these mostly
 * waits for servers, or has a load of the page to itself by then. Its own collector takes the result.
 */
export const prefetch: { [Name in keyof typeof collectors]?: (session: SiteSession) => Promise<unknown> } = {
  // Loads mostly wait for servers: they are ready by the time that they are asked for.
  document: session => Promise.all([session.at(MOBILE), beginVolatile(session)]),
  images: session => session.at(TABLET),
  links: askTargets,
  palette: desktopScreen,
  layouts: session => Promise.all([volatile(session), otherWidths(session), screens(session)]),
  // The last that the phone's and the tablet's load are for: a page that draws all the time draws in them no more.
  health: session =>
    Promise.all([
      readFirst(session)
        .then(() => revisitOnPhone(session))
        .finally(() => session.letGo(MOBILE)),
      otherWidths(session)
        .then(() => afterAWhile(session))
        .finally(() => session.letGo(TABLET)),
    ]),
}

/** One after the other: both resize the tablet's load. What fails is told by its collector. */
const otherWidths = async (session: SiteSession) => {
  await Promise.allSettled([breakpoints(session)])
  await Promise.allSettled([zoom(session)])
}
