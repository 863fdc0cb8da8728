/** The hostile titles of which hostile.e2e.test.ts tries the neighbours. */
import { test } from 'vitest'
import { expectTexts, theOthers } from './hostile-titles.ts'
import { openWorld } from './world.ts'

openWorld()

test.each(theOthers.map((texts, index) => ({ texts, index })))(
  'hostile titles, group $index: they stay text in the log, the comment, the summary and the outputs',
  ({ texts }) => expectTexts(texts),
)
