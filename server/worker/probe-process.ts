/** Whether scans can work as the user and with the sandbox that they are meant to: exit status 0, else why on stderr. */
import { type Probe, probeBrowser } from '../scan/probe.ts'

/** Sent over IPC: the endpoint of a remote browser may hold a token, which must be in no argument. */
export interface ProbeOrder extends Probe {
  /** All that a scan is made of is loaded as well. */
  whole?: boolean
}

process.once('message', ({ whole, ...probe }: ProbeOrder) => {
  tried(probe, whole).then(
    () => process.exit(0),
    error => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exit(1)
    },
  )
})

async function tried(probe: Probe, whole = false): Promise<void> {
  if (whole) {
    await import('../scan/scan.ts')
    const { loadMeasuring } = await import('../scan/capture-pair.ts')
    await loadMeasuring()
  }
  await probeBrowser(probe)
}
