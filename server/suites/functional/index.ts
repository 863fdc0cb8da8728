/** functional: whether what the page does still works. */
import { defineSuite } from '../core/suite.ts'
import { analytics } from './analytics.ts'
import { behaviour } from './behaviour/index.ts'
import { consent, consentKept } from './consent.ts'
import { controls } from './controls.ts'
import { embeds } from './embeds/index.ts'
import { forms } from './forms/index.ts'
import { health } from './health.ts'
import { links } from './links/index.ts'

export const functional = defineSuite({
  name: 'functional',
  needs: [
    'document',
    'head',
    'health',
    'links',
    'linkTargets',
    'layouts',
    'forms',
    'embeds',
    'images',
    'submitEnablement',
    'semantics',
    'volatile',
    'probes',
  ],
  checks: [health, links, forms, controls, behaviour, embeds, consent, consentKept, analytics],
})
