/** The page of the bistro, looked at for the sake of this suite, changes of its controls, and what is told of them. */
import { join } from 'node:path'
import type { SuiteResult } from '../../../server/contract.ts'
import { functional } from '../../../server/suites/functional/index.ts'
import type { Mutation } from '../../mutations/page.ts'
import { openRebuiltPages } from '../rebuilt-pages.ts'

export const SITE = join(import.meta.dirname, '../../fixtures/sites/bistro')
export type Edit = Pick<Mutation, 'apply'>

export const openBistro = () => openRebuiltPages(functional, join(SITE, 'original'))

/** Each place of an issue that has several. */
export const introduced = (result: SuiteResult | null) =>
  result!.issues
    .filter(({ status }) => status === 'introduced')
    .flatMap(({ members, ...issue }) => members ?? [issue])
    .map(({ key, severity }) => `${severity} ${key.replace('functional/', '')}`)
    .toSorted()

/** Every handler of what fits `selector` is stopped: it is there, and does nothing. */
export const deaden = (selector: string) =>
  `<script>for (const type of ['click', 'pointerdown', 'mousedown', 'change']) addEventListener(type, event => { if (event.target.closest?.(${JSON.stringify(selector)})) { event.stopImmediatePropagation(); event.preventDefault() } }, true)</script>`
