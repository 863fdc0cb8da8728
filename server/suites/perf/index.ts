/** How fast the page is: what Lighthouse measures, in pairs of runs. */
import { defineSuite } from '../core/suite.ts'
import { metricChecks } from './metrics/index.ts'
import { score } from './score.ts'
import { bytes } from './weight/bytes.ts'
import { pictures } from './weight/pictures.ts'
import { requests } from './weight/requests.ts'

export const perf = defineSuite({
  name: 'perf',
  needs: ['lighthouse'],
  checks: [score, ...metricChecks, bytes, requests, pictures],
})
