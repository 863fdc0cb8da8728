import type { Mutation } from '../page.ts'
import { a11y } from './a11y.ts'
import { arrangement } from './arrangement.ts'
import { behaviour } from './behaviour.ts'
import { content } from './content/index.ts'
import { crawlers } from './crawlers.ts'
import { forms } from './forms.ts'
import { functional } from './functional.ts'
import { image } from './image.ts'
import { layers } from './layers.ts'
import { links } from './links.ts'
import { moments } from './moments.ts'
import { perf } from './perf.ts'
import { phones } from './phones.ts'
import { standIns } from './pictures.ts'
import { presses } from './presses.ts'
import { responsive } from './responsive.ts'
import { seo } from './seo.ts'
import { setting } from './setting.ts'
import { silence } from './silence.ts'
import { veils } from './veils.ts'

/** What a suite must find, by the suite that owns it. */
export const defects: readonly Mutation[] = [
  ...responsive,
  ...arrangement,
  ...phones,
  ...layers,
  ...seo,
  ...content,
  ...perf,
  ...a11y,
  ...functional,
  ...behaviour,
  ...presses,
  ...image,
  ...standIns,
  ...veils,
  ...forms,
  ...links,
  ...crawlers,
  ...silence,
  ...setting,
  ...moments,
]
