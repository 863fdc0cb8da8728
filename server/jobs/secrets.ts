/**
 * Secrets of a submission at rest: AES-256-GCM, a random 96-bit nonce each, bound to account, job and field, so
 * that a row copied to another place does not open. Written once, read by the worker that runs the job, deleted in
 * the transaction that ends it.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Submission } from '../contract.ts'

/** A list of old addresses is no secret, but nothing that needs to be kept: logs hold what visitors asked for. */
export type Secrets = Pick<
  Submission,
  'storefront_password' | 'original_headers' | 'new_headers' | 'old_urls'
>

const FIELDS = ['storefront_password', 'original_headers', 'new_headers', 'old_urls'] as const
type Field = (typeof FIELDS)[number]

/** The key and its name, which is stored beside what it encrypts. */
export interface SecretKey {
  id: string
  bytes: Buffer
}

/** The current one encrypts; all of them read, so that a key can be changed while jobs wait. */
export interface SecretKeys {
  current: SecretKey
  all: readonly SecretKey[]
}

interface Sealed {
  nonce: Buffer
  ciphertext: Buffer
  tag: Buffer
}

interface Owner {
  accountId: string
  jobId: string
}

/** @throws {RangeError} unless `bytes` is 32 bytes long */
export function secretKey(bytes: Buffer): SecretKey {
  if (bytes.length !== 32) throw new RangeError(`the secret key is ${bytes.length} bytes long, wanted 32`)
  return { id: createHash('sha256').update('cutover key id').update(bytes).digest('hex').slice(0, 16), bytes }
}

/** @throws {RangeError} unless each is 32 bytes long */
export function secretKeys(current: Buffer, old: readonly Buffer[] = []): SecretKeys {
  const all = [current, ...old].map(secretKey)
  return { current: all[0]!, all }
}

/** The key was changed while this process ran, and it does not have the new one. */
export class KeyChanged extends Error {
  constructor(other: string, { current }: SecretKeys) {
    super(
      `Secrets in this database are encrypted with another key (${other}) than this server has (${current.id}): the key ` +
        'was changed while it ran, and it can neither take nor run jobs with secrets. Start it again with the ' +
        'CUTOVER_SECRET_KEY of the other servers.',
    )
  }
}

/** Stores what is secret in `submission`. @throws {KeyChanged} when nobody else could read it */
export async function storeSecrets(client: pg.ClientBase, keys: SecretKeys, owner: Owner, secrets: Secrets) {
  const given = FIELDS.filter(field => secrets[field] !== undefined)
  if (given.length === 0) return
  // Until the commit the key in use stays what it is: whoever changes it finds these secrets among the others.
  const { rows } = await client.query<{ key_id: string }>('SELECT key_id FROM secret_key FOR SHARE')
  for (const { key_id } of rows) keyNamed(keys, key_id)
  const key = keys.current
  for (const field of given) {
    const { nonce, ciphertext, tag } = seal(key, owner, field, JSON.stringify(secrets[field]))
    await client.query(
      'INSERT INTO job_secrets (job_id, field, key_id, nonce, ciphertext, tag) VALUES ($1, $2, $3, $4, $5, $6)',
      [owner.jobId, field, key.id, nonce, ciphertext, tag],
    )
  }
}

function keyNamed(keys: SecretKeys, name: string): SecretKey {
  const key = keys.all.find(({ id }) => id === name)
  if (!key) throw new KeyChanged(name, keys)
  return key
}

/** @throws {KeyChanged} when a secret was encrypted with another key @throws when it does not belong to this job */
export async function readSecrets(client: pg.ClientBase, keys: SecretKeys, owner: Owner): Promise<Secrets> {
  const { rows } = await client.query<Sealed & { field: Field; key_id: string }>(
    'SELECT field, key_id, nonce, ciphertext, tag FROM job_secrets WHERE job_id = $1',
    [owner.jobId],
  )
  const opened = rows.map(({ field, key_id, ...sealed }) => {
    return [field, JSON.parse(open(keyNamed(keys, key_id), owner, field, sealed))]
  })
  return Object.fromEntries(opened)
}

/** Encrypts anew what is encrypted with an older key. @returns how many were, and how many no key of ours opens */
export async function reencryptSecrets(
  client: pg.ClientBase,
  { current, all }: SecretKeys,
): Promise<{ done: number; lost: number }> {
  const { rows } = await client.query<
    Sealed & { job_id: string; account_id: string; field: Field; key_id: string }
  >(OLDER, [current.id])
  let done = 0
  for (const { job_id: jobId, account_id: accountId, field, key_id, ...sealed } of rows) {
    const key = all.find(({ id }) => id === key_id)
    if (!key) continue
    const owner = { accountId, jobId }
    const { nonce, ciphertext, tag } = seal(current, owner, field, open(key, owner, field, sealed))
    await client.query(REPLACE, [jobId, field, current.id, nonce, ciphertext, tag])
    done++
  }
  return { done, lost: rows.length - done }
}

// Locked as the jobs are that are ended meanwhile.
const OLDER = `
  SELECT s.job_id, j.account_id, s.field, s.key_id, s.nonce, s.ciphertext, s.tag
  FROM job_secrets s JOIN jobs j ON j.id = s.job_id
  WHERE s.key_id <> $1 FOR UPDATE OF s`
const REPLACE = `
  UPDATE job_secrets SET key_id = $3, nonce = $4, ciphertext = $5, tag = $6 WHERE job_id = $1 AND field = $2`

export async function deleteSecrets(client: pg.ClientBase, jobIds: string[]): Promise<void> {
  await client.query('DELETE FROM job_secrets WHERE job_id = ANY($1)', [jobIds])
}

function seal(key: SecretKey, owner: Owner, field: Field, text: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(boundTo(owner, field))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, ciphertext, tag: cipher.getAuthTag() }
}

function open(key: SecretKey, owner: Owner, field: Field, { nonce, ciphertext, tag }: Sealed): string {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: 16 })
  decipher.setAAD(boundTo(owner, field)).setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

const boundTo = ({ accountId, jobId }: Owner, field: Field) => Buffer.from(`${accountId}|${jobId}|${field}`)
