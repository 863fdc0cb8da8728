/** Whether something is where a form is sent on its own site. */
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import type { LinkTarget } from '../../../capture/collectors/link-targets.ts'
import type { Side } from '../../core/suite.ts'
import { isAlive } from '../links/answers.ts'
import { isOpen } from './facts.ts'
import type { Fault } from './rules.ts'

/** Tells of where a form or one of its buttons is sent. */
export type EndpointReader = (sent: Pick<FormArtifact, 'action' | 'method'>) => boolean

/**
 * What says by its status that it is there and takes something else than HEAD, or answers with data. A page answers
 * wherever it stands, and takes nothing by POST; an answer that does not say what it is tells nothing.
 */
const isEndpoint = ({ status, type }: LinkTarget) =>
  /^(400|405|415|422)$/.test(String(status)) ||
  (status >= 200 && status < 300 && /\S/.test(type ?? '') && !/\bhtml\b/i.test(type ?? ''))

/** Whether something takes forms at an address of the side's own: a page, if it is asked by GET. */
export function endpointReader(side: Side<'linkTargets'>): EndpointReader {
  const answerOf = answersOf(side)
  return sent => {
    const answer = answerOf(sent)
    return answer !== undefined && (sent.method === 'get' ? isAlive(answer) : isEndpoint(answer))
  }
}

/** Whether nothing is at an address of the side's own. */
export function goneReader(side: Side<'linkTargets'>): EndpointReader {
  const answerOf = answersOf(side)
  return sent => /^4(04|10)$/.test(String(answerOf(sent)?.status))
}

function answersOf({ linkTargets: { targets } }: Side<'linkTargets'>) {
  const own = targets.filter(({ external }) => !external)
  const answers = new Map(own.map(target => [target.href, target]))
  return ({ action }: { action: string }) => answers.get(action.split('#')[0]!)
}

/**
 * A form that asks its own site, by the browser alone, for a page that is not there. What takes POST may answer nothing else.
 *
 * @param wasAnswered whether the original's form was seen to be answered
 */
export function unanswered(
  now: FormArtifact,
  isGone: EndpointReader,
  wasAnswered: boolean,
): (Fault & { rule: 'unanswered' }) | null {
  if (now.loose || now.scripted || now.hosted || !isOpen(now)) return null
  const sendings = now.submits.map(({ action, method }) => ({
    action: action ?? now.action,
    method: method ?? now.method,
  }))
  const sent = (sendings.length > 0 ? sendings : [now]).find(one => one.method === 'get' && isGone(one))
  if (!sent) return null
  const { pathname } = new URL(sent.action)
  return {
    rule: 'unanswered',
    as: wasAnswered ? 'answered' : undefined,
    message: `is sent to ${pathname}, which answers “not found”`,
    fix: `Publish the page ${pathname}, or send the form to the one that answers it`,
  }
}
