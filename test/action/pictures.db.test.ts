/** Pictures of the comment by the server's own routes: what it gives to everybody, and what not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '../../action/client/ask.ts'
import { picturesOf } from '../../action/pictures.ts'
import { completedJob } from '../api/completed-job.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { pageJob } from './reports.ts'
import { scorecard, suite } from './scorecards.ts'

const PICTURE = Buffer.from('a picture')
const FILES = { 'evidence/1-original.webp': PICTURE, 'evidence/1-rebuilt.webp': PICTURE }
const options = { policy: 'regressions' as const, ignore: [] }

let open: TestApi
let closed: TestApi
beforeAll(async () => {
  open = await testApi()
  closed = await testApi({ pollRequiresKey: true })
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

async function pictures(api: TestApi, id: string, names = Object.keys(FILES)) {
  const issue = { message: 'The link differs', evidence: names }
  const server = openServer(`http://127.0.0.1:${api.port}`, text => text)
  const page = pageJob(scorecard([suite('seo', 10, [issue])]), { id })
  const found = await picturesOf([page], { options }, server, async () => true)
  server.close()
  return [...found.values()]
}

test('crops of a job that everybody may see, at addresses that answer without a key', async () => {
  const [found] = await pictures(open, await completedJob(open, FILES))
  expect(Object.keys(found!).sort()).toEqual(['original', 'rebuilt'])
  for (const address of Object.values(found!)) {
    const answer = await fetch(address!)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
})

test('not what is not there any more, nor of a job with secrets, nor where polling needs a key', async () => {
  const id = await completedJob(open, FILES)
  expect(await pictures(open, id, ['evidence/7-original.webp'])).toEqual([])
  const secret = { fields: { new_headers: { 'X-Preview': 'hush-hush' } } }
  expect(await pictures(open, await completedJob(open, FILES, secret))).toEqual([])
  expect(await pictures(closed, await completedJob(closed, FILES))).toEqual([])
})
