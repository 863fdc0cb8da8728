import { expect, test } from 'vitest'
import { temporaryHome, temporaryName } from '../../server/worker/leftovers.ts'

test.runIf(process.platform === 'linux')(
  'a scan has room for the socket of a browser, whatever TMPDIR is',
  () => {
    expect(temporaryHome('/var/tmp')).toBe('/var/tmp')
    for (const home of ['/home/somebody/a/folder/for/temporary/files', `/${'ü'.repeat(7)}`])
      expect(temporaryHome(home)).toBe('/tmp')
    const socket = `${temporaryName()}AbCdEf/org.chromium.Chromium.AbCdEf/SingletonSocket`
    for (let length = 1; length < 60; length++) {
      const home = `/${'a'.repeat(length)}`
      expect(`${temporaryHome(home)}/${socket}`.length).toBeLessThan(108)
    }
  },
)
