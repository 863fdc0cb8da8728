/** What lies open over the page from the start, and does not on the original; what could be closed, the capture has closed. */

import type { Layout, Panel } from '../../../capture/collectors/layouts.ts'
import { ANSWERS_CONSENT, ASKS_CONSENT, SPEAKS_OF_PRIVACY } from '../../../lib/consent-words.ts'
import { sumOf } from '../../../lib/count.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { probesOf } from '../../core/probed.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { pairingOf } from '../pairs.ts'
import { atWidths, canBeSeen, mergeWidths, picturedOf, placeAt } from '../screens.ts'
import { normalText, textKey } from '../words.ts'
import { MIN_PANEL_SHARE, rules } from './rules.ts'

/** Of one that was closed nobody has measured the letters under it. */
export type OpenPanel = Omit<Panel, 'share'> & { share?: number }

type Needed = 'document' | 'health' | 'layouts' | 'links' | 'probes'

/** Share of what stands in a panel that the original does not show, or fewer times. */
const MIN_NEW = 0.5
/** Texts of the original under it: one may be a word of its own, as the name of the site. */
const MIN_UNDER = 2

/** Panels of the new page over its first screen with texts that the original shows on demand or not at all. */
export function openPanels(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt } = pair
  const isMain = mainReader(pair)
  // A script that was out of reach may close it.
  const isUntold = lacksScripts(original, rebuilt)
  const isAskedFor = revealedReader(original)
  const pairing = pairingOf(pair)
  const found = rebuilt.layouts.flatMap(layout => {
    const before = atWidth(original.layouts, layout.width)
    if (!before) return []
    const wasSeen = (text: Panel['covered'][number]) => {
      const was = pairing.textOn(before, text)
      return was !== undefined && canBeSeen(was, before)
    }
    return panelsOf(layout)
      .filter(({ share = 0, area }) => Math.max(share, area) >= MIN_PANEL_SHARE)
      .map(panel => ({
        ...panel,
        covered: panel.covered.filter(wasSeen),
        isClosed: layout.interstitials?.includes(panel) ?? false,
      }))
      .filter(panel => panel.covered.length >= MIN_UNDER && isNew(panel, layout, before))
      .map(panel => ({ key: textKey(titleOf(panel), 60), width: layout.width, panel }))
  })
  return mergeWidths(found, picturedOf).map(({ key, width, widths, panel }) => {
    const { covered, isClosed } = panel
    const title = titleOf(panel)
    const main = isUntold || isClosed || isCloseable(panel, rebuilt) ? undefined : covered.find(isMain)
    const first = main ?? covered[0]!
    return rules.report('panel-open', {
      place: key,
      as: main ? 'main' : !isUntold && widths.some(at => isAskedFor(panel, at)) ? 'asked' : undefined,
      message: `A panel with ${quote(title, 60)} lies open over the page ${atWidths(widths)}, on ${quote(first.text, 60)} and ${covered.length - 1} more; the original shows it on demand or not at all`,
      rebuilt: placeAt(rebuilt.document.url, width, { ...panel, text: title }),
    })
  })
}

/** Those with words that ask for no consent: a menu leads to what is said of privacy, and nothing in it answers. */
export const panelsOf = ({ panels = [], interstitials = [] }: Layout): OpenPanel[] =>
  [...panels, ...interstitials].filter(({ texts }) => {
    const asks = texts.some(text => ASKS_CONSENT.test(text) || SPEAKS_OF_PRIVACY.test(text))
    return texts.length > 0 && !(asks && texts.some(text => ANSWERS_CONSENT.test(text)))
  })

/** Its first words: a cross and an icon may stand before them. */
const titleOf = ({ texts }: OpenPanel): string => texts.find(text => /\p{L}{2}/u.test(text)) ?? texts[0]!

/** Whether the original shows fewer of most of its texts. */
export function isNew({ texts }: OpenPanel, now: Layout, before: Layout): boolean {
  const seenIn = (layout: Layout) => {
    const seen = layout.blocks.filter(block => canBeSeen(block, layout)).map(({ text }) => text)
    const closed = layout.interstitials?.flatMap(interstitial => interstitial.texts) ?? []
    return Map.groupBy([...seen, ...closed], normalText)
  }
  const [was, is] = [seenIn(before), seenIn(now)]
  const more = texts
    .map(normalText)
    .filter(text => (is.get(text)?.length ?? 0) > (was.get(text)?.length ?? 0))
  return more.length >= MIN_NEW * texts.length
}

/** Whether the press of a control took its texts away. */
export function isCloseable({ texts }: OpenPanel, rebuilt: Side<'probes'>): boolean {
  const hidden = new Set(probesOf(rebuilt).flatMap(probe => probe.hidden.map(normalText)))
  return texts.some(text => hidden.has(normalText(text)))
}

/** Whether the press of one control took away most of what a box says, by its first words. */
export function isTakenAway(said: string, rebuilt: Side<'probes'>): boolean {
  const words = normalText(said)
  return probesOf(rebuilt).some(({ hidden }) => {
    const gone = new Set(hidden.map(normalText).filter(text => words.includes(text)))
    return 2 * sumOf([...gone], ({ length }) => length) > words.length
  })
}

/** Whether a press at about such a width brings most of what a panel says, as that of a button which opens it; menus apart. */
function revealedReader({ probes }: Side<'probes'>): (panel: OpenPanel, width: number) => boolean {
  const broughtAt = ({ probes }: Probes) =>
    probes.flatMap(({ menu, revealed, more = [] }) =>
      menu ? [] : [new Set([...revealed, ...more].map(normalText))],
    )
  const [narrow, wide] = [broughtAt(probes.narrow), broughtAt(probes.wide)]
  return ({ texts }, width) => {
    const said = texts.map(normalText).filter(text => /\p{L}{2}/u.test(text))
    return (width < DESKTOP ? narrow : wide).some(brought => {
      const asked = said.filter(text => brought.has(text))
      return asked.length >= MIN_ASKED && 2 * asked.length > said.length
    })
  }
}

type Probes = Side<'probes'>['probes']['wide']

/** One text may be any of the page. */
const MIN_ASKED = 2

/** The main heading, or a call to action. */
function mainReader({ rebuilt }: Pair<'links'>): (covered: Panel['covered'][number]) => boolean {
  const calls = new Set(
    rebuilt.links.flatMap(({ looksLikeButton, name }) => (looksLikeButton ? normalText(name) : [])),
  )
  return ({ text, level }) => level === 1 || calls.has(normalText(text))
}
