import { expect, test } from 'vitest'
import { WIDGETS } from '../../server/capture/page/blocklist.ts'
import { ignoreProblem, selectorProblem } from '../../server/lib/selector.ts'

test.each([
  ...['p', '.a', 'a.b#c', 'ul > li + li ~ p', 'a,\n b', '#\\31 a', '.sm\\:flex', '.w-1\\/2', '.日本', '*|a'],
  ...[
    '[a]',
    '[ a = b i ]',
    '[a^="]"]',
    "[a='\\'']",
    '[a="1"]',
    'input[name="a[b]"]',
    'a /* the clock */ > b',
  ],
  ...[':NOT(a, b c)', ':is(a):hover', ':has(> img, + p)', ':nth-child(2n + 1 of .a, .b)', ':lang(en)'],
  WIDGETS,
])('%j is a selector', text => {
  expect(selectorProblem(text)).toBeNull()
})

test.each([
  ['', 'it is empty'],
  ['a,', 'it ends too soon'],
  ['.promo[', 'it ends too soon'],
  ['[a="b', '"[" or a quote is not closed'],
  [':not(a', '"(" is not closed'],
  [':not(.)', '".)" is not expected there'],
  ['a) [b="c"]', '") [b=\\"c\\"]" is not expected there'],
  ['a)', '")" is not expected there'],
  [':is()', '")" is not expected there'],
  ['"a"', '"\\"" is not expected there'],
  ['.1a', 'a name must follow ".", not "1a"'],
  ['#1a', 'a name must follow "#", not "1a"'],
  ['.w-1/2', '"/2" is not expected there'],
  ['[a]b', '"b" is not expected there'],
  ['.sm:flex', '":flex" is no pseudo-class of CSS; within a name a colon is written "\\:"'],
  ['p:contains("x")', '":contains(…)" is no pseudo-class of CSS'],
  ['a:hover(b)', '":hover(…)" is no pseudo-class of CSS'],
  ['a[href^=http://x]', 'the value of an attribute must be a name, or stand in quotes, not "http://x"'],
  ['[a!="b"]', '"!=" is not expected there'],
  ['> a', 'elements are joined by a space, ">", "+" or "~"'],
  ['a > > b', 'elements are joined by'],
  [':not(a >)', 'elements are joined by'],
  ['a || b', 'elements are joined by'],
  ['svg|rect', '"svg|" is not expected there'],
  ['//div', '"//div" is not expected there'],
  ['a::before', '"::before" is no element; name the element that it belongs to'],
  ['a:after', '":after" is no element; name the element that it belongs to'],
  [':nth-child(foo)', '":nth-child(…)" does not take "foo"'],
  [':lang("en")', '":lang(…)" does not take "\\"en\\""'],
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
