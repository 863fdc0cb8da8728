/** `npm run bench -- compare [BEFORE AFTER]`: which phases of a scan are slower than before, by more than the noise. */
import { saved, slower } from './results.ts'

export async function run(names: string[]): Promise<void> {
  const [before, after] = await saved(names)
  console.log(`${before.commit} of ${before.date}, then ${after.commit} of ${after.date}`)
  if (before.machine.processor !== after.machine.processor || before.machine.cores !== after.machine.cores)
    console.log('measured on different machines: the difference may be theirs')
  const found = slower(before.runs, after.runs)
  console.log(found.join('\n') || 'no phase is slower')
  if (found.length) process.exit(1)
}
