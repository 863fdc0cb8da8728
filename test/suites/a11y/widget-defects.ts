/** What is broken on copies of the page of widgets, and that it is found. */
import type { CheerioAPI } from 'cheerio'
import { expect } from 'vitest'
import type { Capture } from '../../../server/capture/artifact.ts'
import { charged, judged, walkOf, type widgetPages } from './widget-pages.ts'

export type Defects = [
  name: string,
  change: ($: CheerioAPI) => unknown,
  found: [key: RegExp, severity: string][],
  /** The collectors that see it; all where none is named. */
  only?: string[],
  /** The stops of the keyboard at which no ring is seen. */
  ringless?: string[],
]

/** That a copy with all of these has their issues, which are those of no page that has them too. */
export async function expectFound(
  original: Capture,
  pageWith: ReturnType<typeof widgetPages>['pageWith'],
  [, change, found, only, ringless]: Defects,
): Promise<void> {
  const rebuilt = await pageWith(change, only)
  // A ring is looked for at the control itself, where one sees it.
  if (ringless) expect(withoutRing(rebuilt).toSorted()).toEqual(ringless)
  const result = judged(original, rebuilt)
  for (const [key, severity] of found)
    expect(charged(result)).toContainEqual(
      expect.objectContaining({ key: expect.stringMatching(key), severity, status: 'introduced' }),
    )
  expect(result.pass).toBe(false)
  // Inherited where the original has them too, and no punishment for who mends them.
  expect(charged(judged(rebuilt, rebuilt))).toEqual([])
  expect(charged(judged(rebuilt, original))).toEqual([])
}

export const withoutRing = (capture: Capture) =>
  walkOf(capture)
    .stops.filter(({ ring }) => ring === false)
    .map(({ name }) => name)

/** A list of links that styles show under the mouse. */
export const hoverMenu = ($: CheerioAPI, id: string, opener: string) => {
  $('footer').append(
    `<div id="${id}">${opener}<ul><li><a href="/${id}/1">${id} one</a></li><li><a href="/${id}/2">${id} two</a></li></ul></div>`,
  )
  $('style').append(`#${id} ul { display: none } #${id}:hover > ul { display: block }`)
}
