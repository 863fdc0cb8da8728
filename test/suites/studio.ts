/** Changes to the studio fixture that its tests share. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'cheerio'
import type { SuiteResult } from '../../server/contract.ts'
import type { Mutation } from '../mutations/page.ts'

const SITE = join(import.meta.dirname, '../fixtures/sites/studio')
export const STUDIO = join(SITE, 'original')

export type Change = Pick<Mutation, 'apply'>

/** The whole page built anew: other markup, other formats, other addresses, the same to the eye. */
export const rebuiltByHand: Change = {
  async apply({ $ }) {
    const other = load(await readFile(join(SITE, 'rebuilt/index.html'), 'utf8'))
    $('html').html(other('html').html()!)
    return true
  },
}

export const withStyles = (rules: string): Change => ({
  apply({ css }) {
    css(rules)
    return true
  },
})

export const withPage = (change: (page: Parameters<Change['apply']>[0]['$']) => unknown): Change => ({
  apply({ $ }) {
    change($)
    return true
  },
})

/** Several in one page; they may not touch the same part of it. */
export const all = (changes: readonly Change[]): Change => ({
  async apply(edit) {
    for (const { apply } of changes) if ((await apply(edit)) === false) return false
    return true
  },
})

/** What was introduced, `severity key`, the gravest first. */
export const introduced = (result: SuiteResult | null) =>
  result!.issues.filter(issue => issue.status === 'introduced').map(issue => `${issue.severity} ${issue.key}`)
