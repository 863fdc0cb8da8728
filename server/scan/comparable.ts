/** Whether what was captured are two pages of their own, so that comparing them means something. */

import sharp from 'sharp'
import type { Capture } from '../capture/artifact.ts'
import { CaptureFailure } from '../capture/page/failure.ts'
import { landingFailure } from '../capture/page/landing.ts'
import type { PageLoad } from '../capture/page/page-load.ts'
import type { Files } from '../capture/page/screenshot.ts'
import { signInFailure } from '../capture/page/sign-in.ts'
import type { SideName } from '../capture/page/site.ts'
import type { SiteSession } from '../capture/page/site-session.ts'
import { isNotFoundTitle } from '../lib/not-found.ts'
import { isOnePage } from '../lib/same-page.ts'
import { DESKTOP, SHOT_WIDTHS } from '../lib/widths.ts'
import type { Sites } from './sites.ts'
import type { CapturedPair } from './types.ts'

/**
 * Two addresses that lead to one page tell nothing of the new one. So does one address for both, where the header or
 * the query that was to tell the two apart changes nothing of what is served, as with a preview's token that has ended.
 *
 * @throws {CaptureFailure}
 */
export async function refuseOnePage({ original, rebuilt }: Record<SideName, SiteSession>): Promise<void> {
  const [before, after] = await Promise.all([original.at(DESKTOP), rebuilt.at(DESKTOP)])
  const ended = after.page.url()
  if (!isOnePage(before.page.url(), ended)) {
    if (differInQuery(before.page.url(), ended) && (await areAlike(before, after)))
      throw new CaptureFailure(
        'new_http_error',
        `${rebuilt.site.url} was served as ${original.site.url} was, whatever its query says, so there was nothing to compare; submit the address that shows the new page itself, or allow the same page`,
      )
    return
  }
  if (!isOnePage(original.site.url, rebuilt.site.url))
    throw new CaptureFailure(
      'new_http_error',
      `${rebuilt.site.url} and ${original.site.url} both led to ${ended}, so there was nothing to compare; submit the address that shows the new page itself, or allow the same page`,
    )
  if (!(await areServedAlike(before, after))) return
  throw new CaptureFailure(
    'new_http_error',
    `${rebuilt.site.url} was served alike with the headers of either side, so there was nothing to compare; send the header that chooses the new page, or allow the same page`,
  )
}

function differInQuery(a: string, b: string): boolean {
  const [first, second] = [new URL(a), new URL(b)]
  first.search = second.search = ''
  return first.href === second.href
}

/** To a script a query may tell what to show of one document: then the texts differ. */
async function areAlike(before: PageLoad, after: PageLoad): Promise<boolean> {
  const [first, second] = await Promise.all(
    [before, after].map(({ world }) => world.run(shownText, undefined)),
  )
  return first === second && (await areServedAlike(before, after))
}

async function areServedAlike(before: PageLoad, after: PageLoad): Promise<boolean> {
  // Of a document that was cut off on its way nothing is kept.
  const [first, second] = await Promise.all([before, after].map(({ served }) => served().catch(() => null)))
  return first !== null && first === second
}

// Runs in the page.
function shownText(): string {
  return document.body?.innerText ?? ''
}

/**
 * Where the original shows a sign-in in place of the page that was asked for, there is no page to compare with. Where
 * the new page alone does, that is a loss, and a result.
 *
 * @throws {CaptureFailure}
 */
export async function refuseSignIn({ original }: Record<SideName, SiteSession>): Promise<void> {
  const failure = await signInFailure(await original.at(DESKTOP))
  if (failure) throw failure
}

/**
 * An original of which nothing is seen at any width is no page to compare with: whatever stands in its place would pass.
 *
 * @throws {CaptureFailure}
 */
export async function refuseBlank(original: { capture: Capture; files: Files }): Promise<void> {
  for (const width of SHOT_WIDTHS) {
    const screenshot = original.files.get(`${width}.webp`)
    if (!screenshot || !(await isOneColour(screenshot))) return
  }
  throw new CaptureFailure(
    'original_http_error',
    `${original.capture.url} showed nothing but one colour at every width, so there was nothing to compare with`,
  )
}

/**
 * An original that answers as if it was there and says, in title and h1, that it is not: applications do so where they know
 * no such address. The page for addresses that are not there has the number in its own.
 *
 * @throws {CaptureFailure}
 */
export function refuseNotFound({ url, artifacts: { head } }: Capture): void {
  if (!head.ok || /404|not-?found/i.test(new URL(url).pathname)) return
  const { title, headings } = head.value
  const said = headings.find(
    ({ level, state, text }) => level === 1 && state === 'visible' && isNotFoundTitle(text),
  )
  if (!said || !isNotFoundTitle(title)) return
  throw new CaptureFailure(
    'original_http_error',
    `${url} says “${said.text.slice(0, 80)}”, so there was nothing to compare with; submit an address that shows a page`,
  )
}

async function isOneColour(screenshot: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(screenshot).stats()
  return channels.every(({ min, max }) => min === max)
}

/**
 * A page that takes its visitor to another site after a while, unless the original takes them to the same page there.
 *
 * @throws {CaptureFailure}
 */
export function refuseLeaving(pair: CapturedPair, sites: Sites): void {
  const leaves = (side: SideName) => {
    const { destinations } = pair[side].artifacts
    const later = destinations.ok ? destinations.value.later : null
    const failure = later === null ? undefined : landingFailure(later, sites[side], false)
    return failure && later !== null ? { later, failure } : undefined
  }
  const [original, rebuilt] = [leaves('original'), leaves('rebuilt')]
  if (original && rebuilt && isOnePage(original.later, rebuilt.later)) return
  const first = original ?? rebuilt
  if (first) throw first.failure
}
