/** The page on screens of all widths: nothing sticks out, nothing disappears, all stands where it stood. */
import { defineSuite } from '../core/suite.ts'
import { clipping } from './clipping/index.ts'
import { layout } from './layout/index.ts'
import { overflow } from './overflow.ts'
import { overlaps } from './overlaps/index.ts'
import { reflow } from './reflow.ts'
import { small } from './small.ts'
import { viewport } from './viewport.ts'

export const responsive = defineSuite({
  name: 'responsive',
  needs: [
    'layouts',
    'breakpoints',
    'head',
    'document',
    'health',
    'links',
    'volatile',
    'images',
    'probes',
    'screens',
  ],
  checks: [overflow, reflow, viewport, layout, overlaps, clipping, small],
})
