/** functional: whether what the page does still works. */
import { defineSuite } from '../suite.ts'
import { forms } from './forms.ts'
import { health } from './health.ts'
import { links } from './links.ts'

export const functional = defineSuite({
  name: 'functional',
  needs: ['document', 'health', 'links', 'linkTargets', 'layouts', 'forms', 'volatile'],
  checks: [health, links, forms],
})
