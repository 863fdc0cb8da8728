/**
 * The accessibility tree against the original's: landmarks, roles, names and states of what a visitor still sees. What
 * is gone altogether belongs to content and functional, headings to seo, fields and links to functional.
 */
import { type Check, notApplicable } from '../../core/suite.ts'
import type { Needed } from '../page.ts'
import { judgeControls } from './controls.ts'
import { judgeHiddenFromAt } from './hidden-from-at.ts'
import { judgeInDialogs } from './in-dialogs.ts'
import { judgeLabels } from './labels.ts'
import { judgeLandmarks } from './landmarks.ts'
import { judgeRoles } from './lost-roles.ts'
import { judgeOpener } from './opener.ts'
import { judgePictures } from './pictures.ts'
import { judgeSymbolText } from './symbol-text.ts'

export const parity: Check<Needed> = {
  id: 'a11y/parity',
  title: 'Screen readers are told of the same landmarks, controls and names',
  weight: 20,
  judge(pair) {
    const { landmarks, controls } = pair.original.semantics
    if (!landmarks.length && !controls.length)
      return notApplicable('the original has neither landmarks nor controls')
    return [
      ...judgeLandmarks(pair),
      ...judgeRoles(pair),
      ...judgeOpener(pair),
      ...judgeControls(pair),
      ...judgeInDialogs(pair),
      ...judgeLabels(pair),
      ...judgePictures(pair),
      ...judgeSymbolText(pair),
      ...judgeHiddenFromAt(pair),
    ]
  },
}
