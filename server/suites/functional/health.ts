import type { Check, Finding, Side } from '../suite.ts'
import { consoleFaults } from './health/console.ts'
import { failedRequests } from './health/requests.ts'
import { sayingOf } from './health/saying.ts'

type Needed = 'document' | 'health'

/**
 * What goes wrong behind the page: exceptions, failed scripts, styles and data, errors in the console. The same fault
 * of the original has the same key, so that it is inherited, what our own sandbox refuses to both sites included.
 */
export const health: Check<Needed> = {
  id: 'functional/health',
  title: 'The page runs without errors',
  weight: 20,
  judge({ original, rebuilt }) {
    const requests = failedRequests(rebuilt)
    const old = new Set(failedRequests(original).map(({ key }) => key))
    // A script that is newly missing explains what is not defined, and is charged for it.
    const missing = requests.find(({ key }) => key.startsWith('functional/health:script:') && !old.has(key))
    const thrown = exceptions(rebuilt, missing)
    const explained = thrown.filter(({ penalty }) => penalty === 0).length
    const charged = requests.map(found =>
      found === missing
        ? { ...found, penalty: Math.min(1, Math.max(found.penalty, explained * THROWN)) }
        : found,
    )
    return [...thrown, ...charged, ...consoleFaults(rebuilt.health, rebuilt.document.url)]
  },
}

const THROWN = 0.5
const CONSEQUENCE =
  /is not defined|unexpected token '?<|importing a module script failed|dynamically imported module/i

function exceptions({ health, document }: Side<Needed>, missing: Finding | undefined): Finding[] {
  return health.exceptions.map(text => {
    const follows = missing !== undefined && CONSEQUENCE.test(text)
    return {
      key: `functional/health:exception:${sayingOf(text)}`,
      severity: follows ? 'minor' : 'serious',
      penalty: follows ? 0 : THROWN,
      message: follows
        ? `A script stops with "${text}", probably because another one is missing`
        : `A script stops with an uncaught exception: "${text}"`,
      fix: follows
        ? missing.fix
        : 'Find the script in the console of the browser and mend it; the original does not throw',
      rebuilt: { url: document.url, text },
    }
  })
}
