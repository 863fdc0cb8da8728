import type { Severity } from '../../../contract.ts'
import { hexOf, labOf } from '../../../lib/colour.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { inconclusive, notApplicable } from '../../core/suite.ts'
import { lostBackground } from '../blocks/lost-background.ts'
import type { Distinctive } from './brand.ts'
import { causesOf, isShade } from './causes.ts'
import type { Change } from './changes.ts'
import type { Recoloured } from './paint.ts'
import type { ColourPair } from './pairs.ts'

const NOTICED = 0.05
/** Share of the original's text area that must be found again to say anything. */
const COMPARABLE = 0.15

export const colours: Check<'colours' | 'images' | 'layouts' | 'document' | 'palette' | 'surfaces'> = {
  id: 'image/colours',
  title: 'Colours of text, background and ornament are kept',
  weight: 10,
  judge({ original, rebuilt }) {
    if (original.colours.length === 0) return notApplicable('the original shows no text')
    const causes = causesOf(original, rebuilt)
    if (causes.covered < COMPARABLE)
      return inconclusive(
        'too few texts of the original were found on the rebuilt page to compare their colours',
      )
    const urls = [original.document.url, rebuilt.document.url] as const
    // A button without its background is charged as a button.
    const elsewhere = lostBackground(original, rebuilt)
    return [
      ...(causes.inverted ? [inverted(causes.inverted, urls)] : []),
      ...causes.repainted.map(change => changed(change, 'serious', urls)),
      ...causes.vanished.map(colour => vanished(colour, urls)),
      ...causes.foreign.map(colour => foreign(colour, urls)),
      ...causes.recoloured.map(colour => recoloured(colour, urls)),
      ...causes.changed
        .filter(({ pairs }) => !pairs.every(pair => elsewhere(pair.before.box)))
        .map(change => changed(change, severityOf(change), urls)),
    ]
  },
}

type Urls = readonly [original: string, rebuilt: string]

/** Letters that went from one grey to another are a note, however many, until they repaint the page. */
const severityOf = (change: Change): Severity =>
  change.share >= NOTICED && !isShade(change) ? 'moderate' : 'minor'

function changed({ slot, from, to, pairs, share }: Change, severity: Severity, urls: Urls): Finding {
  const what = slot === 'letters' ? 'Text' : 'The background of text'
  return {
    key: `image/colours:${slot}:${hexOf(from)}`,
    severity,
    penalty: Math.min(1, Math.max(share, severity === 'minor' ? 0.005 : 0.03)),
    message: `${what} in ${hexOf(from)} is ${hexOf(to)} now: ${examples(pairs)}`,
    fix: `Paint ${slot === 'letters' ? 'it' : 'the background'} in ${hexOf(from)} again`,
    ...places(pairs[0]!, urls),
  }
}

function vanished({ colour, uses }: Distinctive, urls: Urls): Finding {
  const { pair, slot } = uses[0]!
  const now = pair.after[slot]
  return {
    key: `image/colours:vanished:${hexOf(colour)}`,
    severity: 'serious',
    penalty: 0.3,
    message: `The colour ${hexOf(colour)} of the original has vanished from its ${pair.before.pressable ? 'buttons' : 'texts'}${now ? `; ${hexOf(now)} is there instead` : ''}: ${examples(uses.map(use => use.pair))}`,
    fix: `Set the colour back to ${hexOf(colour)} wherever the original has it`,
    ...places(pair, urls),
  }
}

function foreign({ colour, uses }: Distinctive, urls: Urls): Finding {
  const { pair, slot } = uses[0]!
  const was = pair.before[slot]
  return {
    key: `image/colours:foreign:${hexOf(colour)}`,
    severity: 'serious',
    penalty: 0.3,
    message: `The colour ${hexOf(colour)}, which the original shows nowhere, is all over the rebuilt page: ${examples(uses.map(use => use.pair))}`,
    fix: `Give these texts the original's colours again${was ? `, such as ${hexOf(was)}` : ''}`,
    ...places(pair, urls),
  }
}

function recoloured({ from, to, regions }: Recoloured, [before, after]: Urls): Finding {
  return {
    key: `image/colours:vanished:${hexOf(from)}`,
    severity: to ? 'serious' : 'minor',
    penalty: to ? 0.3 : 0.02,
    message: `The colour ${hexOf(from)} of icons, rules or borders has vanished from ${regions} places${to ? `; ${hexOf(to)} is there instead` : ''}`,
    fix: `Set the colour back to ${hexOf(from)} wherever the original has it`,
    original: { url: before },
    rebuilt: { url: after },
  }
}

function inverted({ example, share }: { example: ColourPair; share: number }, urls: Urls): Finding {
  const dark = labOf(example.before.background!)[0] < 50
  return {
    key: 'image/colours:inverted',
    severity: 'serious',
    penalty: share,
    message: `The page turned from ${dark ? 'dark to light' : 'light to dark'} on ${Math.round(share * 100)} % of its text area`,
    fix: `Start with the original's ${dark ? 'dark' : 'light'} background, ${hexOf(example.before.background!)}`,
    ...places(example, urls),
  }
}

function examples(pairs: ColourPair[]): string {
  const texts = [...new Set(pairs.map(pair => pair.before.text.slice(0, 40)))]
  const shown = texts.slice(0, 3).map(text => `“${text}”`)
  return texts.length > 3 ? `${shown.join(', ')} and ${texts.length - 3} more` : shown.join(', ')
}

function places(
  { before, after }: ColourPair,
  [original, rebuilt]: Urls,
): Pick<Finding, 'original' | 'rebuilt'> {
  return {
    original: { url: original, box: before.box, viewport: 1440, text: before.text },
    rebuilt: { url: rebuilt, box: after.box, viewport: 1440, text: after.text },
  }
}
