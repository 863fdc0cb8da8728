/**
 * Whether `to` is the very host of `from` by a connection that is no less safe: what is a secret over https stays one,
 * however a page spells the address.
 */
export function isAsSafe(to: URL | string, from: URL | string): boolean {
  const [there, here] = [new URL(to), new URL(from)]
  return there.host === here.host && (there.protocol === 'https:' || here.protocol !== 'https:')
}
