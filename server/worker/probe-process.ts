/** Whether scans can work as the user and with the sandbox that they are meant to: exit status 0, else why on stderr. */
import { probeBrowser } from '../scan/probe.ts'

const [order = '{}', whole] = process.argv.slice(2)
const probe = async () => {
  if (whole) await import('../scan/scan.ts')
  await probeBrowser(JSON.parse(order))
}
probe().then(
  () => process.exit(0),
  error => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
