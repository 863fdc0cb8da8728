import { expect, test } from 'vitest'
import { races } from './race.ts'

test('two runs at once in a conversation of 120 comments: one comment, the newest verdict', async () => {
  for (const { comments, newest } of await races(4, 120))
    expect({ comments, newest }).toEqual({ comments: 1, newest: true })
})
