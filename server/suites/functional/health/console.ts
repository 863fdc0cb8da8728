import type { HealthArtifact } from '../../../capture/collectors/health.ts'
import type { Finding } from '../../core/suite.ts'
import { normaliseMessage } from './normalise-message.ts'

/** The browser's own report of a request that failed: the request is judged itself, by whoever owns its kind. */
const REPEATS_REQUEST =
  /failed to load resource|net::ERR_|has been blocked by CORS policy|refused to (load|apply|execute|connect)|violates the following content security policy|MIME type|mixed content|failed to fetch|importing a module script failed|websocket connection to|\b(GET|HEAD|POST|PUT|PATCH|DELETE) https?:|the server responded with a status/i
/** A script that broke and caught itself, or a framework that had to start over. */
const BROKEN =
  /uncaught|unhandled|\b(Type|Reference|Syntax|Range)Error\b|hydrat|minified (react|vue|svelte)|did not match|chunkloaderror/i
const MAX_FINDINGS = 50

/** Errors in the console that are not merely the echo of a failed request or of an exception. */
export function consoleFaults({ console, exceptions }: HealthArtifact, url: string): Finding[] {
  const thrown = new Set(exceptions.map(normaliseMessage))
  const found = new Map<string, Finding>()
  for (const { type, text } of console) {
    if (type !== 'error' || REPEATS_REQUEST.test(text)) continue
    const saying = normaliseMessage(text)
    if (
      saying === '' ||
      thrown.has(saying) ||
      [...thrown].some(one => one.length > 10 && saying.includes(one))
    )
      continue
    const broken = BROKEN.test(text)
    found.set(saying, {
      key: `functional/health:console:${saying}`,
      severity: broken ? 'moderate' : 'minor',
      penalty: broken ? 0.15 : 0.05,
      message: `The console shows an error: "${text}"`,
      fix: 'Mend what is reported; the original does not report it',
      rebuilt: { url, text },
    })
    if (found.size >= MAX_FINDINGS) break
  }
  return [...found.values()]
}
