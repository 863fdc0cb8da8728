/** What geometry alone would take for faults, on a page that has none. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { responsive } from '../../../server/suites/responsive/index.ts'
import { serve } from '../../serve.ts'
import { openCollector } from '../collector.ts'

test('drawers, slides, badges, hidden texts and bars are no faults', async () => {
  const site = await serve(join(import.meta.dirname, '../../fixtures/sites/traps/original'))
  const collector = await openCollector(responsive.needs, [site.host])
  try {
    const url = `${site.origin}/index.html`
    const capture = await collector.collect('original', { original_url: url, new_url: url })
    const [judged] = runSuites([responsive as unknown as Suite], capture, capture)
    const found = judged!.checks.flatMap(({ baseline }) =>
      baseline.outcome === 'assessed' ? baseline.findings : [],
    )
    expect(found.map(({ key }) => key)).toEqual([])

    const { layouts } = capture.artifacts
    if (!layouts.ok) throw new Error(layouts.reason)
    const stateOf = (text: string) =>
      layouts.value.at(-1)!.blocks.find(block => block.text.includes(text))?.state ?? 'absent'
    for (const text of ['Visible text', 'Clipping does nothing', 'Descenders', 'Letters on', 'last words'])
      expect([text, stateOf(text)]).toEqual([text, 'visible'])
    for (const text of [
      'Name in a picture',
      'second of three',
      'Folded away',
      'without an element',
      'note that is shown',
      'Not rendered',
      'by its attribute',
      'In a popover',
      'In a dialog',
      'Scaled to nothing',
      'Clipped to nothing',
      'In the drawer',
      'In the modal',
    ])
      expect([text, stateOf(text) === 'visible']).toEqual([text, false])
  } finally {
    await Promise.all([collector.close(), site.close()])
  }
})
