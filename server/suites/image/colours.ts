import type { Severity } from '../../contract.ts'
import { chromaOf, hexOf, labOf } from '../../lib/colour.ts'
import type { Check, Finding } from '../suite.ts'
import { inconclusive, notApplicable } from '../suite.ts'
import { type Distinctive, foreignColours, vanishedColours } from './colours/brand.ts'
import { type Change, changesOf } from './colours/changes.ts'
import { type ColourPair, pairColours } from './colours/pairs.ts'

/** Share of the text area whose colours must change to make another page of it. */
const REPAINTED = 0.3
const NOTICED = 0.05
/** CIE chroma below which people see a grey. */
const GREY = 12
/** Share of the original's text area that must be found again to say anything. */
const COMPARABLE = 0.15

export const colours: Check<'colours' | 'images' | 'layouts' | 'document'> = {
  id: 'image/colours',
  title: 'Colours of text and ground are kept',
  weight: 10,
  judge({ original, rebuilt }) {
    if (original.colours.length === 0) return notApplicable('the original shows no text')
    const { pairs, covered } = pairColours(original, rebuilt)
    if (covered < COMPARABLE)
      return inconclusive(
        'too few texts of the original were found on the rebuilt page to compare their colours',
      )
    const changes = changesOf(pairs)
    const repainted = changes.reduce((sum, change) => sum + change.share, 0)
    const swapped = swapOf(pairs)
    const urls = [original.document.url, rebuilt.document.url] as const
    return [
      ...(swapped > REPAINTED ? [inverted(pairs, swapped, urls)] : []),
      ...vanishedColours(pairs).map(colour => vanished(colour, urls)),
      ...foreignColours(pairs).map(colour => foreign(colour, urls)),
      ...changes.map((change, at) => changed(change, severityOf(change, at === 0, repainted), urls)),
    ]
  },
}

type Urls = readonly [original: string, rebuilt: string]

/** The largest change speaks for all when together they repaint the page. */
function severityOf(change: Change, largest: boolean, repainted: number): Severity {
  if (repainted > REPAINTED && (largest || change.share > REPAINTED / 2)) return 'serious'
  return change.share >= NOTICED && !isShade(change) ? 'moderate' : 'minor'
}

/** Letters in another grey. */
const isShade = ({ slot, from, to }: Change) =>
  slot === 'letters' && chromaOf(from) < GREY && chromaOf(to) < GREY

function changed({ slot, from, to, pairs, share }: Change, severity: Severity, urls: Urls): Finding {
  const what = slot === 'letters' ? 'Text' : 'The ground of text'
  return {
    key: `image/colours:${slot}:${hexOf(from)}`,
    severity,
    penalty: Math.min(1, Math.max(share, severity === 'minor' ? 0.005 : 0.03)),
    message: `${what} in ${hexOf(from)} is ${hexOf(to)} now: ${examples(pairs)}`,
    fix: `Paint ${slot === 'letters' ? 'it' : 'the ground'} in ${hexOf(from)} again`,
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

function inverted(pairs: ColourPair[], share: number, urls: Urls): Finding {
  const example = pairs.find(pair => swaps(pair))!
  const dark = labOf(example.before.ground!)[0] < 50
  return {
    key: 'image/colours:inverted',
    severity: 'serious',
    penalty: share,
    message: `The page turned from ${dark ? 'dark to light' : 'light to dark'} on ${Math.round(share * 100)} % of its text area`,
    fix: `Start with the original's ${dark ? 'dark' : 'light'} ground, ${hexOf(example.before.ground!)}`,
    ...places(example, urls),
  }
}

/** Share of the area whose ground went from light to dark or back. */
function swapOf(pairs: ColourPair[]): number {
  const area = (some: ColourPair[]) => some.reduce((sum, pair) => sum + pair.area, 0)
  return area(pairs.filter(swaps)) / Math.max(1, area(pairs))
}

function swaps({ before, after }: ColourPair): boolean {
  if (!before.ground || !after.ground) return false
  const [was, is] = [labOf(before.ground)[0], labOf(after.ground)[0]]
  return (was > 70 && is < 40) || (was < 40 && is > 70)
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
