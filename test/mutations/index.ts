/** The catalog: every defect and every harmless change, each with a name of its own. */
import { defects } from './defects/index.ts'
import { harmless } from './harmless/index.ts'
import type { Mutation } from './page.ts'

export const mutations: readonly Mutation[] = [...defects, ...harmless]

/** Throws where there is none. */
export function find(name: string): Mutation {
  const found = mutations.find(mutation => mutation.name === name)
  if (!found) throw new Error(`no mutation is called "${name}"`)
  return found
}
