import type { Context } from 'koa'

/** As an entity tag: weak, since a later version may write the same job with more fields. */
export const etag = (tag: string) => `W/"${tag}"`

const MAX_TAGS = 20

/** The tags of `If-None-Match`, without what surrounds them; `*` for any. */
export function knownTags(ctx: Context): string[] {
  const header = ctx.get('If-None-Match')
  if (header.trim() === '*') return ['*']
  return [...header.matchAll(/"([0-9a-f]{32})"/g)].slice(0, MAX_TAGS).map(([, tag]) => tag!)
}
