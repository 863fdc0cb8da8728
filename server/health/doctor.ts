import type { Config } from '../config/index.ts'
import { reasonOf } from '../lib/reason.ts'
import { databaseFindings, storageFindings } from './database.ts'
import { type Finding, fault } from './finding.ts'
import { browserFinding, fontsFindings, nodeFinding, sizeFinding, wallsFindings } from './machine.ts'
import { egressFindings, vouchersFindings } from './network.ts'

/** One after the other, as they are found: none changes anything that a start would not. */
export async function* findings(config: Config, site: string): AsyncGenerator<Finding> {
  const looks: (() => Promise<Finding[]>)[] = [
    async () => [nodeFinding()],
    async () => [sizeFinding(config)],
    () => storageFindings(config),
    () => databaseFindings(config),
    async () => [await browserFinding(config)],
    () => wallsFindings(config),
    () => fontsFindings(undefined, undefined, config),
    () => egressFindings(config, site),
    () => vouchersFindings(config),
  ]
  for (const look of looks)
    yield* await look().catch(error => [fault('Doctor', `a look failed: ${reasonOf(error, 1000)}`)])
}
