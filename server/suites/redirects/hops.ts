import type { Hop, Trace } from '../../store/types.ts'
import { isSamePlace, placeOf } from './place.ts'

/**
 * The redirects that count. Not those that change nothing but the host, the scheme, a market's prefix, or the slash and
 * case of an address: platforms do that by themselves, and nobody can leave it out.
 */
export const countedHops = ({ hops }: Trace, origins: readonly string[]): Hop[] =>
  hops.filter(
    ({ from, to, by }) => by !== 'server' || !isSamePlace(placeOf(from, origins), placeOf(to, origins)),
  )

export const isTemporary = ({ status, by }: Hop): boolean =>
  by === 'server' && (status === 302 || status === 303 || status === 307)
