/** content: what a visitor reads on the original is on the rebuilt page, word by word and to the digit. */
import { defineSuite } from '../suite.ts'
import { facts } from './facts.ts'
import { text } from './text.ts'
import { unexpected } from './unexpected.ts'

export const content = defineSuite({
  name: 'content',
  needs: ['layouts', 'document', 'volatile', 'head'],
  checks: [text, facts, unexpected],
})
