/** One scan in a process of its own, as the worker runs it. Prints the verdict, and each phase's end in seconds. */
import { scan } from '../server/scan/scan.ts'

const [original_url, new_url] = process.argv.slice(2) as [string, string]
const phases = new Map<string, number>()
const card = await scan(
  { original_url, new_url, policy: 'regressions', ignore: [] },
  {
    allowHosts: [new URL(original_url).host, new URL(new_url).host],
    onProgress: phase => phases.set(phase, performance.now() / 1000),
    onBrowser: () => {},
  },
)
console.log(
  `  ${card.allPass ? 'pass' : 'fail'}: ${card.suites.map(suite => `${suite.suite} ${suite.score}`).join(', ')}`,
)
console.log(`  ${[...phases].map(([phase, end]) => `${phase} until ${end.toFixed(1)} s`).join(', ')}`)
process.exit(0)
