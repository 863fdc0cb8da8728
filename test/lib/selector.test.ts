import { expect, test } from 'vitest'
import { ignoreProblem, selectorProblem } from '../../server/lib/selector.ts'

test.each([
  ...['p', '*', '.a', '#a', 'a.b#c', 'ul > li + li ~ p', 'a,\n b', '#\\31 a', '.sm\\:flex', '.日本', '*|a'],
  ...['[a]', '[ a = b i ]', '[a^="]"]', "[a='\\'']", 'input[name="a[b]"]', 'a /* the clock */ > b'],
  ...[':NOT(a, b c)', ':is(a):hover', ':has(> img, + p)', ':nth-child(2n + 1 of .a, .b)', ':lang(en)'],
  ...['.promo[a', ':not(a', ':is()', `${':not('.repeat(99)}a${')'.repeat(99)}`],
])('%j is a selector', text => {
  expect(selectorProblem(text)).toBeNull()
})

test.each([
  ['', 'it ends too soon'],
  ['a,', 'it ends too soon'],
  ['.promo[', 'a name must follow "[", not the end'],
  [':not(.)', 'a name must follow ".", not ")"'],
  ['a)', '")" is not expected there'],
  ['.1a', 'a name must follow ".", not "1a"'],
  ['#1a', 'a name must follow "#", not "1a"'],
  ['.w-1/2', '"/2" is not expected there'],
  ['.sm:flex', '":flex" is no pseudo-class of CSS; within a name a colon is written "\\:"'],
  ['p:contains("x")', '":contains(…)" is no pseudo-class of CSS'],
  ['a[href^=http://x]', '"://x]" is not expected there'],
  ['a[href=#x]', 'the value of an attribute must be a name, or stand in quotes, not "#x]"'],
  ['a[*]', '"*" is no name of an attribute'],
  ['> a', '"> a" is not expected there'],
  ['a > > b', '"> b" is not expected there'],
  ['a >', 'it ends too soon'],
  [':not(a >)', '")" is not expected there'],
  ['svg|rect', '"|rect" is not expected there'],
  ['//div', '"//div" is not expected there'],
  ['a::before', '"::before" is no element; name the element that it belongs to'],
  ['a:after', '":after" is no element; name the element that it belongs to'],
  [':nth-child(foo)', '":nth-child(…)" takes a position such as 2, odd or 2n+1'],
  [':lang("en")', '":lang(…)" takes one name, not "\\"en\\")"'],
  [':has(:has(a))', '":has(…)" must not stand in ":has(…)"'],
  [':host(a, b)', '":host(…)" takes one selector, and no list'],
])('%j is none', (text, reason) => {
  expect(selectorProblem(text)).toContain(`is not a CSS selector: ${reason}`)
})

test.each(['html', 'body', ':root', '*', '.clock, HTML'])(
  '%s cannot be ignored: nothing would be left',
  selector => {
    expect(selectorProblem(selector)).toBeNull()
    expect(ignoreProblem(selector)).toMatch(/is the whole page/)
  },
)

test.each(['.clock', 'body > .clock', 'html .a *', 'main'])('%s can be ignored', selector => {
  expect(ignoreProblem(selector)).toBeNull()
})
