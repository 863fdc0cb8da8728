import type { Check } from '../suite.ts'
import { notApplicable } from '../suite.ts'
import { navigationFindings } from './kept/navigation.ts'
import { textFindings } from './kept/texts.ts'
import { screensOf } from './screens.ts'
import { followsScreen } from './viewport.ts'

/** Up to here a page without a viewport meta is seen as on a desktop, shrunk. */
const PHONE = 375

export const kept: Check<'layouts' | 'breakpoints' | 'head' | 'document' | 'volatile'> = {
  id: 'responsive/kept',
  title: 'What the original shows at a width is shown there',
  weight: 30,
  judge({ original, rebuilt }) {
    const before = screensOf(original)
    const comparable = followsScreen(original.head) === followsScreen(rebuilt.head)
    const after = screensOf(rebuilt).filter(screen => comparable || screen.width > PHONE)
    if (!before.some(screen => screen.blocks.some(block => block.state === 'visible')))
      return notApplicable('the original shows no text')
    const urls = { original: original.document.url, rebuilt: rebuilt.document.url }
    return [
      ...navigationFindings(before, after, urls),
      ...textFindings(before, after, [...original.volatile.texts, ...rebuilt.volatile.texts], urls),
    ]
  },
}
