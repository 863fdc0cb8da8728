import type { CDPSession } from 'playwright'
import { within } from '../../page/isolated-world.ts'
import { listensTo } from '../../page/listeners.ts'
import { DESKTOP, type SiteSession } from '../../page/site-session.ts'
import { LIMITS, readHiddenFromAt } from './hidden-from-at.ts'
import { LABELS, readLabels } from './labels.ts'
import { MAX_PRESS_CANDIDATES, readPressCandidates } from './press-candidates.ts'
import { read } from './read.ts'
import { MAX_SYMBOLS, readSymbolText } from './symbol-text.ts'

export type SemanticsArtifact = Awaited<ReturnType<typeof semantics>>
export type SemanticControl = SemanticsArtifact['controls'][number]
export type Pressable = SemanticsArtifact['pressables'][number]

const PRESSES = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup']

/**
 * What assistive technology and the keyboard are told of the page at 1440 px: landmarks, the state of controls, what
 * looks pressable but is no control, what takes presses and does not look like it, and texts that are kept from it.
 */
export async function semantics(session: SiteSession) {
  const { world, cdp } = await session.at(DESKTOP)
  const found = await world.run(read, undefined, 20_000)
  const hiddenFromAt = await world.run(readHiddenFromAt, LIMITS, 20_000)
  const symbols = await world.run(readSymbolText, MAX_SYMBOLS, 20_000)
  const labels = await world.run(readLabels, LABELS, 20_000)
  const pressCandidates = await world.run(readPressCandidates, MAX_PRESS_CANDIDATES, 20_000)
  const doubtful = found.pressables.filter(({ why }) => why === 'cursor')
  const heard = await Promise.all(doubtful.map(({ selector }) => listens(cdp, elementAt(selector))))
  const listening = new Set(doubtful.filter((_, index) => heard[index]))
  const pressed = await Promise.all(
    pressCandidates.map(
      async ({ selector, tag }) =>
        (await listens(cdp, elementAt(selector))) ||
        (tag === 'img' && (await listens(cdp, frameOf(selector)))),
    ),
  )
  return {
    ...found,
    hiddenFromAt,
    symbols,
    pressCandidates: pressCandidates.filter((_, index) => pressed[index]),
    pressables: [
      ...found.pressables.map(one => (listening.has(one) ? { ...one, why: 'listener' as const } : one)),
      ...labels,
    ],
  }
}

const elementAt = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

/** What holds the picture and nothing else. */
const frameOf = (selector: string) =>
  `(({ parentElement: it }) => it?.childElementCount === 1 ? it : null)(${elementAt(selector)} ?? {})`

/** Whether the page listens for presses of the very element that an expression gives; no answer is a no. */
async function listens(cdp: CDPSession, expression: string): Promise<boolean> {
  const asked = async () => {
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    return !!result.objectId && listensTo(cdp, result.objectId, PRESSES)
  }
  return within(asked(), 2000).catch(() => false)
}
