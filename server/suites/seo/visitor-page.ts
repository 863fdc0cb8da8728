/** Pages of one visitor, which nobody looks for in a search engine: basket, check-out, log-in, account. */
import type { FieldArtifact } from '../../capture/collectors/forms.ts'
import { pathOf } from '../../lib/url.ts'
import type { Side } from '../core/suite.ts'

const PATH =
  /^\/([a-z]{2}(-[a-z]{2})?\/)?(cart|basket|check-?out|log-?in|sign-?in|my-?account)(\.(php|html?))?(\/|\?|$)/i
const CARD = /card.?(num|no\b|cvc|cvv|exp)|\bcc-|cvc|cvv/i
const DELIVERY = /address|street|postal|post.?code|\bzip/i

/** By its address, or because one form asks for a card to pay with and for where to deliver; of steps some are hidden. */
export function isOfOneVisitor({ document, forms }: Side<'document' | 'forms'>): boolean {
  const { requestedUrl, url } = document
  if ([requestedUrl, url].some(one => PATH.test(pathOf(one, [requestedUrl])))) return true
  const asks = (fields: FieldArtifact[], what: RegExp) =>
    fields.some(({ name, autocomplete }) => what.test(`${name} ${autocomplete}`))
  return forms.some(({ fields }) => asks(fields, CARD) && asks(fields, DELIVERY))
}
