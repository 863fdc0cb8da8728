import type { Context } from 'koa'
import { HttpProblem } from './problem.ts'

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/**
 * The part that a GET asks for of something that is `bytes` long and has the entity tag `tag`; undefined for all of it.
 * That is also the answer to what we do not serve: several ranges, other units, a part of something that has changed.
 * @throws {HttpProblem} 416 for a range that begins behind its end
 */
export function readRange(ctx: Context, bytes: number, tag: string): ByteRange | undefined {
  if (ctx.method !== 'GET') return
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(ctx.get('Range').trim()) ?? []
  if (from === undefined || to === undefined || from + to === '') return
  const unchanged = ctx.get('If-Range')
  if (unchanged !== '' && unchanged !== tag) return
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return
  if (start < bytes) return { start, end }
  throw new HttpProblem(
    416,
    'range_not_satisfiable',
    `This has ${bytes} bytes, and the range begins after them.`,
    {
      headers: { 'Content-Range': `bytes */${bytes}` },
    },
  )
}
