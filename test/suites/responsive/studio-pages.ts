/** The studio and copies of it, looked at for the sake of this suite. */
import { expect } from 'vitest'
import { responsive } from '../../../server/suites/responsive/index.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'
import { all, type Change, introduced, STUDIO } from '../studio.ts'
import { studioPictures } from '../studio-pictures.ts'

export const openStudio = () => openRebuiltPages(responsive, STUDIO, studioPictures)

export type Defect = [name: string, change: Change, issue: RegExp, message: RegExp]

/** That a copy with all of `defects` has their issues; the first of them, where it has one defect alone. */
export async function expectDefects(pages: RebuiltPages, defects: readonly Defect[]): Promise<void> {
  const result = await pages.judge(all(defects.map(([, change]) => change)))
  const found = result!.issues.filter(({ status }) => status === 'introduced')
  const missing = defects.filter(
    ([, , issue, message]) =>
      !found.some(one => issue.test(`${one.severity} ${one.key}`) && message.test(one.message)),
  )
  expect(missing, introduced(result).join('\n')).toEqual([])
  if (defects.length === 1) expect(introduced(result)[0]).toMatch(defects[0]![2])
  expect(result!.pass).toBe(false)
}
