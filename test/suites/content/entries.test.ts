import { expect, test } from 'vitest'
import { type Given, judge, type Page } from './judging.ts'

const NAMES = ['Bakers of Altona', 'Millers of Barmbek', 'Bakers of Wandsbek', 'Millers of Eimsbüttel']

/** A list of names, each with a link to a page of its own. */
function guild(names: string[], linked = true): Page {
  const entry = (at: number) => `#guild > div:nth-of-type(${at + 1})`
  return {
    blocks: [
      { text: 'The guilds of the town', kind: 'heading', level: 1 },
      ...names.flatMap((text, at): Given[] => [
        { text, selector: `${entry(at)} > p` },
        { text: 'Photographs', selector: `${entry(at)} > div` },
      ]),
    ],
    links: names.map((name, at) => ({
      href: linked ? `https://pictures.example/${name.replaceAll(' ', '-')}` : '#',
      name: 'Photographs',
      selector: `${entry(at)} > div > a`,
    })),
  }
}
const issuesOf = (after: Page, before = guild(NAMES)) =>
  judge(before, after).issues.flatMap(issue => issue.members ?? issue)
const millers = (issues: ReturnType<typeof issuesOf>) =>
  issues.find(({ key }) => key.includes(':lost:millers of barmbek'))
const rest = NAMES.toSpliced(1, 1)

test('an entry of a list of names and links that is gone is no label', () => {
  const told = millers(issuesOf(guild(rest)))
  expect(told?.severity).toBe('serious')
  expect(told?.message).toContain('The entry “Millers of Barmbek” with “Photographs”, one of a list of 4,')
  expect(told?.fix).toContain('Millers of Barmbek / Photographs')
  // Each of the four says what stands beside it.
  expect(issuesOf(guild(rest)).filter(({ message }) => message.startsWith('The entry')).length).toBe(1)
  expect(millers(issuesOf(guild(NAMES.toReversed())))).toBeUndefined()
})

test('where its link led nowhere, is followed elsewhere, or another entry stands in its place, it is one', () => {
  const elsewhere = guild(rest)
  elsewhere.links!.push({ href: 'https://pictures.example/Millers-of-Barmbek', name: 'Barmbek' })
  for (const issues of [
    issuesOf(guild(rest, false), guild(NAMES, false)),
    issuesOf(elsewhere),
    issuesOf(guild(NAMES.with(1, 'Coopers and Wheelwrights'))),
  ])
    expect(millers(issues)?.severity).toBe('moderate')
})

test('a list of what is new, which has moved on, is as long as it was', () => {
  const moved = ['Coopers of Harburg', ...NAMES.slice(0, 3)]
  const oldest = issuesOf(guild(moved)).find(({ key }) => key.includes(':lost:millers of eimsbüttel'))
  expect(oldest?.severity).toBe('moderate')
})
