/** a11y: what shuts people out who see, hear or move differently. */
import { defineSuite } from '../core/suite.ts'
import { judgeAxe } from './axe.ts'
import { keyboard } from './keyboard/index.ts'
import { parity } from './parity/index.ts'
import { legible } from './text-resize.ts'

export const a11y = defineSuite({
  name: 'a11y',
  needs: [
    'axe',
    'document',
    'forms',
    'head',
    'layouts',
    'images',
    'volatile',
    'semantics',
    'keyboard',
    'textSpacing',
    'zoom',
  ],
  checks: [
    {
      id: 'a11y/axe',
      title: 'Automatic accessibility rules hold (WCAG 2.2 A and AA)',
      weight: 55,
      judge: judgeAxe,
    },
    parity,
    keyboard,
    legible,
  ],
})
