/** How fast the page is: what Lighthouse measures, in pairs of runs. */
import { defineSuite } from '../core/suite.ts'
import { score } from './score.ts'

export const perf = defineSuite({ name: 'perf', needs: ['lighthouse'], checks: [score] })
