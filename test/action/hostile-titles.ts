/** Titles of pages that want to be more than text, as the step tells of them. */
import { expect } from 'vitest'
import { HOSTILE } from './hostile-texts.ts'
import { hidden, mischief } from './rendered.ts'
import { everywhere } from './scorecards.ts'
import { PREVIEW, world } from './world.ts'

/** Where the words of the step lead. */
export const links = () => [world.runUrl(), PREVIEW]

/** Longer ones are cut. A comment on several pages holds less of each: see comment.test.ts. */
const MAX_TOGETHER = 200
const TOGETHER = 8

/** Of each two neighbours, which are of one kind, the first, or the other: so many together as a comment holds. */
function groupsOf(texts: readonly string[]): string[][] {
  const short = texts.filter(text => text.length <= MAX_TOGETHER)
  return [
    ...texts.filter(text => text.length > MAX_TOGETHER).map(text => [text]),
    ...Array.from({ length: Math.ceil(short.length / TOGETHER) }, (_, index) =>
      short.slice(index * TOGETHER, (index + 1) * TOGETHER),
    ),
  ]
}

export const oneOfAKind = groupsOf(HOSTILE.filter((_, at) => at % 2 === 0))
export const theOthers = groupsOf(HOSTILE.filter((_, at) => at % 2 === 1))

/** They stay text in the log, the comment, the summary and the outputs. */
export async function expectTexts(texts: readonly string[]): Promise<void> {
  await world.github.newPull()
  const names = texts.map((_, index) => `Page ${index + 1}`)
  world.cutover.script = ({ page_name }) => everywhere(texts[Math.max(0, names.indexOf(page_name ?? ''))]!)
  const many = texts.length > 1
  const result = await world.step(
    many ? { pages: names.map(name => `${name}: /${name.slice(5)}`).join('\n') } : {},
  )
  const [command, ...more] = result.commands
  expect(more).toEqual([])
  expect(command!.name).toBe('error')
  const told = command!.text.match(/^(Page \d+: )?content 50 \(target 85\)\. Gravest: /gm)
  expect(told).toHaveLength(texts.length)
  expect(result.status).toBe(1)
  for (const mark of ['##[', '\u001b']) expect(result.log).not.toContain(mark)
  const known = ['all-pass', 'scorecard', 'job-ids', 'report-url', 'new-url']
  expect(
    Object.keys(result.outputs)
      .filter(name => !name.startsWith('score-'))
      .sort(),
  ).toEqual(known.sort())
  expect(result.outputs['all-pass']).toBe('false')
  const cards = [JSON.parse(result.outputs.scorecard!)].flat()
  expect(cards).toEqual(texts.map(() => expect.objectContaining({ allPass: false })))
  const comments = await world.github.comments()
  expect(comments).toHaveLength(1)
  const { body } = comments[0]!
  expect(body.length).toBeLessThanOrEqual(60_000)
  for (const text of [body, result.summary]) if (many) for (const name of names) expect(text).toContain(name)
  const mayLinkTo = [...links(), ...names.map(name => PREVIEW + name.slice(5))]
  expect(mischief(body.replace(/^(<!-- .* -->\n){2}/, ''), mayLinkTo)).toEqual([])
  expect(mischief(result.summary, mayLinkTo)).toEqual([])
  // The marker and the scores.
  expect(hidden(body)).toBe(2)
}
