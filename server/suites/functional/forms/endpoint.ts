import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { basesOf, isLocalHost, pathOf } from '../../../lib/url.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { sameSlug } from '../links/targets.ts'
import { scriptButton } from './script-button.ts'
import { pairSendings, type Sending } from './sendings.ts'

/** What is wrong with a form as a whole; `message` continues "The form …". */
export interface FormFault extends Pick<Finding, 'severity' | 'penalty' | 'message' | 'fix'> {
  rule: string
}

/** Where it is sent, `null` for the page itself or a script. */
export type ActionReader = (sent: Pick<Sending, 'action'>, side: 'original' | 'rebuilt') => string | null

export function actionReader({ original, rebuilt }: Pair<'document'>): ActionReader {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  const sides = {
    original: { document: original.document, base: from },
    rebuilt: { document: rebuilt.document, base: to },
  }
  return ({ action }, side) => {
    const { document, base } = sides[side]
    if (/^javascript:/i.test(action) || action === '') return null
    const place = pathOf(action, document.origins, base)
    return place === pathOf(document.url, document.origins, base) ? null : place
  }
}

/** The form is sent elsewhere, or in another way: by its buttons, each beside the one of its name. */
export function endpointChange(
  before: FormArtifact,
  now: FormArtifact,
  read: ActionReader,
): FormFault | null {
  // Fields outside of forms are a script's; a form around them is no loss.
  if (before.loose || now.loose) return null
  const scripted = now.scripted || (now.submits.length === 0 && scriptButton(before, now) !== undefined)
  const changes = pairSendings(before, now, read).map(([old, fresh]) => ({
    name: old.name,
    change: sendingChange(old, fresh, scripted, read),
  }))
  const faults = changes.flatMap(({ name, change }) => (change ? { name, change } : []))
  const worst = faults.toSorted((a, b) => b.change.penalty - a.change.penalty)[0]
  if (!worst) return null
  const { name, change } = worst
  return faults.length === changes.length || !name
    ? change
    : {
        ...change,
        message: `${change.message}, with the button "${name}"`,
        fix: `${change.fix}, for the button "${name}"`,
      }
}

function sendingChange(
  before: Sending,
  now: Sending,
  scripted: boolean,
  read: ActionReader,
): FormFault | null {
  const [from, to] = [read(before, 'original'), read(now, 'rebuilt')]
  // On the site itself without the host, which is another one on the rebuilt site.
  const address = from === null || from.startsWith('//') ? before.action : from
  if (from !== null && to === null && scripted)
    return {
      rule: 'action',
      severity: 'moderate',
      penalty: 0.15,
      message: `is sent by a script, which cannot be seen to arrive anywhere; it was sent to ${from}`,
      fix: `Send it once by hand and see that it arrives; it was sent to ${address}`,
    }
  if (from !== null && to !== null ? same(from, to) : from === to) {
    if (before.method === now.method || (to === null && scripted)) return null
    return {
      rule: 'method',
      severity: 'serious',
      penalty: 0.4,
      message: `is sent by ${now.method.toUpperCase()}; it was ${before.method.toUpperCase()}`,
      fix: `Set method="${before.method}"`,
    }
  }
  const moved =
    to !== null &&
    !isUnreachable(to) &&
    (takesForms(to, from) ||
      (from !== null && sameSlug({ kind: 'page', place: from }, { kind: 'page', place: to })))
  return {
    rule: 'action',
    severity: moved ? 'moderate' : 'serious',
    penalty: moved ? 0.15 : 0.5,
    message: `is sent to ${to ?? 'the page itself'}; it was sent to ${from ?? 'the page itself'}`,
    fix:
      from === null
        ? 'Remove the action, or make sure that the new address takes the form'
        : `Send it to ${address} again`,
  }
}

/**
 * Services and platforms that take the forms of other people's sites at addresses of their own: a site that is rebuilt
 * elsewhere has to send its forms there. Another account of the service that it had is another mailbox.
 */
const SERVICES =
  /^\/\/([\w-]+\.)*(formspree\.io|getform\.io|formsubmit\.co|usebasin\.com|web3forms\.com|formcarry\.com|formbucket\.com|staticforms\.xyz|hsforms\.(com|net)|list-manage\.com|klaviyo\.com|createsend\.com|convertkit\.com|kit\.com|mailerlite\.com|sendinblue\.com|brevo\.com|sibforms\.com|jotform\.com|wufoo\.com|typeform\.com|cognitoforms\.com|zohopublic\.(com|eu)|salesforce\.com|pardot\.com|activehosted\.com)\//i
/** Of Shopify, which takes forms of a theme nowhere else. */
const SHOPIFY = /^\/(cart(\/add)?|contact|search|account(\/\w+)?|localization)$/i

function takesForms(to: string, from: string | null): boolean {
  const service = SERVICES.exec(to)?.[0].toLowerCase()
  return service !== undefined ? SERVICES.exec(from ?? '')?.[0].toLowerCase() !== service : SHOPIFY.test(to)
}

/** On a developer's own machine, where no visitor's form arrives. Places on the pages' own hosts have no host here. */
const isUnreachable = (place: string): boolean =>
  isLocalHost(/^\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(place)?.[1] ?? '')

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
