/**
 * Secrets of a submission at rest: AES-256-GCM, a random 96-bit nonce each, bound to account, job and field, so
 * that a row copied to another place does not open. Written once, read by the worker that runs the job, deleted in
 * the transaction that ends it.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Submission } from '../contract.ts'

export type Secrets = Pick<Submission, 'storefront_password' | 'original_headers' | 'new_headers'>

const FIELDS = ['storefront_password', 'original_headers', 'new_headers'] as const
type Field = (typeof FIELDS)[number]

/** The key and its name, which is stored beside what it encrypts. */
export interface SecretKey {
  id: string
  bytes: Buffer
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

/** Stores what is secret in `submission`. @returns whether anything is */
export async function storeSecrets(client: pg.ClientBase, key: SecretKey, owner: Owner, secrets: Secrets) {
  const given = FIELDS.filter(field => secrets[field] !== undefined)
  for (const field of given) {
    const { nonce, ciphertext, tag } = seal(key, owner, field, JSON.stringify(secrets[field]))
    await client.query(
      'INSERT INTO job_secrets (job_id, field, key_id, nonce, ciphertext, tag) VALUES ($1, $2, $3, $4, $5, $6)',
      [owner.jobId, field, key.id, nonce, ciphertext, tag],
    )
  }
  return given.length > 0
}

/** @throws when a secret was encrypted with another key, or does not belong to this job */
export async function readSecrets(client: pg.ClientBase, key: SecretKey, owner: Owner): Promise<Secrets> {
  const { rows } = await client.query<Sealed & { field: Field; key_id: string }>(
    'SELECT field, key_id, nonce, ciphertext, tag FROM job_secrets WHERE job_id = $1',
    [owner.jobId],
  )
  const opened = rows.map(({ field, key_id, ...sealed }) => {
    if (key_id !== key.id)
      throw new Error(`${field} was encrypted with key ${key_id}, but this process holds key ${key.id}`)
    return [field, JSON.parse(open(key, owner, field, sealed))]
  })
  return Object.fromEntries(opened)
}

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
