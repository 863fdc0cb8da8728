/** `npm run bench -- NAME`: prints figures and ratios against a peer in the same run. Nothing here is a test. */
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  ablation: () => import('./ablation/index.ts'),
  acceptance: () => import('./acceptance/index.ts'),
  action: () => import('./action.ts'),
  api: () => import('./api/index.ts'),
  chaos: () => import('./chaos/index.ts'),
  compare: () => import('./scan/compare.ts'),
  egress: () => import('./egress/index.ts'),
  field: () => import('./field/index.ts'),
  hostile: () => import('./hostile/index.ts'),
  foreign: () => import('./foreign/index.ts'),
  scan: () => import('./scan/index.ts'),
  'own-pages': () => import('./own-pages.ts'),
  perf: () => import('./perf/index.ts'),
  judging: () => import('./judging/index.ts'),
  report: () => import('./report/index.ts'),
  reveal: () => import('./reveal/index.ts'),
  reuse: () => import('./reuse.ts'),
  store: () => import('./store/index.ts'),
  unsafe: () => import('./unsafe.ts'),
  verdicts: () => import('./verdicts/index.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`no benchmark is called "${name}"; there are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
await (await bench()).run(args)
process.exit(0)
