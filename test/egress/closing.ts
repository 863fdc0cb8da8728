import { afterEach } from 'vitest'

/** For all tests of a file, which calls this once: what is given to the function that it returns is closed after the test. */
export function closing() {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  return <T extends { close(): Promise<unknown> }>(thing: T): T => {
    closers.push(() => thing.close())
    return thing
  }
}
