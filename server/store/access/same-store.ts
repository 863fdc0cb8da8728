/** Whether a storefront password that was given for one address may go to the host that it led to. */
import type { Storefront } from './state.ts'

/**
 * Whether `landed` is the store of the submitted `url`, so that its password is as safe there. The same host, its www
 * or the host without it; or the domain that Shopify itself leads the store's permanent address to, where the page
 * there names that very store. What only one of the two hosts says proves nothing.
 */
export function isSameStore(
  url: string,
  landed: Pick<Storefront, 'origin' | 'aliases' | 'myshopifyHost'>,
): boolean {
  const submitted = new URL(url)
  const there = new URL(landed.origin)
  if (submitted.host === there.host) return true
  // Who stands between the two could have led anywhere.
  if (landed.aliases.some(origin => ![submitted.host, there.host].includes(new URL(origin).host)))
    return false
  if (withoutWww(submitted.host) === withoutWww(there.host)) return true
  // So could who reads along where the store's own address was asked for without encryption on the way.
  if (submitted.protocol === 'https:' && landed.aliases.includes(`http://${submitted.host}`)) return false
  return submitted.hostname.endsWith('.myshopify.com') && landed.myshopifyHost === submitted.hostname
}

const withoutWww = (host: string) => host.replace(/^www\./, '')
