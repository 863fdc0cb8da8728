/** The key that requests carry: one that was handed over, or short-lived ones for which GitHub vouches. */
import * as core from '@actions/core'
import { ReadExchangedKey } from '../answers.ts'
import { Failure } from '../failure.ts'
import { clipped, log } from '../log.ts'
import type { Answer, Server } from './ask.ts'
import { isPassing, notCutover, passing, problemOf } from './errors.ts'
import { Trouble } from './trouble.ts'

export interface Key {
  /** @throws {Trouble} when asking again may help @throws {Failure} */
  now(): Promise<string>
  /** Told that the server does not accept `used`. @returns whether there may be another one */
  renew(used: string): boolean
}

export const keyOf = (apiKey: string): Key => ({ now: async () => apiKey, renew: () => false })

/**
 * Keys of `account`, each for a token in which GitHub says which repository this workflow is of. The token is made for
 * this server and nobody else. Another key is got when one has expired.
 * @param hide takes what nobody may read
 */
export function keyOfWorkflow(server: Server, account: string, hide: (secrets: string[]) => void): Key {
  let held: string | null = null
  let pending: Promise<string> | null = null

  async function exchange(): Promise<string> {
    const token = await core.getIDToken(server.address).catch(error => {
      throw new Trouble(`GitHub gives the workflow no token: ${clipped(String(error.message), 300)}`)
    })
    hide([token])
    const answer = await server.ask('POST', 'token-exchange', {}, { token, account })
    const read = answer.status === 200 ? ReadExchangedKey.safeParse(answer.json) : undefined
    if (!read?.success) throw exchangeError(server.address, answer)
    hide([read.data.api_key])
    log.info(`got a key until ${read.data.expires_at}`)
    return read.data.api_key
  }

  return {
    async now() {
      if (held !== null) return held
      // Pages that are waited for at once share one.
      pending ??= exchange().finally(() => {
        pending = null
      })
      held = await pending
      return held
    },
    renew(used) {
      if (held === used) held = null
      return true
    },
  }
}

function exchangeError(server: string, answer: Answer): Error {
  const problem = problemOf(answer)
  const said = problem?.detail ? `: ${clipped(problem.detail, 500)}` : ''
  if (isPassing(answer.status)) return passing(server, answer, said)
  if (!problem?.code) return notCutover(server, answer)
  if (answer.status === 404)
    return new Failure(`${server} gives no keys to workflows${said} Hand one over as api-key.`)
  return new Failure(`${server} gives this workflow no key (${clipped(problem.code, 60)})${said}`)
}
