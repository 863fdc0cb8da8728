/** What of our own entries a form sent, and to whom. Pure. */
import { MAX_SENT, type StoppedRequest } from '../page/read-only-mode.ts'

/** What one form sent. */
export interface FormRequest {
  /** Of what was written into it, by its kind, whether it is in what was sent; absent where that cannot be read. */
  carries?: Partial<Record<Entry, boolean>>
  /** Where to it was sent and how, without the query; absent where that is not one request alone, and in older captures. */
  sentTo?: { action: string; method: string }
  /** A script sent it a second time before the first was answered. */
  twice?: true
}

/** Characters of an address by which a message is begun in another program, as a chat, that are kept. */
export const MAX_ADDRESS = 2000

const ENTRIES = {
  'e-mail': /someone(?:@|%40)/i,
  // However a script sets the digits apart.
  telephone: /555(?:%[0-9a-f]{2}|\D){0,4}010(?:%[0-9a-f]{2}|\D){0,3}0199/i,
  message: /of(?:\+|%20| )a(?:\+|%20| )message/i,
}
export type Entry = keyof typeof ENTRIES

/**
 * The request, or the message that was begun, which has what was filled in; of what is sent in several pieces nothing is known.
 * `messages`: their addresses.
 */
export function requestOf(
  stopped: readonly StoppedRequest[],
  messages: readonly string[],
  entries: readonly Entry[],
): FormRequest {
  const asked = stopped.map(request => ({ ...request, isCut: request.sent.length >= MAX_SENT }))
  const begun = messages.map(url => ({ method: 'get', url, sent: url, isCut: url.length >= MAX_ADDRESS }))
  const all = [...asked, ...begun].filter(({ sent }) => FILLED.test(sent))
  const isTwice = asked.some(({ again, navigates, sent }) => again && !navigates && FILLED.test(sent))
  const [request, ...others] = all.filter(one => !('again' in one))
  if (!request || others.length > 0) return {}
  const twice = isTwice ? { twice: true as const } : {}
  const { url, method, sent: whole, isCut } = request
  const action = receiverOf(url)
  const sent = { ...twice, ...(action && { sentTo: { action, method: method.toLowerCase() } }) }
  // There may have been more in it.
  if (isCut) return sent
  return { ...sent, carries: Object.fromEntries(entries.map(entry => [entry, ENTRIES[entry].test(whole)])) }
}

/** Without its query, but for who gets a mail or has the telephone that a chat is with; undefined where a program asks for that. */
function receiverOf(url: string): string | undefined {
  if (/^mailto:/i.test(url)) {
    const { pathname, searchParams } = new URL(url)
    const mailboxes = [pathname, ...searchParams.getAll('to')].flatMap(list => decoded(list).split(','))
    const named = mailboxes.map(mailbox => mailbox.trim().toLowerCase()).filter(mailbox => mailbox !== '')
    return named.length > 0 ? `mailto:${[...new Set(named)].sort()}` : undefined
  }
  if (CHAT.test(url)) {
    const phone = new URL(url).searchParams.get('phone')?.replace(/\D/g, '')
    return phone ? `https://wa.me/${phone}` : undefined
  }
  return url.split(/[?#]/)[0]!
}

const CHAT = /^(https?:\/\/(api|web)\.whatsapp\.com\/send|whatsapp:\/\/send)\b/i

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Our own values of `injected/form-filling.ts`, in an address or a body. */
export const FILLED =
  /someone(?:@|%40)(?:example|gmail)|Example(?:\+|%20| )text|Example-1234|555(?:\+|%20| )?010(?:\+|%20| )?0199|202(?:\+|%20| )?555(?:\+|%20| )?0143/i
