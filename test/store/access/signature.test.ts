import { expect, test } from 'vitest'
import { isSigned, signatureGaps } from '../../../server/store/access/signature.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400
const signed = (seconds: number | null, more = '') => ({
  Signature: 'sig1=:abc:',
  'Signature-Input': `sig1=("@authority" "signature-agent");created=1;nonce=";expires=5"${seconds === null ? '' : `;expires=${NOW / 1000 + seconds}`}${more}`,
  'signature-agent': '"https://shopify.com"',
})

test.each<[what: string, headers: Record<string, string>, signed: boolean, gap: RegExp | null]>([
  ['a signature of three months', signed(90 * DAY), true, null],
  ['one without an end', signed(null), true, null],
  ['one that ends in six days', signed(6 * DAY + 5), true, /expires on 2026-06-07 00:00 UTC, in 6 days/],
  ['one that ends tomorrow', signed(DAY + 60), true, /in one day/],
  ['one that ends in an hour', signed(3600), true, /in less than a day/],
  ['one that has ended', signed(-60), false, /expired on 2026-05-31 23:59 UTC/],
  ['two of which one has ended', signed(90 * DAY, `, sig2=();expires=${NOW / 1000 - 60}`), false, /expired/],
  ['two of three headers', { Signature: 'x', 'Signature-Input': 'y' }, false, null],
  ['none', { 'X-Bypass': '1' }, false, null],
])('%s', (_, headers, whole, gap) => {
  expect(isSigned(headers, NOW)).toBe(whole)
  const gaps = signatureGaps(headers, NOW, 'original_headers')
  if (gap === null) expect(gaps).toEqual([])
  else expect(gaps).toEqual([expect.stringMatching(gap)])
  for (const said of gaps) expect(said).toContain('original_headers')
  expect(JSON.stringify(gaps)).not.toContain('abc')
})
