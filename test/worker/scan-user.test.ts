import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { lockName } from '../../server/worker/machine-lock.ts'
import { takeScanUser } from '../../server/worker/scan-user.ts'

test('no two scans of a machine run as one user, whichever server they are of', async () => {
  const first = await takeScanUser()
  const { uid } = first.user
  // The next number is another server's.
  const other = createServer().listen(lockName(`cutover-user-${uid + 1}`))
  await once(other, 'listening')
  const second = await takeScanUser()
  expect(second.user.uid).not.toBe(uid)
  expect(second.user.uid).not.toBe(uid + 1)
  for (const one of [first, second]) one.release()
  other.close()
})
