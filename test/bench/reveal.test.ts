import { describe, expect, test } from 'vitest'
import { changesOf } from '../../bench/reveal/changes.ts'
import { pages, render, truthOf } from '../../bench/reveal/pages.ts'
import { verdictOf } from '../../bench/reveal/verdict.ts'
import { letters, sightOf } from '../../bench/reveal/visibility.ts'
import type { Issue, Scorecard } from '../../server/contract.ts'
import { makeCapture } from '../suites/captures.ts'

const bytes = (files: Map<string, string>) => JSON.stringify([...files])

test('ten techniques reveal four contents each', () => {
  expect(new Set(pages.map(({ technique }) => technique.name)).size).toBe(10)
  expect(new Set(pages.map(recipe => bytes(render(recipe)))).size).toBe(40)
})

test.each(pages.map((recipe, at) => ({ name: recipe.name, recipe, at })))(
  '$name: no text occurs twice, and both changes change something',
  ({ recipe, at }) => {
    const { texts, pictures, never } = truthOf(recipe)
    const said = [...texts, ...never].map(letters)
    expect(new Set(said).size).toBe(said.length)
    expect(new Set(pictures).size).toBe(pictures.length)
    const { defect, harmless } = changesOf(recipe, at)
    const before = bytes(render(recipe))
    expect(bytes(render(defect.recipe))).not.toBe(before)
    if (harmless.what !== 'date written otherwise') expect(truthOf(harmless.recipe)).toEqual(truthOf(recipe))
    expect(bytes(render(harmless.recipe))).not.toBe(before)
  },
)

test('what is in sight is told from what is hidden, blank or imagined', () => {
  const block = (text: string, state: string) => ({ text, state })
  const capture = makeCapture('original', {
    layouts: [
      { width: 375, blocks: [block('Read me', 'hidden'), block('Draft', 'visible')] },
      { width: 1440, blocks: [block('Read  me', 'visible'), block('Draft', 'hidden')] },
    ] as never,
    images: [
      { url: 'http://a/img/jug.jpg', state: 'visible', rendered: { contrast: 30 } },
      { url: 'http://a/img/bowl.jpg', state: 'visible', rendered: { contrast: 0 } },
      { url: 'http://a/img/cup.jpg', state: 'hidden', rendered: null },
    ] as never,
  })
  const truth = { texts: ['Read me'], pictures: ['jug', 'bowl', 'cup'], never: ['Draft'] }
  expect(sightOf(capture, truth)).toEqual({
    unread: { 1440: [], 375: ['Read me'] },
    unseen: ['bowl', 'cup'],
    imagined: ['Draft'],
  })
})

describe('verdict', () => {
  const card = (pass: boolean, ...issues: Partial<Issue>[]) =>
    ({
      suites: [
        {
          suite: 'content',
          pass,
          score: 50,
          issues: issues.map(issue => ({ status: 'introduced', ...issue })),
        },
      ],
    }) as unknown as Scorecard
  const truth = { texts: [], pictures: [], never: [] }
  const verdict = (same: Scorecard, defect: Scorecard) =>
    verdictOf({
      page: 'a-1',
      technique: 'a',
      truth,
      sight: { unread: { 1440: [], 375: [] }, unseen: [], imagined: [] },
      same,
      defect: { what: 'changed number', places: ['Dried for 9 days'], card: defect },
      harmless: { what: 'in a wrapper', places: [], card: card(true) },
    })
  const naming = { key: 'a', severity: 'serious', message: '“Dried for 9 days” changed' } as const

  test.each([
    { why: 'a suite fails', same: card(true), defect: card(false), found: true, named: false },
    { why: 'a grave issue names it', same: card(true), defect: card(true, naming), found: true, named: true },
    { why: 'nothing is said', same: card(true), defect: card(true), found: false, named: false },
    {
      why: 'a grave issue names something else',
      same: card(true),
      defect: card(true, { ...naming, message: 'The picture is gone' }),
      found: false,
      named: false,
    },
    {
      why: 'the page fails in the same way of itself',
      same: card(false, naming),
      defect: card(false, naming),
      found: false,
      named: false,
    },
  ])('$why', ({ same, defect, found, named }) => {
    expect(verdict(same, defect)).toMatchObject({ found, named })
  })
})
