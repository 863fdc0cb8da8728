import { expect, test } from 'vitest'
import { readTraceparent, writeTraceparent } from '../../server/traces/traceparent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`  00-${TRACE}-${SPAN}-00 `, 0],
  // The other bits are of later versions.
  [`00-${TRACE}-${SPAN}-ff`, 1],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, 1],
  [`cc-${TRACE}-${SPAN}-02`, 0],
])('%s is read', (text, flags) => {
  const parent = readTraceparent(text)
  expect(parent).toEqual({ traceId: TRACE, spanId: SPAN, flags })
  expect(writeTraceparent(parent!)).toBe(`00-${TRACE}-${SPAN}-0${flags}`)
})

test.each([
  ...['', 'x', '00', `00-${TRACE}-${SPAN}`, `00-${TRACE}-${SPAN}-1`, `00-${TRACE}-${SPAN}-01-more`],
  ...[`ff-${TRACE}-${SPAN}-01`, `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`],
  ...[`00-${TRACE.toUpperCase()}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ...[`cc-${TRACE}-${SPAN}-01.more`, undefined, null],
])('%j is none', text => {
  expect(readTraceparent(text)).toBeNull()
})
