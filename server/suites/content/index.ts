/** content: what a visitor reads on the original is on the rebuilt page, word by word and to the digit. */
import { defineSuite } from '../core/suite.ts'
import { encoding } from './encoding.ts'
import { facts } from './facts/index.ts'
import { linkTexts } from './link-texts.ts'
import { order } from './order.ts'
import { structure } from './structure/index.ts'
import { text } from './text/index.ts'
import { unexpected } from './unexpected.ts'

export const content = defineSuite({
  name: 'content',
  needs: [
    'layouts',
    'tables',
    'links',
    'linkTargets',
    'images',
    'document',
    'volatile',
    'head',
    'probes',
    'health',
    'colours',
  ],
  checks: [text, facts, structure, unexpected, linkTexts, order, encoding],
})
