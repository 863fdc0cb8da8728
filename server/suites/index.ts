/** The suites in the order of the scorecard. */
import type { SuiteName } from '../contract.ts'
import { a11y } from './a11y/index.ts'
import { catalog } from './catalog/index.ts'
import { content } from './content/index.ts'
import type { Suite } from './core/suite.ts'
import { functional } from './functional/index.ts'
import { image } from './image/index.ts'
import { perf } from './perf/index.ts'
import { redirects } from './redirects/index.ts'
import { responsive } from './responsive/index.ts'
import { seo } from './seo/index.ts'

/** What of single suites a scan needs beside their checks. */
export { LOST_KEY } from './catalog/presence.ts'
export { catalogCounts, catalogTable } from './catalog/table.ts'
export { measurementsOf } from './perf/measurements.ts'
export { sampling } from './perf/sampling.ts'
export { redirectCounts, redirectTables } from './redirects/tables.ts'

export const suites: readonly Suite[] = [
  responsive,
  seo,
  content,
  perf,
  a11y,
  functional,
  image,
  catalog,
  redirects,
]

/** They run when the new site is a Shopify store. */
export const STORE_SUITES: ReadonlySet<SuiteName> = new Set(['catalog', 'redirects'])
