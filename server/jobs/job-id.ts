import { randomInt } from 'node:crypto'

const LENGTH = 27
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 27 random base62 characters, 160 bits: whoever holds the id may read the job. */
export function newJobId(): string {
  return Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
}
