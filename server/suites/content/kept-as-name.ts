import { normalise, words } from '../../lib/text.ts'
import type { Finding } from '../core/suite.ts'
import type { ContentPair } from './comparison/index.ts'
import type { LostUnit } from './units.ts'
import { UNSEEN_SHARE } from './whole-page.ts'

/**
 * What a picture says now, as its alternative text, is told to whoever asks for it; so is the label of a menu that became
 * its name, under an icon. Worth knowing.
 */
export function keptAsNameBy({ images, layouts }: ContentPair['rebuilt']) {
  let alternatives: string[] | undefined
  let names: Set<string> | undefined

  return (finding: Finding, unit: LostUnit): Finding => {
    const text = normalise(unit.outcomes.map(({ passage }) => passage.text).join(' '))
    if (text.length < 3) return finding
    alternatives ??= images.flatMap(({ alt, state }) => (state === 'visible' && alt ? [normalise(alt)] : []))
    if (alternatives.some(alternative => alternative.includes(text)))
      return lesser(finding, 'a picture has it as its alternative text')
    names ??= namesTold(layouts)
    const isLabel = unit.outcomes.length === 1 && /^(button|link)$/.test(unit.outcomes[0]!.passage.kind)
    return isLabel && names.has(words(text).join(' '))
      ? lesser(finding, 'a control has it as its name')
      : finding
  }
}

/** CSS px of the narrowest letters that are set: a button as wide as its name shows it, as `<input value>` does. */
const LETTER = 5

/** Of what opens something: the icon of a menu is known; the icon for a call to action is not. */
function namesTold(layouts: ContentPair['rebuilt']['layouts']): Set<string> {
  return new Set(
    layouts.flatMap(({ controls }) =>
      controls.flatMap(({ name, role, opens, state, box }) => {
        const shows = role === 'button' && box.width >= LETTER * name.length
        return (opens || shows) && state === 'visible' && name ? [words(name).join(' ')] : []
      }),
    ),
  )
}

function lesser(finding: Finding, how: string): Finding {
  return {
    ...finding,
    severity: 'minor',
    penalty: finding.penalty * UNSEEN_SHARE,
    message: `${finding.message} as text; ${how}`,
  }
}
