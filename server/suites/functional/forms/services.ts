/** Services that take the forms of other people's sites, and addresses at which nobody does. */
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { isLocalHost } from '../../../lib/url.ts'
import { isChat, isSameChat } from '../links/accounts.ts'

/**
 * Services and platforms that take the forms of other people's sites at addresses of their own: a site that is rebuilt
 * elsewhere has to send its forms there. Another account of the service that it had is another mailbox.
 */
const SERVICES =
  /^\/\/([\w-]+\.)*(formspree\.io|getform\.io|formsubmit\.co|usebasin\.com|web3forms\.com|formcarry\.com|formbucket\.com|staticforms\.xyz|hsforms\.(com|net)|list-manage\.com|klaviyo\.com|createsend\.com|convertkit\.com|kit\.com|mailerlite\.com|sendinblue\.com|brevo\.com|sibforms\.com|jotform\.com|wufoo\.com|typeform\.com|cognitoforms\.com|zohopublic\.(com|eu)|salesforce\.com|pardot\.com|activehosted\.com)\//i
/** Those that send on whatever fields a form has. */
const ANY_NAMES =
  /^\/\/([\w-]+\.)*(formspree\.io|getform\.io|formsubmit\.co|usebasin\.com|web3forms\.com|formcarry\.com|formbucket\.com|staticforms\.xyz)\//i
export const takesAnyNames = (place: string): boolean => ANY_NAMES.test(place)

/** Of Shopify, which takes forms of a theme nowhere else. */
const SHOPIFY = /^\/(cart(\/add)?|contact|search|account(\/\w+)?|localization)$/i

/** Scripts of somebody's own at Google, each at an address of its own. */
const OWN_SCRIPTS = /^\/\/script\.google\.com\/macros\/s\//i

/** Whether two addresses are two accounts, mailboxes or telephones of one service: what is sent to the one never comes to the other. */
export function areAccounts(one: string, other: string): boolean {
  if ([one, other].every(place => place.startsWith('mailto:'))) return one !== other
  const [chat, otherChat] = [one, other].map(place => ({ kind: 'external' as const, place }))
  if (isChat(chat!) && isChat(otherChat!)) return !isSameChat(chat!, otherChat!)
  const serviceOf = (place: string) => (SERVICES.exec(place) ?? OWN_SCRIPTS.exec(place))?.[0].toLowerCase()
  return serviceOf(one) !== undefined && serviceOf(one) === serviceOf(other) && one !== other
}

/** Whether a service takes forms at an address, and took them at none of its own before. */
export function takesForms(to: string, from: string | null): boolean {
  const service = SERVICES.exec(to)?.[0].toLowerCase()
  return service !== undefined ? SERVICES.exec(from ?? '')?.[0].toLowerCase() !== service : SHOPIFY.test(to)
}

/** What instructions have in the place of one's own account: `/f/YOUR_FORM_ID`, `you@example.com`. */
const EXAMPLE =
  /(?<![a-z0-9])(?:your(?:[-_@]|form|id\b|key|e?mail|name|account|access)|form[-_]?id(?![=\w])|example\b)|x{4,}|placeholder|change[-_]?me/i

const isExample = (text: string): boolean =>
  !/\s/.test(text) && EXAMPLE.test(text.replaceAll(/%[\da-f]{2}/gi, '-'))

/** Whether it is sent to a service that is told no account, but an example of one: by the address or a hidden value. */
export function isUnaddressed(to: string, { fields }: FormArtifact): boolean {
  const service = SERVICES.exec(to)?.[0]
  if (service === undefined) return false
  // Where to return is no account.
  const hidden = fields.flatMap(({ type, value }) => (type === 'hidden' && !/:\/\//.test(value) ? value : []))
  return [to.slice(service.length), ...hidden].some(isExample)
}

/** On a developer's own machine, where no visitor's form arrives. Places on the pages' own hosts have no host here. */
export const isUnreachable = (place: string): boolean =>
  isLocalHost(/^\/\/(\[[^\]]*\]|[^/:?#]+)/.exec(place)?.[1] ?? '')
