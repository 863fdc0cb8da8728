import type { Capture } from '../../artifact.ts'
import type { SideName } from '../../page/site.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { comeAndGo, servedVersions } from './served.ts'

/**
 * What is volatile on one side is volatile on both: where one page shows for good what the other shows to some visitors
 * only, which of them the capture was is chance. Adds to both captures.
 */
export async function excuseBoth(
  session: Record<SideName, SiteSession>,
  captures: Record<SideName, Capture>,
): Promise<void> {
  const found = {
    original: await volatileOn(session.rebuilt, captures.rebuilt, captures.original),
    rebuilt: await volatileOn(session.original, captures.original, captures.rebuilt),
  }
  for (const side of ['original', 'rebuilt'] as const) {
    const { volatile } = captures[side].artifacts
    if (volatile.ok) volatile.value.texts = [...new Set([...volatile.value.texts, ...found[side]])]
  }
}

/** Texts of the page `shown` that are volatile on the page of `session`. */
async function volatileOn(session: SiteSession, { artifacts }: Capture, shown: Capture): Promise<string[]> {
  const { layouts } = shown.artifacts
  if (!layouts.ok) return []
  const texts = [...new Set(layouts.value.flatMap(({ blocks }) => blocks.map(({ text }) => text)))]
  const there = new Set(artifacts.volatile.ok ? artifacts.volatile.value.texts : [])
  return [...texts.filter(text => there.has(text)), ...comeAndGo(texts, await servedVersions(session))]
}
