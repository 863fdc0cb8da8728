/** seo: what search engines are told of the page, compared with what the original tells them. */
import { defineSuite } from '../suite.ts'
import { canonical } from './canonical.ts'
import { description } from './description.ts'
import { headings } from './headings.ts'
import { indexable } from './indexable.ts'
import { lang } from './lang.ts'
import { title } from './title.ts'

export const seo = defineSuite({
  name: 'seo',
  needs: ['document', 'head', 'robots', 'layouts', 'volatile'],
  checks: [indexable, title, description, canonical, headings, lang],
})
