/**
 * The written form of an API key: `ctv_live_`, 32 random base62 characters (190 bits) and 6 characters of CRC-32
 * over all that precedes them. The checksum lets a typing error, or a secret scanner's find, be told from a key
 * without asking the database.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'ctv_live_'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = PREFIX.length + 8
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key. It is shown once and stored nowhere. */
export function newKey(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH)
  return body + checksum(body)
}

/** Whether `text` has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** What is stored of a key. A key is random enough for a plain digest; nothing can be guessed from it. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The first characters, by which people tell their keys apart. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH)
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    written = BASE62[rest % 62] + written
    rest = Math.floor(rest / 62)
  }
  return written
}
