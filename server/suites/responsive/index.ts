/** The page on screens of all widths: nothing sticks out, nothing disappears. */
import { defineSuite } from '../suite.ts'
import { kept } from './kept.ts'
import { overflow } from './overflow.ts'
import { viewport } from './viewport.ts'

export const responsive = defineSuite({
  name: 'responsive',
  needs: ['layouts', 'breakpoints', 'head', 'document', 'volatile'],
  checks: [overflow, viewport, kept],
})
