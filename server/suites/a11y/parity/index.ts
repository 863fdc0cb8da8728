/**
 * The accessibility tree against the original's: landmarks, roles, names and states of what a visitor still sees. What
 * is gone altogether belongs to content and functional, headings to seo, fields and links to functional.
 */
import { type Check, notApplicable } from '../../core/suite.ts'
import type { Needed } from '../page.ts'
import { judgeControls } from './controls.ts'
import { judgeNoise, judgePictures, judgeSilenced, judgeSymbols } from './graphics.ts'
import { judgeHiddenFromAt } from './hidden-from-at.ts'
import { judgeLandmarks } from './landmarks.ts'
import { judgeLists } from './lists.ts'
import { judgeRoles } from './lost-roles.ts'
import { judgeOpenedFields } from './opened-fields.ts'
import { rules } from './rules.ts'

export const parity: Check<Needed> = {
  id: 'a11y/parity',
  title: 'Screen readers are told of the same landmarks, controls and names',
  weight: 20,
  rules,
  judge(pair) {
    const { landmarks, controls } = pair.original.semantics
    if (!landmarks.length && !controls.length)
      return notApplicable('the original has neither landmarks nor controls')
    return [
      ...judgeLandmarks(pair),
      ...judgeRoles(pair),
      ...judgeControls(pair),
      ...judgePictures(pair),
      ...judgeNoise(pair),
      ...judgeSilenced(pair),
      ...judgeSymbols(pair),
      ...judgeHiddenFromAt(pair),
      ...judgeLists(pair),
      ...judgeOpenedFields(pair),
    ]
  },
}
