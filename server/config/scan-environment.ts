/**
 * What a scan process, and the browser it starts, get of our environment: what programs need to run at all. Database
 * address and keys are not among it.
 */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'NODE_EXTRA_CA_CERTS']

export function scanEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return {
    ...Object.fromEntries(PASSED_ON.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))),
    // glibc keeps a heap for each thread; pictures are decoded on several, and it would keep them all.
    MALLOC_ARENA_MAX: '2',
  }
}
