/** The look of the page: its pictures are there, whole, sharp and in their places; its colours, type, icons and boxes are kept. */
import { defineSuite } from '../core/suite.ts'
import { alt } from './alt.ts'
import { blocks } from './blocks/index.ts'
import { broken } from './broken.ts'
import { colours } from './colours/index.ts'
import { delivery } from './delivery.ts'
import { icons } from './icons.ts'
import { presence } from './presence/index.ts'
import { quality } from './quality.ts'
import { swaps } from './swaps.ts'
import { typography } from './typography/index.ts'

export const image = defineSuite({
  name: 'image',
  needs: [
    'images',
    'volatile',
    'document',
    'colours',
    'layouts',
    'palette',
    'surfaces',
    'fonts',
    'shifts',
    'health',
    'probes',
    'screens',
  ],
  checks: [presence, broken, swaps, quality, alt, delivery, colours, typography, icons, blocks],
})
