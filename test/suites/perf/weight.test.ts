import { expect, test } from 'vitest'
import type { Counters } from '../../../server/capture/lighthouse.ts'
import { charged, judge, measuring, thrice } from './runs.ts'

const loading = (more: Partial<Counters>, metrics = {}) => thrice(measuring(metrics, more))

test.each([
  { name: 'six times', was: 389_000, is: 2_463_000, told: ['perf/bytes:heavier serious'], pass: false },
  {
    name: 'three times by too little',
    was: 100_000,
    is: 900_000,
    told: ['perf/bytes:heavier moderate'],
    pass: true,
  },
  {
    name: 'a megabyte on a page of one',
    was: 1_000_000,
    is: 2_100_000,
    told: ['perf/bytes:heavier moderate'],
    pass: true,
  },
  { name: 'a megabyte on a page of five', was: 5_000_000, is: 6_100_000, told: [], pass: true },
  { name: 'twice of little', was: 100_000, is: 210_000, told: [], pass: true },
  { name: 'lighter', was: 2_463_000, is: 389_000, told: [], pass: true },
])('a page of $name', ({ was, is, told, pass }) => {
  const result = judge(loading({ bytes: was }), loading({ bytes: is }))
  expect(charged(result)).toEqual(told)
  expect(result.pass).toBe(pass)
})

test('one pair is enough for what does not vary', () => {
  const [light] = loading({ bytes: 389_000 })
  const [heavy] = loading({ bytes: 2_463_000 })
  expect(judge([light!], [heavy!]).pass).toBe(false)
})

test('a heavier page that loads slower for it is one serious issue', () => {
  const slow = { lcp: 12_600, si: 6500 }
  const result = judge(loading({ bytes: 389_000 }), loading({ bytes: 2_463_000 }, slow))
  expect(charged(result)).toEqual([
    'perf/bytes:heavier serious',
    'perf/lcp:slow moderate',
    'perf/speed-index:slow moderate',
  ])
  expect(result.issues.find(({ key }) => key === 'perf/lcp:slow')!.message).toContain('several times heavier')
})

test('twice the bytes are told by the paint that is later for them', () => {
  const result = judge(loading({ bytes: 400_000 }), loading({ bytes: 1_000_000 }, { lcp: 4500 }))
  expect(charged(result)).toEqual(['perf/lcp:slow serious'])
})

test('the type and the file that most bytes come from are named', () => {
  const before = { bytes: 500_000, bytesByType: { image: 400_000, script: 100_000 } }
  const heaviest = [{ url: 'https://x.test/hero.png', type: 'image', bytes: 2_900_000 }]
  const after = { bytes: 3_300_000, bytesByType: { image: 3_200_000, script: 100_000 }, heaviest }
  const [whole] = judge(loading(before), loading(after)).issues
  expect(whole).toMatchObject({
    message: expect.stringContaining('https://x.test/hero.png (2900 kB)'),
    evidence: ['image: 400 kB on the original, 3200 kB on the new page'],
  })
  const some = { bytes: 600_000, bytesByType: { image: 500_000, script: 100_000 }, heaviest }
  const [type] = judge(loading(before), loading(some)).issues.filter(({ check }) => check === 'perf/bytes')
  expect(type).toMatchObject({ key: 'perf/bytes:type:image', severity: 'minor', charged: 0 })
})

test.each([
  { was: 10, is: 15, told: undefined },
  { was: 40, is: 52, told: 'minor' },
  { was: 20, is: 70, told: 'moderate' },
])('$was requests, then $is', ({ was, is, told }) => {
  const { issues } = judge(loading({ requests: was }), loading({ requests: is }))
  expect(issues.find(({ key }) => key === 'perf/requests:more')?.severity).toBe(told)
})

test('other hosts are named', () => {
  const { issues } = judge(loading({ thirdPartyRequests: 0 }), loading({ thirdPartyRequests: 4 }))
  expect(issues.find(({ key }) => key === 'perf/requests:third-party')).toMatchObject({
    severity: 'minor',
    message: '4 requests go to other hosts, 0 on the original',
  })
})

test.each([
  { name: 'a little', wasted: 30_000, image: 400_000, told: undefined },
  { name: 'some', wasted: 90_000, image: 400_000, told: 'minor' },
  { name: 'much', wasted: 350_000, image: 400_000, told: 'moderate' },
  {
    name: 'much, of pictures that became heavier as a whole',
    wasted: 350_000,
    image: 700_000,
    told: 'minor',
  },
])('pictures larger than they are shown: $name', ({ wasted, image, told }) => {
  const worst = [{ url: 'https://x.test/big.jpg', bytes: 380_000, wasted }]
  const after = {
    bytesByType: { image, script: 100_000 },
    pictureWaste: { bytes: wasted, worst },
  }
  const { issues } = judge(loading({}), loading(after))
  const found = issues.find(({ key }) => key === 'perf/pictures:wasted')
  expect(found?.severity).toBe(told)
  if (told) expect(found!.message).toContain('https://x.test/big.jpg')
})
