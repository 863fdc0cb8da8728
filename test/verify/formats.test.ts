import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { Job } from '../../server/contract.ts'
import { formatted } from '../../server/verify/formats.ts'
import { card, issue, job, suite } from './jobs.ts'

const PAPER = { columns: 100, colour: false }
const check = (id: string, outcome: 'assessed' | 'inconclusive' = 'assessed', reason?: string) => ({
  ...{ id, title: 'A title', weight: 1, outcome, worth: outcome === 'assessed' ? 0.5 : null },
  ...(reason !== undefined && { reason }),
})
const EVIL = '</failure>]]> <img src=x onerror=alert(1)> **bold** | [a](javascript:x) @octocat\u0000\ufffe'

const mixed = card(
  suite('content', {
    score: 84,
    pass: false,
    checks: [
      check('content/facts'),
      check('content/text'),
      check('content/order', 'inconclusive', 'no tree'),
    ],
    issues: [issue({ message: EVIL, fix: EVIL, rebuilt: { selector: EVIL, viewport: 1440 } })],
  }),
  suite('seo', {
    checks: [check('seo/title')],
    issues: [issue({ check: 'seo/title', charged: 0.1, severity: 'minor' })],
  }),
)
mixed.scorecard!.pageName = EVIL
mixed.scorecard!.gaps = [EVIL]
const failed = job({
  status: 'failed',
  error: {
    ...{ type: '/problems/auth_required', title: 'The page asks for authentication', status: 422 },
    detail: 'Send it in new_headers, then submit it again.',
    code: 'auth_required',
  },
})

interface Tag {
  name: string
  attributes: Record<string, string>
  text: string
}

/** Its elements in order; throws when it is not well-formed. */
function tagsOf(xml: string): Tag[] {
  const parser = new SaxesParser()
  const tags: Tag[] = []
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => tags.push({ name, attributes, text: '' }))
  parser.on('text', text => {
    const last = tags.at(-1)
    if (last) last.text = (last.text + text).trim()
  })
  parser.write(xml).close()
  return tags
}

test('JUnit: failures are those of failing suites, and the counts agree', () => {
  const tags = tagsOf(formatted(mixed, 'junit', PAPER))
  const named = (name: string) => tags.filter(tag => tag.name === name)
  expect(tags[0]).toMatchObject({
    name: 'testsuites',
    attributes: { tests: '6', failures: '2', errors: '0', skipped: '1' },
  })
  expect(named('testsuite').map(({ attributes }) => [attributes.name, attributes.failures])).toEqual([
    ['content', '2'],
    ['seo', '0'],
  ])
  expect(named('testcase')).toHaveLength(6)
  expect(named('failure').map(({ attributes }) => attributes.type)).toEqual(['score', 'serious'])
  expect(named('failure')[1]!.text).toContain('</failure>]]> <img src=x onerror=alert(1)>')
  expect(named('skipped')[0]!.attributes.message).toBe('no tree')
  expect(named('system-out')[0]!.text).toContain('minor: The price changed\nFix: Put it back')
})

test('JUnit: what could not be verified is an error', () => {
  const tags = tagsOf(formatted(failed, 'junit', PAPER))
  expect(tags[0]!.attributes).toMatchObject({ tests: '1', failures: '0', errors: '1' })
  expect(tags.at(-1)).toEqual({
    name: 'error',
    attributes: { message: 'The page asks for authentication', type: 'auth_required' },
    text: 'Send it in --new-header, then run it again.',
  })
})

const html = (found: Job) =>
  micromark(formatted(found, 'markdown', PAPER), {
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
  })

test('Markdown: verdict, table and findings, and of a page’s text nothing but text', () => {
  const shown = html(mixed)
  expect(shown).toContain('<h2>FAIL: The new page should not go live yet: content below target.</h2>')
  expect(shown).toMatch(/<td align="left">content<\/td>\s*<td align="right">84\.0<\/td>/)
  expect(shown).toContain('<h3>content: 84.0 of 85</h3>')
  expect(shown).toContain('**bold** | [a](javascript:x) @\u2060octocat')
  expect(shown).not.toMatch(/<img|<a |javascript:x"/)
})

test('Markdown: what could not be verified says so, in the options of the command line', () => {
  expect(html(failed)).toContain('<h2>Could not verify: The page asks for authentication</h2>')
  expect(html(failed)).toContain('Send it in --new-header, then run it again.')
})

test('the text speaks of options, JSON of the fields of the interface', () => {
  const found = card(suite('seo', { issues: [issue({ fix: 'Send it in storefront_password.' })] }))
  found.scorecard!.gaps = ['the signature in original_headers ends soon']
  expect(formatted(found, 'text', PAPER)).toContain('Fix: Send it in --storefront-password.')
  expect(formatted(found, 'text', PAPER)).toContain('the signature in --original-header ends soon')
  expect(JSON.parse(formatted(found, 'json', PAPER))).toEqual(found)
})

test('a place without a selector is told by its width alone', () => {
  const told = formatted(
    card(suite('content', { pass: false, issues: [issue({ rebuilt: { viewport: 768 } })] })),
    'markdown',
    PAPER,
  )
  expect(told).toContain('**At:** 768 px')
})
