/** Sends generated requests and holds each answer to the description. */
import { Agent } from 'node:http'
import fc from 'fast-check'
import { ask } from './ask.ts'
import { misfits } from './fits.ts'
import { type Known, type Request, requests } from './requests.ts'

export interface FuzzOptions extends Known {
  port: number
  count: number
  seed: number
  /** Requests at once. */
  concurrency?: number
}

export interface Fuzzed {
  /** Answers by status. */
  statuses: Map<number, number>
  /** Answers that do not fit or are our fault, with their requests; at most 20. */
  bad: { request: Request; status: number; wrong: string[] }[]
}

const AT_ONCE = 500

export async function fuzz({ port, count, seed, concurrency = 16, ...known }: FuzzOptions): Promise<Fuzzed> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const fuzzed: Fuzzed = { statuses: new Map(), bad: [] }
  const generator = requests(known)
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = fc.sample(generator, { seed: seed + done, numRuns: Math.min(AT_ONCE, count - done) })
    const worker = async () => {
      for (let request = some.pop(); request; request = some.pop()) await one(request)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
  agent.destroy()
  return fuzzed

  async function one(request: Request): Promise<void> {
    const { method, path, headers, body } = request
    const answer = await ask(port, method, path, { headers, body }, agent)
    fuzzed.statuses.set(answer.status, (fuzzed.statuses.get(answer.status) ?? 0) + 1)
    const wrong = misfits(method, path, answer)
    if (answer.status >= 500) wrong.push('our fault')
    if (wrong.length > 0 && fuzzed.bad.length < 20) fuzzed.bad.push({ request, status: answer.status, wrong })
  }
}
