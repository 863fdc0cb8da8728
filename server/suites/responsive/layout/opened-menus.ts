/** Entries of a phone's menu that are out of reach once it is open. */
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import { isStep } from '../../core/step.ts'
import type { Pair } from '../../core/suite.ts'
import { placeAt } from '../screens.ts'
import { normalText } from '../words.ts'
import { rules } from './rules.ts'

/** Of what both pages lead to: what slides by is beyond the screen as well, and no entry of a menu. */
export function openedMenuFindings({ original, rebuilt }: Pair<'document' | 'links' | 'probes'>): Finding[] {
  const [before, after] = [original, rebuilt].map(
    ({ links }) => new Set(links.map(({ name }) => normalText(name))),
  )
  const known = new Set(original.probes.narrow.probes.flatMap(({ beyond = [] }) => beyond.map(normalText)))
  const [found] = rebuilt.probes.narrow.probes.flatMap(probe => {
    const { effect, beyond = [], revealed } = probe
    if (!/^(opens|dialog)$/.test(effect) || isStep(probe)) return []
    if (!revealed.some(text => after!.has(normalText(text)))) return []
    const isEntry = (text: string) => before!.has(text) && after!.has(text)
    const out = [...new Set(beyond)].filter(text => isEntry(normalText(text)))
    // On the original judged against itself it is what is there.
    const isNew = original === rebuilt || out.some(text => !known.has(normalText(text)))
    return out.length > 0 && isNew ? [{ probe, out }] : []
  })
  if (!found) return []
  const { probe, out } = found
  const many = out.length > 1
  return [
    rules.report('menu-out', {
      key: 'responsive/navigation:out',
      as: many ? 'more' : undefined,
      extent: out.length,
      message: `The opened menu runs out of the screen or is cut off at ${MOBILE} px: ${listed(out.map(text => quote(text, 40)))} cannot be reached`,
      rebuilt: placeAt(rebuilt.document.url, MOBILE, { ...probe, text: probe.name }),
    }),
  ]
}
