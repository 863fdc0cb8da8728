import { MOBILE } from '../../../lib/widths.ts'
import { isEdited, isMadeAnew, isRedesigned } from '../../core/made-anew.ts'
import { provenOpeners } from '../../core/openers.ts'
import { lacksIcons } from '../../core/requests.ts'
import { type Check, notApplicable, type Side } from '../../core/suite.ts'
import { pairingOf } from '../pairs.ts'
import { screensOf } from '../screens.ts'
import { followsScreen } from '../viewport.ts'
import { arrangementFindings } from './arrangement.ts'
import { blownUpFindings } from './blown-up.ts'
import { headerLinkFindings } from './header-links.ts'
import { hiddenBandFindings } from './hidden-bands.ts'
import { hiddenIconFindings } from './hidden-icons.ts'
import { hiddenPictureFindings } from './hidden-pictures.ts'
import { hiddenTextFindings } from './hidden-texts.ts'
import { lostScrollFindings } from './lost-scroll.ts'
import { marginFindings } from './margins.ts'
import { navigationFindings } from './navigation.ts'
import { openedMenuFindings } from './opened-menus.ts'
import { partsOf } from './parts.ts'
import { rules } from './rules.ts'
import { scrolledHeaderFindings } from './scrolled-headers.ts'
import { sideBarFindings } from './side-bars.ts'
import { tableRowFindings } from './table-rows.ts'
import { phoneStripFindings, textWidthFindings } from './text-width.ts'
import { tornHeadingFindings } from './torn-headings.ts'
import { voidFindings } from './voids.ts'

export const layout: Check<
  | 'layouts'
  | 'breakpoints'
  | 'head'
  | 'document'
  | 'volatile'
  | 'images'
  | 'links'
  | 'probes'
  | 'screens'
  | 'health'
> = {
  id: 'responsive/layout',
  title: 'At each width all is shown, and stands where the original has it',
  weight: 30,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    // Where one of the two is shown shrunk on phones, they cannot be compared there.
    const comparable = followsScreen(original.head) === followsScreen(rebuilt.head)
    const before = screensOf(original)
    const after = screensOf(rebuilt).filter(screen => comparable || screen.width > MOBILE)
    if (!before.some(screen => screen.blocks.some(block => block.state === 'visible')))
      return notApplicable('the original shows no text')
    const urls = { original: original.document.url, rebuilt: rebuilt.document.url }
    const volatile = [...original.volatile.texts, ...rebuilt.volatile.texts]
    const findings = [
      ...navigationFindings(before, after, urls, provenOpeners(rebuilt), lacksIcons(rebuilt)),
      ...openedMenuFindings(pair),
      ...hiddenTextFindings(before, after, volatile, urls, rebuilt.links),
    ]
    // The arrangement of a page is its own.
    if (original === rebuilt) return findings
    const layouts = {
      before: before.filter(screen => comparable || screen.width > MOBILE),
      after,
      parts: partsOf(pair),
      common: new Set(
        rebuilt.layouts
          .map(({ width }) => width)
          .filter(width => original.layouts.some(one => one.width === width)),
      ),
      urls,
      // Type and grid alone are lost together with a style sheet.
      isAnew: isMadeAnew(pair) || (isRedesigned(pair) && isEdited(pair)),
    }
    const pageOf = ({ images }: Side<'images'>, side: 'original' | 'rebuilt', screens: typeof before) => ({
      images,
      screens,
      url: urls[side],
    })
    const pages = [
      pageOf(original, 'original', layouts.before),
      pageOf(rebuilt, 'rebuilt', after),
      pair.matching,
      original.volatile.images,
    ] as const
    const bands = hiddenBandFindings(...pages)
    return [
      ...findings,
      ...bands.findings,
      ...hiddenPictureFindings(...pages, bands.told),
      ...hiddenIconFindings(
        { links: original.links, screens: before, url: urls.original },
        { links: rebuilt.links, screens: screensOf(rebuilt), url: urls.rebuilt },
      ),
      ...headerLinkFindings(
        { links: original.links, screens: before, url: urls.original },
        { links: rebuilt.links, screens: after, url: urls.rebuilt },
        rebuilt.probes.narrow.probes,
      ),
      ...scrolledHeaderFindings(
        original.layouts,
        rebuilt.layouts.filter(({ width }) => comparable || width > MOBILE),
        urls,
      ),
      ...lostScrollFindings(
        original.layouts,
        rebuilt.layouts.filter(({ width }) => comparable || width > MOBILE),
        urls,
        [...rebuilt.probes.narrow.probes, ...rebuilt.probes.wide.probes],
      ),
      ...blownUpFindings(pages[0], pages[1], pair.matching),
      ...arrangementFindings(layouts),
      ...textWidthFindings(layouts),
      ...(comparable || !followsScreen(rebuilt.head)
        ? []
        : phoneStripFindings(original.layouts, rebuilt.layouts, pairingOf(pair), urls)),
      ...marginFindings(layouts),
      ...tornHeadingFindings(layouts),
      ...tableRowFindings(layouts, pairingOf(pair)),
      ...sideBarFindings(layouts, pairingOf(pair)),
      ...voidFindings(pair),
    ]
  },
}
