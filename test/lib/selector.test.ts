import { expect, test } from 'vitest'
import { selectorProblem } from '../../server/lib/selector.ts'

test.each([
  ...['p', '*', '.a', '#a', 'a.b#c', 'ul > li + li ~ p', 'a,\n b', '#\\31 a', '.sm\\:flex', '.日本', '*|a'],
  ...['[a]', '[ a = b i ]', '[a^="]"]', "[a='\\'']", 'input[name="a[b]"]', 'a /* the clock */ > b'],
  ...[':NOT(a, b c)', ':is(a):hover', ':has(> img, + p)', ':nth-child(2n + 1 of .a, .b)', ':lang(en)'],
])('%j is a selector', text => {
  expect(selectorProblem(text)).toBeNull()
})

test.each([
  ['', 'it ends too soon'],
  ['a,', 'it ends too soon'],
  ['.promo[', 'a name must follow "[", not the end'],
  ['.promo[a', '"[" is not closed by "]"'],
  [':not(a', '":not(" is not closed by ")"'],
  ['a)', '")" is not expected there'],
  ['.1a', 'a name must follow ".", not "1a"'],
  ['.w-1/2', '"/2" is not expected there'],
  ['.sm:flex', '":flex" is no pseudo-class of CSS; within a name a colon is written "\\:"'],
  ['p:contains("x")', '":contains(…)" is no pseudo-class of CSS'],
  ['a[href^=http://x]', '"://x]" is not expected there'],
  ['a[href=#x]', 'the value of an attribute must be a name, or stand in quotes, not "#x]"'],
  ['> a', '"> a" is not expected there'],
  ['a > > b', '"> b" is not expected there'],
  ['svg|rect', '"|rect" is not expected there'],
  ['//div', '"//div" is not expected there'],
  ['a::before', '"::before" is no element; name the element that it belongs to'],
  [':nth-child(foo)', '":nth-child(…)" takes a position such as 2, odd or 2n+1'],
  [':has(:has(a))', '":has(…)" must not stand in ":has(…)"'],
  [`${':not('.repeat(99)}a${')'.repeat(99)}`, 'selectors lie too deep in each other'],
])('%j is none', (text, reason) => {
  expect(selectorProblem(text)).toContain(`is not a CSS selector: ${reason}`)
})
