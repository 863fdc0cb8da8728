import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/suite.ts'
import { type Comparison, quote } from '../comparison/index.ts'

/** Words of a text from which its direction shows: in the place of its full stop, the order of what is mixed in. */
const LEAST_WORDS = 2
/** Share of such texts from which all of the page runs the wrong way. */
const MOST = 0.3
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu

/** Texts that run the other way than before, and other than their script does. */
export function lostDirection({ original, rebuilt, alignment }: Comparison): Finding[] {
  let [words, wrong] = [0, 0]
  let first: [number, number] | undefined
  original.forEach((passage, index) => {
    if (!passage.visible || passage.length < LEAST_WORDS) return
    const scripted = (passage.text.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 > passage.text.length / 2
    if (passage.rtl !== scripted) return
    const counterpart = counterpartOf(alignment, index)
    if (counterpart === undefined || !rebuilt[counterpart]!.visible) return
    words += passage.length
    if (rebuilt[counterpart]!.rtl === passage.rtl) return
    wrong += passage.length
    first ??= [index, counterpart]
  })
  if (!first) return []
  const [before, now] = [original[first[0]]!, rebuilt[first[1]]!]
  const share = wrong / words
  const [from, to] = before.rtl ? ['right to left', 'left to right'] : ['left to right', 'right to left']
  return [
    {
      key: 'content/encoding:direction',
      severity: share > MOST ? 'serious' : 'moderate',
      penalty: Math.max(0.2, share),
      message: `${Math.ceil(share * 100)} % of the text ran ${from} and runs ${to} now, first ${quote(before.text)}`,
      fix: `Set dir="${before.rtl ? 'rtl' : 'ltr'}" on ${share > MOST ? 'the html element' : 'these elements'}, as before`,
      original: before.place,
      rebuilt: now.place,
    },
  ]
}
