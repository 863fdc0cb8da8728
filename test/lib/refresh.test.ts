import { expect, test } from 'vitest'
import { refreshOf } from '../../server/lib/refresh.ts'

test.each([
  ['0; url=/new', 'https://a.example/new'],
  ['5;URL="https://b.example/x"', 'https://b.example/x'],
  ["3, url='/x'", 'https://a.example/x'],
  ['0 /bare', 'https://a.example/bare'],
  ['1.5;url=/x', 'https://a.example/x'],
  ['60;url=/x', 'https://a.example/x'],
  ['61;url=/x', undefined],
  ['30', undefined],
  ['', undefined],
  ['soon; url=/x', undefined],
])('%s leads to %s', (content, url) => {
  expect(refreshOf(content, 'https://a.example/page')?.url).toBe(url)
})
