import { join } from 'node:path'

/** In the environment of a process that a test starts: Node keeps there what it compiled, for those that come after. */
export const CACHED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cutover-compile'),
}
