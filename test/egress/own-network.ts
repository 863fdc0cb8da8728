import { test } from 'vitest'
import { openNetwork } from '../../server/egress/network/index.ts'

const isPossible = await openNetwork().then(
  network => {
    network.close()
    network.listener.close()
    return true
  },
  () => false,
)

/** Not every system lets a program have a network of its own; there the browser stays on the system's. */
export const ifNetworkPossible = test.runIf(isPossible)
