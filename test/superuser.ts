import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address of an embedded Postgres in a data folder for its superuser, given the application's. */
export function superuser(url: string, folder: string): string {
  const address = new URL(url)
  address.username = 'cutover'
  address.password = readFileSync(join(folder, 'postgres/password'), 'utf8').trim()
  return address.href
}
