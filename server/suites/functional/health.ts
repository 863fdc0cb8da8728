import type { Check, Finding, Side } from '../../core/suite.ts'
import { consoleFaults } from './console.ts'
import { normaliseMessage } from './normalise-message.ts'
import { failedRequests } from './requests.ts'

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
      found === missing && explained > 0
        ? {
            ...found,
            severity: 'serious' as const,
            penalty: Math.min(1, Math.max(found.penalty, explained * THROWN)),
          }
        : found,
    )
    return [...thrown, ...charged, ...consoleFaults(rebuilt.health, rebuilt.document.url)]
  },
}

const THROWN = 0.5
const CONSEQUENCE =
  /is not defined|unexpected token '?<|importing a module script failed|dynamically imported module/i

/** A framework found other markup than it expected and drew the page anew: all of it is there and works. */
const STARTED_OVER =
  /minified react error #(418|419|422|423|425)\b|hydration (failed|completed but contains mismatches)|text content does not match server-rendered/i
/**
 * Notices that browsers give as errors though nothing stopped: a size was observed twice in a frame, a film that was to
 * play was paused (as we do), a request was given up, and scripts of other sites of which nothing is told.
 */
const NOTICE =
  /resizeobserver loop|the play\(\) request was interrupted|play\(\) failed because|\baborterror\b|the user aborted a request|signal is aborted|^script error\.?$/i

function gravityOf(text: string): Pick<Finding, 'severity' | 'penalty'> {
  if (NOTICE.test(text)) return { severity: 'minor', penalty: 0.05 }
  return STARTED_OVER.test(text)
    ? { severity: 'moderate', penalty: 0.15 }
    : { severity: 'serious', penalty: THROWN }
}

function exceptions({ health, document }: Side<Needed>, missing: Finding | undefined): Finding[] {
  return health.exceptions.map(text => {
    const follows = missing !== undefined && CONSEQUENCE.test(text)
    return {
      key: `functional/health:exception:${normaliseMessage(text)}`,
      ...(follows ? { severity: 'minor' as const, penalty: 0 } : gravityOf(text)),
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
