/** Looks for a secret in everything that is left of a job. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Each form in which a text travels. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const html = secret.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
  const named = secret.replace(
    /[&<>"]/g,
    letter => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!,
  )
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll("'", '%27'),
      encodeURI(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[<>&]/g, letter => `\\u00${letter.charCodeAt(0).toString(16)}`),
      bytes.toString('base64'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      html,
      named,
    ]),
  ]
}

/** Which of `texts` hold `secret`, by name, with what stands around it. */
export function leaksOf(secret: string, texts: Record<string, string>): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    formsOf(secret).flatMap(form => {
      const at = text.indexOf(form)
      return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 80), at + form.length + 20)}…`]
    }),
  )
}

/** Every row of every table, of the queue's too. */
export async function dumpOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const dump: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT t::text || row_to_json(t)::text AS text FROM ${name} t`,
    )
    dump[name] = rows.map(({ text }) => text).join('\n')
  }
  return dump
}

/** Every file below `folder`, as bytes read as Latin-1 and as UTF-8. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const read: Record<string, string> = {}
  for (const file of files.filter(entry => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    const bytes = await readFile(path)
    read[path] = `${bytes.toString('latin1')}\n${bytes.toString('utf8')}`
  }
  return read
}
