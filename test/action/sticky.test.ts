import { expect, test } from 'vitest'
import { commentBody } from '../../action/comment.ts'
import type { Comment, GitHub } from '../../action/github.ts'
import { findSticky, writeSticky } from '../../action/sticky.ts'

const body = (run: number) =>
  commentBody(
    {
      pages: [],
      reason: `words of run ${run}`,
      history: null,
      sha: '',
      runUrl: 'https://github.com/octo/shop/actions/runs/1',
      server: 'https://c.example.com',
      failOn: 'any',
      onInconclusive: 'fail',
    },
    'default',
    run,
  )

const BOT = { author: 'github-actions[bot]', isBot: true }

/** A pull request whose comments are `bodies`, all by `self`, and a token of which GitHub does not say whose it is. */
function conversation(bodies: string[], self = BOT) {
  const comments: Comment[] = bodies.map((text, id) => ({ id, body: text, ...self }))
  let afterUpdate = () => {}
  const github: Partial<GitHub> = {
    login: async () => {
      throw new Error('GitHub does not say')
    },
    async *comments() {
      yield* comments.map(comment => ({ ...comment }))
    },
    comment: async id => comments.find(one => one.id === id) ?? null,
    createComment: async (_, text) => {
      const made = { id: 100 + comments.length, body: text, ...self }
      comments.push(made)
      return made
    },
    updateComment: async (id, text) => {
      const found = comments.find(one => one.id === id)
      if (found) found.body = text
      const then = afterUpdate
      afterUpdate = () => {}
      then()
      return Boolean(found)
    },
    deleteComment: async id =>
      void comments.splice(
        comments.findIndex(one => one.id === id),
        1,
      ),
  }
  return {
    github: github as GitHub,
    now: () => comments.map(comment => comment.body),
    edit: (id: number, text: string) => Object.assign(comments[id]!, { body: text }),
    afterUpdate: (then: () => void) => {
      afterUpdate = then
    },
  }
}

const write = async (github: GitHub, run: number, found: Comment | null = null) =>
  writeSticky(github, { pull: 1, key: 'default', run }, () => body(run), found)

test.concurrent('of two runs that create at the same moment, the newer one has the last word', async () => {
  for (const [theirs, ours] of [
    [7, 8],
    [8, 7],
  ] as const) {
    const { github, now } = conversation([body(theirs)])
    await write(github, ours)
    expect(now()).toEqual([body(8)])
  }
})

test.concurrent('a token of which GitHub does not say whose it is: run after run, one comment', async () => {
  const { github, now } = conversation([], { author: 'our-app[bot]', isBot: true })
  for (const run of [1, 2, 3]) await write(github, run, await findSticky(github, 1, 'default'))
  expect(now()).toEqual([body(3)])
})

test.concurrent('what replaces a comment knows what it replaces, also where that was found only afterwards', async () => {
  const { github } = conversation([body(1)], { author: 'our-app[bot]', isBot: true })
  const replaced: (string | undefined)[] = []
  await writeSticky(
    github,
    { pull: 1, key: 'default', run: 2 },
    before => {
      replaced.push(before?.body)
      return body(2)
    },
    null,
  )
  expect(replaced).toContain(body(1))
})

test.concurrent('the marker in somebody else’s comment makes it nobody’s', async () => {
  const { github, now } = conversation([body(1)], { author: 'stranger', isBot: false })
  expect(await findSticky(github, 1, 'default')).toBeNull()
  expect(await findSticky(github, 1, 'default', { author: 'stranger', isBot: true })).toBeNull()
  expect(now()).toHaveLength(1)
})

test.concurrent('the edit of an older run that lands last is corrected; one of a newer run stays', async () => {
  for (const other of [4, 6]) {
    const { github, now, edit, afterUpdate } = conversation([body(3)])
    const found = await findSticky(github, 1, 'default')
    afterUpdate(() => edit(0, body(other)))
    await write(github, 5, found)
    expect(now()).toEqual([body(Math.max(5, other))])
  }
})
