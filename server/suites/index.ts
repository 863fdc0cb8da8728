/** The suites in the order of the scorecard. */
import { perf } from './perf/index.ts'
import type { Suite } from './suite.ts'

export const suites: readonly Suite[] = [perf] as unknown as readonly Suite[]
