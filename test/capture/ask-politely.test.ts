import { expect, test } from 'vitest'
import { askOnce } from '../../server/capture/collectors/ask-politely.ts'
import { type Http, HttpFailure, type HttpResponse } from '../../server/egress/http/index.ts'

const WHERE = 'https://harbour.example/send'

/** Nothing by HEAD, and `allow` for the methods; without it that question fails. */
const asked = (status: number, allow?: string) => {
  const request = async (url: string, { method }: { method?: string } = {}) => {
    if (method === 'OPTIONS' && allow === undefined) throw new HttpFailure('unreachable', url, 'reset')
    return { status, url, headers: method === 'OPTIONS' ? { allow } : {} } as unknown as HttpResponse
  }
  return askOnce({ request } as unknown as Http, WHERE, { signal: new AbortController().signal })
}

test.each<[string, number, string | undefined, number]>([
  ['takes POST alone', 404, 'POST, OPTIONS', 405],
  ['takes whatever a file server lists', 404, 'GET, HEAD, POST', 404],
  ['answers no question for its methods', 404, undefined, 404],
  ['is there', 200, undefined, 200],
])('where a form is sent %s', async (_, head, allow, status) => {
  expect(await asked(head, allow)).toMatchObject({ status, failure: null })
})
