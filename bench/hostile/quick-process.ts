/** All that a scan looks at, without Lighthouse. */
import { serveQuickly } from './serve-quickly.ts'

serveQuickly()
