import type { Layout, TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Finding } from '../../core/suite.ts'
import { PASSAGE, wordsIn } from '../content.ts'
import { inReach } from '../screens.ts'
import { spelled } from '../spelling.ts'
import type { Phones } from './index.ts'

/** CSS px. */
const LEAST = 12
/** A small text that became so much smaller is small anew. */
const SHRUNK = 0.85
/** Share of the page's text from which it is more than a note in small print. */
const MUCH = 0.02

/** Texts under 12 px: those that the original has larger as one finding, the others as they are on the original. */
export function textSizeFindings({ before, after, pairing, urls }: Phones): Finding[] {
  const findings: Finding[] = []
  const shrunk: { was: TextBlock; is: TextBlock }[] = []
  const total = lettersOf(shownOn(before ?? after))
  for (const is of shownOn(after)) {
    if (is.style.size >= LEAST) continue
    const was = before && pairing.textOn(before, is)
    if (
      was &&
      before &&
      inReach(was, before) &&
      is.style.size < was.style.size * (was.style.size < LEAST ? SHRUNK : 1)
    ) {
      shrunk.push({ was, is })
      continue
    }
    const named = was ?? is
    findings.push({
      key: `responsive/small:text:${spelled(named.text).slice(0, 80)}`,
      severity: 'minor',
      penalty: Math.min(1, named.text.length / total),
      message: `“${is.text.slice(0, 80)}” is set in ${is.style.size} px at ${after.width} px`,
      fix: `Set it in ${LEAST} px or more on phones`,
      rebuilt: placeOf(is, urls.rebuilt, after.width),
    })
  }
  if (shrunk.length) findings.push(shrunkFinding(shrunk, total, after.width, urls))
  return findings
}

function shrunkFinding(
  shrunk: { was: TextBlock; is: TextBlock }[],
  total: number,
  width: number,
  urls: Phones['urls'],
): Finding {
  const sorted = shrunk.toSorted((a, b) => b.is.text.length - a.is.text.length || a.is.box.y - b.is.box.y)
  const { was, is } = sorted[0]!
  const share = Math.min(1, lettersOf(shrunk.map(one => one.is)) / total)
  const others = shrunk.length > 1 ? ` and ${shrunk.length - 1} more` : ''
  const much = share >= MUCH || shrunk.some(one => wordsIn(one.is.text) >= PASSAGE)
  return {
    key: `responsive/small:shrunk:${spelled(was.text).slice(0, 80)}`,
    severity: much ? 'moderate' : 'minor',
    penalty: Math.max(much ? 0.1 : 0.02, share),
    message: `“${is.text.slice(0, 80)}”${others} is set in ${is.style.size} px at ${width} px, where the original has ${was.style.size} px`,
    fix: `Set it in ${was.style.size} px on phones, as the original does`,
    original: placeOf(was, urls.original, width),
    rebuilt: placeOf(is, urls.rebuilt, width),
  }
}

const shownOn = (layout: Layout) => layout.blocks.filter(block => inReach(block, layout))

const lettersOf = (blocks: readonly TextBlock[]) =>
  Math.max(
    1,
    blocks.reduce((sum, block) => sum + block.text.length, 0),
  )

const placeOf = ({ box, selector, text }: TextBlock, url: string, viewport: number) => ({
  url,
  box,
  selector,
  viewport,
  text: text.slice(0, 200),
})
