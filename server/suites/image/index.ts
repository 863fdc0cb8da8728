/** The look of the page: pictures, backgrounds and colours of the original are there and show. */
import { defineSuite } from '../suite.ts'
import { backgrounds } from './backgrounds.ts'
import { broken } from './broken.ts'
import { colours } from './colours.ts'
import { presence } from './presence.ts'

export const image = defineSuite({
  name: 'image',
  needs: ['images', 'volatile', 'document', 'colours', 'layouts'],
  checks: [presence, broken, backgrounds, colours],
})
