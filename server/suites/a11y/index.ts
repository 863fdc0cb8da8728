/** a11y: what shuts people out who see, hear or move differently. */
import { defineSuite } from '../core/suite.ts'
import { axe } from './axe/index.ts'
import { keyboard } from './keyboard/index.ts'
import { parity } from './parity/index.ts'
import { textResize } from './text-resize.ts'

export const a11y = defineSuite({
  name: 'a11y',
  needs: [
    'axe',
    'document',
    'forms',
    'head',
    'health',
    'layouts',
    'links',
    'images',
    'volatile',
    'semantics',
    'keyboard',
    'probes',
    'screens',
    'textSpacing',
    'zoom',
    'colours',
  ],
  checks: [axe, parity, keyboard, textResize],
})
