import { afterEach } from 'vitest'

interface Closable {
  close(): Promise<unknown>
}

const open: Closable[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})

/** Closes `one` when the test that has opened it is over. */
export function closing<T extends Closable>(one: T): T {
  open.push(one)
  return one
}
