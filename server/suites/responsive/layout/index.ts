import type { Check } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { navigationFindings } from '../kept/navigation.ts'
import { textFindings } from '../kept/texts.ts'
import { screensOf } from '../screens.ts'
import { followsScreen } from '../viewport.ts'
import { arrangementFindings } from './arrangement.ts'
import { nodesOf } from './nodes.ts'
import { widthFindings } from './widths.ts'

/** Up to here a page without a viewport meta is seen as on a desktop, shrunk. */
const PHONE = 375

export const layout: Check<'layouts' | 'breakpoints' | 'head' | 'document' | 'volatile' | 'images'> = {
  id: 'responsive/layout',
  title: 'At each width all is shown, and stands where the original has it',
  weight: 30,
  judge(pair) {
    const { original, rebuilt } = pair
    const comparable = followsScreen(original.head) === followsScreen(rebuilt.head)
    const before = screensOf(original)
    const after = screensOf(rebuilt).filter(screen => comparable || screen.width > PHONE)
    if (!before.some(screen => screen.blocks.some(block => block.state === 'visible')))
      return notApplicable('the original shows no text')
    const urls = { original: original.document.url, rebuilt: rebuilt.document.url }
    const looks = {
      before: before.filter(screen => comparable || screen.width > PHONE),
      after,
      nodes: nodesOf(pair),
      common: new Set(
        rebuilt.layouts
          .map(one => one.width)
          .filter(width => original.layouts.some(one => one.width === width)),
      ),
      urls,
    }
    return [
      ...navigationFindings(before, after, urls),
      ...textFindings(before, after, [...original.volatile.texts, ...rebuilt.volatile.texts], urls),
      // A page stands as it stands itself.
      ...(original === rebuilt ? [] : [...arrangementFindings(looks), ...widthFindings(looks)]),
    ]
  },
}
