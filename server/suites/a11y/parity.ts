/**
 * The accessibility tree against the original's: landmarks, roles, names and states of what a visitor still sees. What
 * is gone altogether belongs to content and functional, headings to seo, fields and links to functional.
 */
import { type Check, notApplicable } from '../suite.ts'
import type { Needed } from './page.ts'
import { judgeControls } from './parity/controls.ts'
import { judgeInDialogs } from './parity/in-dialogs.ts'
import { judgeLabels } from './parity/labels.ts'
import { judgeLandmarks } from './parity/landmarks.ts'
import { judgeRoles } from './parity/lost-roles.ts'
import { judgeOpener } from './parity/opener.ts'
import { judgePictures } from './parity/pictures.ts'
import { judgeSigns } from './parity/signs.ts'
import { judgeSilenced } from './parity/silenced.ts'

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
      ...judgeSigns(pair),
      ...judgeSilenced(pair),
    ]
  },
}
