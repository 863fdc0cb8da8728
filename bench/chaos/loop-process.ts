/** A worker whose scans are 200 ms of waiting, in this process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/config/index.ts'
import { finish } from '../../server/jobs/end.ts'
import { openQueue } from '../../server/jobs/open-queue.ts'
import { take } from '../../server/jobs/take.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { SCAN_MS } from './scale.ts'

const config = readConfig()
const database = await openDatabase(config)
const nothing = () => {}
const queue = await openQueue({
  ...database,
  secretKey: config.secretKey!,
  limits: config.limits,
  deleteArtifacts: async () => {},
  log: {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: (fields, message) => console.error(message, fields),
  },
})
const stop = await take(queue, 1, async claim => {
  await sleep(SCAN_MS)
  await finish(queue, claim, {
    pageName: 'p',
    allPass: true,
    suites: [],
    policy: 'regressions',
    gaps: [],
    volatile: [],
  })
})
process.on('message', async () => {
  await stop()
  await queue.close()
  await database.close()
  process.exit(0)
})
process.send!('ready')
