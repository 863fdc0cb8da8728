/** seo: what search engines are told of the page, compared with what the original tells them. */
import { defineSuite } from '../core/suite.ts'
import { canonical } from './canonical.ts'
import { description } from './description.ts'
import { headings } from './headings/index.ts'
import { indexable } from './indexable.ts'
import { lang } from './lang.ts'
import { internalLinks } from './links.ts'
import { served } from './served.ts'
import { siteFiles } from './site-files.ts'
import { social } from './social.ts'
import { structured } from './structured/index.ts'
import { title } from './title.ts'

export const seo = defineSuite({
  name: 'seo',
  needs: [
    'destinations',
    'document',
    'forms',
    'head',
    'structuredData',
    'links',
    'linkTargets',
    'layouts',
    'robots',
    'headFiles',
    'volatile',
  ],
  checks: [
    indexable,
    title,
    description,
    canonical,
    headings,
    structured,
    social,
    lang,
    internalLinks,
    served,
    siteFiles,
  ],
})
