import type { Mutation } from '../../page.ts'
import { facts } from './facts.ts'
import { leftovers } from './leftovers.ts'
import { slips } from './slips.ts'
import { structure } from './structure.ts'
import { texts } from './texts.ts'
import { whole } from './whole.ts'

export const content: readonly Mutation[] = [
  ...texts,
  ...slips,
  ...facts,
  ...structure,
  ...leftovers,
  ...whole,
]
