/** The studio and copies of it, looked at for the sake of this suite. */
import { expect } from 'vitest'
import { image } from '../../../server/suites/image/index.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'
import { all, type Change, introduced, STUDIO } from '../studio.ts'
import { studioPictures } from '../studio-pictures.ts'

export const openStudio = () => openRebuiltPages(image, STUDIO, studioPictures)

export type Defect = [name: string, change: Change, issues: string[]]

/** That a copy with all of `defects` has their issues and no other. */
export async function expectDefects(pages: RebuiltPages, defects: readonly Defect[]): Promise<void> {
  const result = await pages.judge(all(defects.map(([, change]) => change)))
  expect(introduced(result).toSorted()).toEqual(defects.flatMap(([, , issues]) => issues).toSorted())
  expect(result!.pass).toBe(false)
}
