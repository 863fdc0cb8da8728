/** A preview of a fork is code that anybody can write: what is sent to it is known to its author. */
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, statusOf } from './github.ts'
import type { Inputs } from './inputs/index.ts'

/** @throws {Failure} when secrets would be sent to the preview of a fork, or to one of which nobody knows whose it is */
export async function checkFork(
  { options, forkSecrets }: Pick<Inputs, 'options' | 'forkSecrets'>,
  happening: Happening,
  github: GitHub | null,
): Promise<void> {
  const sent = [
    ...(options.new_headers ? ['new-headers'] : []),
    ...(options.storefront_password ? ['storefront-password'] : []),
  ].join(' and ')
  if (!sent || forkSecrets === 'send') return
  if (happening.fork ?? (await isFork(happening, github, sent)))
    throw new Failure(
      `The preview is of a fork, whose author would learn what ${sent} ${sent.includes(' and ') ? 'hold' : 'holds'}: nothing is sent. Leave it out for forks, or set fork-secrets to "send" if whoever can open a pull request may know it.`,
    )
}

async function isFork({ sha, head }: Happening, github: GitHub | null, sent: string): Promise<boolean> {
  const unknown = `Nobody can tell whether the preview is of a fork, whose author must not learn what ${sent} holds:`
  if (!github)
    throw new Failure(`${unknown} the input github-token is empty. Give it, or set fork-secrets to "send".`)
  try {
    return (await github.pullOf(sha, head))?.fork ?? false
  } catch (error) {
    throw new Failure(
      `${unknown} GitHub does not tell of pull requests (${statusOf(error) ?? 'no answer'}). Add "pull-requests: write" to the job's permissions, or set fork-secrets to "send".`,
    )
  }
}
