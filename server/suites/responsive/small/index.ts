import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { pairingOf } from '../pairs.ts'
import { followsScreen } from '../viewport.ts'
import { targetFindings } from './targets.ts'
import { textSizeFindings } from './text-size.ts'

const PHONE = 375

export const small: Check<'layouts' | 'head' | 'document'> = {
  id: 'responsive/small',
  title: 'On a phone controls can be hit and texts read',
  weight: 5,
  judge(pair) {
    const { original, rebuilt } = pair
    if (!followsScreen(rebuilt.head)) return notApplicable('the page is not laid out for phones')
    const [before, after] = [phoneOf(original.layouts), phoneOf(rebuilt.layouts)]
    if (!after?.blocks.length && !after?.controls.length) return notApplicable('the page shows nothing')
    const phones: Phones = {
      // A page that phones show shrunk has no sizes to keep.
      before: followsScreen(original.head) ? before : undefined,
      after,
      pairing: pairingOf(pair),
      urls: { original: original.document.url, rebuilt: rebuilt.document.url },
    }
    const findings: Finding[] = [...targetFindings(phones), ...textSizeFindings(phones)]
    return findings
  },
}

/** A pair of pages at the width of a phone. */
export interface Phones {
  before: Layout | undefined
  after: Layout
  pairing: ReturnType<typeof pairingOf>
  urls: { original: string; rebuilt: string }
}

const phoneOf = (layouts: readonly Layout[]) => layouts.find(layout => layout.width === PHONE)
