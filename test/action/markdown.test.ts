import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commentBody, LONGEST_COMMENT } from '../../action/comment.ts'
import { historyComment, nextHistory, readHistory } from '../../action/history.ts'
import { oneLine } from '../../action/log.ts'
import { cell, code, link, prose } from '../../action/markdown.ts'
import { summaryBody } from '../../action/summary.ts'
import type { PageJob } from '../../action/wait.ts'
import type { Scorecard } from '../../server/contract.ts'
import { HOSTILE } from './hostile-texts.ts'
import { mischief, rendered } from './rendered.ts'
import { failingScorecard, scorecard, suite } from './scorecards.ts'

const fragments = fc.oneof(
  fc.constantFrom(...HOSTILE.map(text => text.slice(0, 200))),
  fc.constantFrom(
    '`',
    '“',
    '”',
    '"',
    '@octo',
    '|',
    ' ',
    '\\',
    '#1',
    '&',
    '<',
    '](',
    'https://x.org',
    'a',
    '1.',
    '-',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const hostile = fc.array(fragments, { maxLength: 12 }).map(parts => parts.join(''))

test('whatever the text, it stays text: in a sentence, a list, a heading and a table', () => {
  fc.assert(
    fc.property(hostile, text => {
      const markdown = [
        `#### ${code(text)}`,
        prose(text),
        `- **serious** · seo: ${prose(text)}  \n  **Fix:** ${prose(text)}`,
        `| a | b |\n| :-- | --: |\n| ${cell(text)} | 1 |`,
      ].join('\n\n')
      expect(mischief(markdown, [])).toEqual([])
      const html = rendered(markdown)
      expect(html.match(/<td/g)).toHaveLength(2)
      expect(html.match(/<li/g)).toHaveLength(1)
    }),
    { numRuns: 300 },
  )
})

test('whatever the text, it is no command in the log', () => {
  fc.assert(
    fc.property(hostile, text => {
      const line = oneLine(text)
      expect(line).not.toMatch(/[\r\n\u2028\u2029\u0085]|::|##/)
    }),
    { numRuns: 1000 },
  )
})

test('sentences read well', () => {
  expect(
    prose('The price “€4.20” of “Sourdough” is gone (see the menu); it was 12 % of the text, wasn’t it?'),
  ).toBe('The price `€4.20` of `Sourdough` is gone (see the menu); it was 12 % of the text, wasn’t it?')
  expect(prose('Set name="email" & serve /a.css')).toBe('Set `name="email"` &amp; serve /a.css')
  expect(prose('Serve https://x.org/a_b.css, or not')).toBe('Serve `https://x.org/a_b.css`, or not')
  expect(prose('A contrast of 2.1 (#facc14 on #fffae8); see /a_(b), or not')).toBe(
    'A contrast of 2.1 (`#facc14` on `#fffae8`); see `/a_(b),` or not',
  )
  expect(prose('It reads “” now')).toBe('It reads “” now')
  expect(prose('Its file answers 404 (https://x.org/a.png); 5 more')).toBe(
    'Its file answers 404 (`https://x.org/a.png`); 5 more',
  )
  expect(prose('Put <meta name="viewport" content="width=device-width"> into the head, or alt=""')).toBe(
    'Put `<meta name="viewport" content="width=device-width">` into the head, or `alt=""`',
  )
  expect(prose('a\u115fb\u3164 \ufe0fc\u034f')).toBe('ab c')
  expect(prose(`e${'\u0301'.repeat(500)} and กุ๊`)).toBe(`e${'\u0301'.repeat(4)} and กุ๊`)
  expect(prose('GHSA-cfgh-jmpq-rvwx')).toBe('`GHSA-cfgh-jmpq-rvwx`')
  expect(prose(`0123456Ⰰ and ${'0123456789'.repeat(4)}ſ`)).toBe(
    `\`0123456Ⰰ\` and \`${'0123456789'.repeat(4)}ſ\``,
  )
  expect(prose('-: a')).toBe('`-:` a')
  expect(code('a `b` c')).toBe('``a `b` c``')
  expect(code('`b')).toBe('`` `b ``')
})

test('links lead to web addresses only', () => {
  expect(link('x', 'javascript:alert(1)')).toBeNull()
  expect(link('x', 'https://a.dev/)[y](https://evil.example.org/')).toBe(
    '[x](https://a.dev/%29%5By%5D%28https://evil.example.org/)',
  )
})

const page = (name: string, card: Scorecard): PageJob => ({
  name,
  original: 'https://www.example.com/',
  rebuilt: 'https://p.example.com/',
  id: 'x',
  job: { id: 'x', status: 'completed', original_url: '', new_url: '', scorecard: card },
  reason: null,
})
const report = (pages: PageJob[]) => ({
  pages,
  reason: null,
  history: null,
  sha: 'a1b2c3d4',
  runUrl: 'https://github.com/octo/shop/actions/runs/1',
  server: 'https://cutover.example.com',
  failOn: 'any' as const,
  onInconclusive: 'fail' as const,
})

test('a comment is cut where it would be too long, with a link to the rest', () => {
  const long = '“@octo” '.repeat(200)
  const issues = Array.from({ length: 200 }, () => ({ message: long, fix: long }))
  const one = commentBody(report([page('', scorecard([suite('seo', 1, issues)]))]), 'default', 1)
  expect(one.length).toBeLessThanOrEqual(LONGEST_COMMENT)
  expect(one).toContain(
    'and 197 more: see [the summary of this run](https://github.com/octo/shop/actions/runs/1)',
  )
  const gaps = Array.from({ length: 50 }, () => long)
  const many = Array.from({ length: 50 }, (_, n) =>
    page(`${'n'.repeat(90)} ${n}`, failingScorecard({ gaps })),
  )
  expect(commentBody(report(many), 'default', 1)).not.toContain('more pages')
  const report_url = `/jobs/${'x'.repeat(1500)}/report`
  const far = many.map(one => ({ ...one, job: { ...one.job!, report_url } }))
  const all = commentBody(report(far), 'default', 1)
  expect(all.length).toBeLessThanOrEqual(LONGEST_COMMENT)
  expect(all).toMatch(/\d+ more pages are in \[the summary of this run\]/)
  expect(all).toContain('### ❌ 50 of 50 new pages should not go live yet')
  expect(all).toMatch(/<\/sub>$/)
})

test('a summary is cut where it would be too long', () => {
  const gaps = Array.from({ length: 60 }, () => '長'.repeat(300))
  const many = Array.from({ length: 50 }, (_, n) => page(`Page ${n}`, failingScorecard({ gaps })))
  const body = summaryBody(report(many))
  expect(Buffer.byteLength(body)).toBeLessThan(1024 ** 2)
  expect(body).toContain('### ❌ `Page 49`')
  const suites = Array.from({ length: 900 }, () => suite('seo', 98.5))
  const more = summaryBody(
    report(many.map(({ name }) => page(name, { ...scorecard(), suites, allPass: false }))),
  )
  expect(Buffer.byteLength(more)).toBeLessThan(1024 ** 2)
  expect(more).toMatch(/There is no room for the details of \d+ more pages\./)
})

test('a score below its target never reads as if it had reached it', () => {
  const table = commentBody(
    report([page('', scorecard([suite('a11y', 89.96), suite('image', 32.3)]))]),
    'x',
    1,
  )
  expect(table).toContain('| **a11y** | 89.9 | 90 |\n')
  expect(table).toContain('| **image** | 32.3 | 85 |\n')
})

test('a page that could not be verified keeps its last scores for the next comparison', () => {
  const first = nextHistory(null, 1, [page('Home', scorecard())])
  const second = nextHistory(first, 2, [{ ...page('Home', scorecard()), job: null, reason: 'gone' }])
  expect(second).toEqual({ ...first, run: 2 })
  expect(readHistory(`x\n${historyComment(second)}\ny`)).toEqual(second)
  expect(readHistory('<!-- cutover-scores bm90IGpzb24= -->')).toBeNull()
})

test('links to reports lead to the server that was asked and nowhere else', () => {
  const linked = (report_url: string) => {
    const one = page('', scorecard())
    return commentBody(report([{ ...one, job: { ...one.job!, report_url } }]), 'default', 1)
  }
  expect(linked('/reports/1')).toContain('[full report](https://cutover.example.com/reports/1)')
  expect(linked('https://evil.example.org/reports/1')).not.toContain('evil')
  expect(linked('//evil.example.org/reports/1')).not.toContain('evil')
})
