/** functional: whether what the page does still works. */
import { defineSuite } from '../suite.ts'
import { behaviour } from './behaviour.ts'
import { controls } from './controls.ts'
import { forms } from './forms.ts'
import { health } from './health.ts'
import { links } from './links.ts'

export const functional = defineSuite({
  name: 'functional',
  needs: [
    'document',
    'health',
    'links',
    'linkTargets',
    'layouts',
    'forms',
    'filled',
    'semantics',
    'volatile',
    'probes',
  ],
  checks: [health, links, forms, controls, behaviour],
})
