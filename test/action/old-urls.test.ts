import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOldUrlsFile } from '../../action/old-urls.ts'

const folder = await mkdtemp(join(tmpdir(), 'checkout-'))

function read(name: string, from: string | undefined = folder) {
  const told: string[] = []
  return { text: readOldUrlsFile(name, from, problem => void told.push(problem)), told }
}

test('the list is taken as the file has it', async () => {
  await mkdir(join(folder, 'seo'))
  await writeFile(join(folder, 'seo/pages.csv'), 'Top pages,Clicks\n/a,1')
  expect(read('seo/pages.csv')).toEqual({ text: 'Top pages,Clicks\n/a,1', told: [] })
  await writeFile(join(folder, 'sheet.csv'), Buffer.from('\uFEFF/über', 'utf16le'))
  expect(read('sheet.csv').text).toBe('/über')
  await writeFile(join(folder, 'windows.csv'), Buffer.from('/caf\xe9', 'latin1'))
  expect(read('windows.csv').text).toBe('/café')
  expect(read('')).toEqual({ text: '', told: [] })
})

test('what is no list within the checkout is told', async () => {
  await writeFile(join(folder, 'empty.txt'), '\n')
  await symlink('/etc/hostname', join(folder, 'link.txt'))
  await symlink('/etc', join(folder, 'elsewhere'))
  const told = (name: string, from?: string) => read(name, from).told.join()
  expect(told('gone.csv')).toMatch(/^old-urls: "gone.csv" is not in the checkout/)
  expect(told('empty.txt')).toMatch(/is empty$/)
  for (const outside of ['link.txt', '.', 'elsewhere/hostname', '../../etc/hostname', '/etc/hostname'])
    expect(told(outside), outside).toMatch(/must be a plain file within the checkout|is not in the checkout/)
  const problems: string[] = []
  readOldUrlsFile('a', undefined, problem => void problems.push(problem))
  expect(problems.join()).toMatch(/no checkout; add actions\/checkout/)
})
