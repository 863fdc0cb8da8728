/** A sign-in page that was shown in place of the page that was asked for. */
import { isElsewhere } from '../../lib/place.ts'
import { pathOf } from '../../lib/url.ts'
import type { Injected } from '../injected/index.ts'
import { CaptureFailure } from './failure.ts'
import type { PageLoad } from './page-load.ts'

/** A page that says more than this besides asking who one is, is a page with a form on it. */
const MAX_WORDS = 150

/** The failure of a load that ended at another place, where it asks for a password and shows little else. */
export async function signInFailure({ page, site, world }: PageLoad): Promise<CaptureFailure | undefined> {
  const shown = page.url()
  const isOther = isElsewhere(shown, site.url) || routeOf(shown) !== routeOf(site.url)
  if (!isOther || !(await world.run(isSignIn, MAX_WORDS))) return
  return new CaptureFailure(
    'auth_required',
    `${site.url} led to a sign-in at ${shown.slice(0, 300)}, so the page itself was not seen; send what lets us in by ${site.side === 'original' ? 'original' : 'new'}_headers, or submit the address of the sign-in where that is the page to verify`,
  )
}

/** By which a page's own scripts choose what it shows, as in `#/sign-in`. */
const routeOf = (url: string) => pathOf(url).split('#')[1] ?? ''

/** Runs in the page. */
function isSignIn({ elements, contextOf, isVisible, textBlocks }: Injected, maxWords: number): boolean {
  const ofThePage = (landmark: string | null) =>
    !/^(banner|navigation|contentinfo|complementary)$/.test(landmark ?? '')
  const asks = elements().some(
    element =>
      element.matches('input:is([type="password" i], [autocomplete~="username" i])') &&
      isVisible(element) &&
      ofThePage(contextOf(element).landmark),
  )
  if (!asks) return false
  const words = textBlocks()
    .blocks.filter(({ state, landmark }) => state === 'visible' && ofThePage(landmark))
    .reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  return words <= maxWords
}
