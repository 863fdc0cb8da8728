/** Pictures on slides: which of them a page shows first may be drawn by lot. */
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { normalise } from '../../../lib/text.ts'
import { probesOf } from '../../core/probed.ts'
import { showsByProbe } from '../../core/revealed.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { desktopBlocks } from '../texts.ts'

/** Characters of a text beside a picture that say which it is. */
const MIN_TEXT = 4

/**
 * Tells whether a picture stands on a slide that is turned away now: a text beside it is out of sight on the new page, and
 * comes into sight there on a press, as it does not on the original, while another picture is in sight beside a text that the
 * original does not show at first. The texts of such a slide are not lost either.
 */
export function slideReader({ original, rebuilt }: Pair<'images' | 'layouts' | 'probes'>) {
  const textsOf = (side: typeof original) =>
    desktopBlocks(side)
      .filter(({ state }) => state === 'visible')
      .map(({ text }) => normalise(text))
  const [known, seen] = [new Set(textsOf(original)), new Set(textsOf(rebuilt))]
  const only = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...own].filter(text => text.length >= MIN_TEXT && !other.has(text))
  const [gone, fresh] = [only(known, seen), only(seen, known)]
  const isInstead = ({ near, state }: ImageArtifact) => {
    const beside = normalise(near)
    return state === 'visible' && fresh.some(text => beside.includes(text))
  }
  if (!rebuilt.images.some(isInstead)) return () => false
  const isTurnedTo = (side: typeof original, text: string) => showsByProbe(side).some(shows => shows(text))
  return ({ near }: ImageArtifact): boolean => {
    const beside = normalise(near)
    return gone.some(
      text => beside.includes(text) && isTurnedTo(rebuilt, text) && !isTurnedTo(original, text),
    )
  }
}

/** As much as presses tell of what a picture is called. */
const MAX_CALLED = 80

/** Tells whether a picture came into sight when a control was pressed, by what presses call it. */
export function openedReader(side: Side<'probes'>): (image: ImageArtifact) => boolean {
  const revealed = new Set(probesOf(side).flatMap(probe => probe.revealed))
  return ({ kind, alt, url }) => {
    if (kind !== 'img') return false
    const called = (alt ?? '').replace(/\s+/g, ' ').trim() || url.split(/[?#]/)[0]!.split('/').at(-1)
    return revealed.has(`picture ${called}`.slice(0, MAX_CALLED))
  }
}
