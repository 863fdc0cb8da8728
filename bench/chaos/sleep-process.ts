/** A scan that takes 200 ms and looks at nothing: for what is measured around scans. */
import { serveScan } from '../../server/worker/serve-scan.ts'

serveScan(async request => {
  await new Promise(resolve => setTimeout(resolve, 200))
  return {
    pageName: request.page_name ?? 'none',
    allPass: true,
    suites: [],
    policy: request.policy,
    gaps: [],
    volatile: [],
  }
})
