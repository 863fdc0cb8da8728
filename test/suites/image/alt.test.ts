import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { judge, picture } from './pictures.ts'

const pier = picture('pier')

test.each<[string, Partial<ImageArtifact>, string[]]>([
  ['kept', {}, []],
  ['in other case and signs', { name: 'THE PIER.' }, []],
  ['more words', { name: 'The pier at dusk' }, ['minor image/alt:the pier']],
  ['changed', { name: 'Annual report' }, ['moderate image/alt:the pier']],
  ['emptied, but said beside it', { name: '', alt: '' }, ['minor image/alt:the pier']],
  ['emptied', { name: '', alt: '', near: 'Other words' }, ['moderate image/alt:the pier']],
  ['missing: accessibility says so', { name: '', alt: null }, []],
])('image/alt: %s', (_, changes, issues) => {
  const before = { ...pier, near: changes.near ?? pier.near }
  expect(judge('image/alt', { images: [before] }, { images: [{ ...pier, ...changes }] }).issues).toEqual(
    issues,
  )
})
