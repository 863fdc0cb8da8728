/**
 * The one list of collectors. It runs in this order, which spares resizes: 1440 first, then mobile, then the other
 * desktop widths. What a collector returns is the artifact type of its name.
 */
import { axe } from './axe.ts'
import { breakpoints } from './breakpoints.ts'
import { colours } from './colours.ts'
import { servedDocument } from './document.ts'
import { forms } from './forms.ts'
import { head } from './head.ts'
import { health } from './health.ts'
import { images } from './images.ts'
import { layouts } from './layouts.ts'
import { linkTargets } from './link-targets.ts'
import { links } from './links.ts'
import { robots } from './robots.ts'
import { screens } from './screens.ts'
import { tables } from './tables.ts'
import { volatile } from './volatile.ts'

export const collectors = {
  document: servedDocument,
  head,
  links,
  tables,
  forms,
  images,
  colours,
  axe,
  layouts,
  breakpoints,
  screens,
  linkTargets,
  robots,
  health,
  volatile,
}
