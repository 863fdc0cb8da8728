import { expect, test } from 'vitest'
import type { Happening } from '../../action/event.ts'
import type { Comment, GitHub } from '../../action/github.ts'
import { nextHistory, readHistory } from '../../action/history.ts'
import { beginComment } from '../../action/pending.ts'

const inputs = { comment: true, commentKey: 'default' }
const BOT = { author: 'github-actions[bot]', isBot: true }

/** One pull request with its comments, of which every run has `login`. */
function pullRequest() {
  const comments: Comment[] = []
  const github: Partial<GitHub> = {
    login: async () => BOT.author,
    async *comments() {
      yield* comments.map(comment => ({ ...comment }))
    },
    comment: async id => comments.find(one => one.id === id) ?? null,
    createComment: async (_, body) => {
      comments.push({ id: comments.length, body, ...BOT })
      return comments.at(-1)!
    },
    updateComment: async (id, body) => Boolean(Object.assign(comments.find(one => one.id === id)!, { body })),
  }
  const cancelled: string[] = []
  const begin = (run: number, sha: string, more: Partial<Happening> = {}) =>
    beginComment(
      inputs,
      {
        name: 'pull_request',
        pull: 7,
        sha,
        head: null,
        run: { id: run, url: 'https://github.com/run' },
        ...more,
      } as Happening,
      github as GitHub,
      async id => void cancelled.push(id),
    )
  return { begin, comments, cancelled, now: () => comments.map(({ body }) => body).join('\n----\n') }
}

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)]

test('while a run is under way, the comment says so; a cancelled one leaves no verdict', async () => {
  const { begin, comments, now } = pullRequest()
  const run = await begin(1, OLD)
  expect(now()).toContain('### ⏳ The new page is being compared')
  expect(now()).toContain('`aaaaaaa`')
  comments[0]!.body = comments[0]!.body.replace(/### .*/, '### ✅ The new page may replace the original')
  await begin(2, NEW)
  expect(comments).toHaveLength(1)
  expect(now()).not.toContain('✅')
  await run.end('The run was cancelled.')
  expect(now()).toContain('⏳')
  await (await begin(3, NEW)).end('The run was cancelled.')
  expect(now()).toMatch(/### ⚠️ Not verified\n\nThe run was cancelled\./)
})

test('the last word is not overtaken by the note of the jobs', async () => {
  const { begin, comments, now } = pullRequest()
  const run = await begin(1, OLD)
  await Promise.all([run.note(['x']), run.end('The run was cancelled.')])
  expect(now()).toContain('The run was cancelled.')
  expect(comments[0]!.id).toBe(run.id)
})

test('a newer commit cancels the jobs of an older one; the same commit and a merge queue do not', async () => {
  const { begin, cancelled } = pullRequest()
  expect(await (await begin(1, OLD)).note(['x', 'y'])).toBe(true)
  await begin(2, OLD)
  expect(cancelled).toEqual([])
  const again = await begin(3, OLD)
  await again.note(['x', 'y'])
  await begin(4, NEW, { name: 'merge_group' })
  expect(cancelled).toEqual([])
  await (await begin(5, OLD)).note(['x', 'y'])
  await begin(6, NEW)
  expect(cancelled).toEqual(['x', 'y'])
})

test('a run that a newer commit overtook before its jobs were known is told that nobody wants them', async () => {
  const { begin, now, cancelled } = pullRequest()
  const old = await begin(1, OLD)
  await begin(2, NEW)
  expect(await old.note(['x'])).toBe(false)
  expect(now()).toContain('`bbbbbbb`')
  // A run that began before and comes later has nothing to say either.
  expect(await (await begin(1, OLD)).note(['x'])).toBe(true)
  expect(now()).toContain('`bbbbbbb`')
  expect(cancelled).toEqual([])
})

test('the scores of the last run outlive the wait', async () => {
  const { begin, comments } = pullRequest()
  await begin(1, OLD)
  const scores = { ...nextHistory(null, 1, []), pages: { home: { seo: 90 } } }
  comments[0]!.body = comments[0]!.body.replace(
    /cutover-scores \S+/,
    `cutover-scores ${Buffer.from(JSON.stringify(scores)).toString('base64')}`,
  )
  await begin(2, NEW)
  expect(readHistory(comments[0]!.body)).toMatchObject({ run: 2, pages: { home: { seo: 90 } } })
})

test('GitHub in trouble is no trouble of ours', async () => {
  const github: Partial<GitHub> = {
    pullOf: async () => {
      throw new Error('no')
    },
  }
  const happening = { pull: null, sha: OLD, head: null, run: { id: 1 } } as Happening
  const pending = await beginComment(inputs, happening, github as GitHub, async () => {})
  expect(await pending.note(['x'])).toBe(true)
  await pending.end('Cancelled.')
})
