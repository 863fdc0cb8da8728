import { expect, test } from 'vitest'
import type { AxeArtifact, AxeNode, AxeRule } from '../../../server/capture/collectors/axe.ts'
import type { FormArtifact } from '../../../server/capture/collectors/forms.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { judgeBy, makeCapture } from '../captures.ts'

const box = { x: 0, y: 0, width: 100, height: 20 }
let made = 0

const node = (given: Partial<AxeNode>): AxeNode => ({
  selector: `div:nth-of-type(${++made})`,
  tag: 'p',
  role: '',
  name: '',
  text: '',
  file: '',
  type: '',
  landmark: 'main',
  near: 'Team',
  after: 'Team',
  contrast: null,
  paint: { text: 'rgb(34, 34, 34)', background: 'rgb(255, 255, 255)', size: 16, weight: 400 },
  summary: 'Fix it',
  box,
  seen: box,
  state: 'visible',
  scroller: false,
  ...given,
})

const rule = (id: string, nodes: AxeNode[], given: Partial<AxeRule> = {}): AxeRule => ({
  id,
  impact: 'serious',
  help: `Help of ${id}`,
  helpUrl: `https://rules.example/${id}`,
  tags: [],
  count: nodes.length,
  nodes,
  ...given,
})

type Results = Partial<Pick<AxeArtifact, 'violations' | 'passes' | 'incomplete'>>
const run = (width: number, results: Results): AxeArtifact => ({
  width,
  violations: [],
  passes: [],
  incomplete: [],
  ...results,
})
/** The same results at both widths. */
const both = (results: Results) => [run(1440, results), run(375, results)]

function judged(
  original: AxeArtifact[],
  rebuilt: AxeArtifact[],
  policy: 'regressions' | 'absolute' = 'regressions',
) {
  const [result] = runSuites(
    [a11y as unknown as Suite],
    makeCapture('original', { axe: original }),
    makeCapture('rebuilt', { axe: rebuilt }),
  )
  return scoreSuite({ ...result!, checks: result!.checks.filter(({ id }) => id === 'a11y/axe') }, policy)
}

const formsWith = (field: object) => [{ fields: [field], submits: [] }] as unknown as FormArtifact[]

const texts = (...list: string[]) => list.map(text => node({ text }))
const failing = (...list: string[]) => rule('color-contrast', texts(...list))
const passing = (count: number) => rule('color-contrast', [], { count })

test('nothing fails: all is well', () => {
  expect(judged(both({ passes: [passing(3)] }), both({ passes: [passing(3)] }))).toMatchObject({
    score: 100,
    issues: [],
  })
})

test('a sentence of any rule is one, with the heading that it stands under, and the advice without its preamble', () => {
  const summary = 'Fix any of the following:\n  Element has focusable descendants'
  const nested = (given: Partial<AxeNode>) =>
    judged(both({}), both({ violations: [rule('nested-interactive', [node({ summary, ...given })])] }))
      .issues[0]!
  expect(nested({ text: 'Releases' })).toMatchObject({
    message: '“Releases”, under “Team”, breaks the rule “Help of nested-interactive”',
    fix: 'Element has focusable descendants (https://rules.example/nested-interactive)',
  })
  expect(nested({ text: 'Team' }).message).toBe('“Team” breaks the rule “Help of nested-interactive”')
})

test('a contrast that axe could measure only now is not mended by the colours of the original', () => {
  const contrast = { text: '#ffffff', background: '#e52b50', ratio: 4.38, wanted: 4.5 }
  const paint = { text: 'rgb(255, 255, 255)', background: 'rgb(229, 43, 80)', size: 16, weight: 400 }
  const chat = (given: Partial<AxeNode>) => rule('color-contrast', [node({ text: 'Chat', paint, ...given })])
  const { issues } = judged(both({ incomplete: [chat({})] }), both({ violations: [chat({ contrast })] }))
  expect(issues[0]).toMatchObject({
    rule: 'a11y/axe/same-colours',
    message:
      '“Chat”, under “Team”, has a contrast of 4.38:1 (#ffffff on #e52b50); 4.5:1 is needed; on the original it could not be measured',
    fix: 'Make text and background differ more, to 4.5:1 at least',
  })
})

test('no result of axe: inconclusive', () => {
  expect(judged([], [])).toMatchObject({ inconclusive: true, pass: false })
})

test('a new fault costs its share, once for both widths', () => {
  const result = judged(
    both({ passes: [passing(10)] }),
    both({ violations: [failing('Our story begins')], passes: [passing(9)] }),
  )
  expect(result.issues).toMatchObject([
    {
      status: 'introduced',
      severity: 'serious',
      key: 'a11y/axe:color-contrast:text|our story begins|main|team',
    },
  ])
  expect(result.issues[0]!.penalty).toBeCloseTo(0.07)
  expect(result.score).toBe(89)
})

test.each([
  ['aria-hidden-focus', 'serious', 0.7],
  ['aria-allowed-attr', 'moderate', 0.15],
  ['listitem', 'minor', 0.05],
  ['label-content-name-mismatch', 'minor', 0.05],
] as const)('what breaks %s is %s, whatever axe calls it, and weighs %d', (id, severity, weight) => {
  const result = judged(
    both({ passes: [rule(id, [], { count: 4 })] }),
    both({
      violations: [rule(id, [node({ text: 'One' })], { impact: 'critical' })],
      passes: [rule(id, [], { count: 3 })],
    }),
  )
  expect(result.issues).toMatchObject([{ severity, penalty: weight / 4 }])
})

test('what takes the focus and nobody sees holds no launch', () => {
  const graded = (state: AxeNode['state']) =>
    judged(
      both({ passes: [rule('aria-hidden-focus', [], { count: 4 })] }),
      both({ violations: [rule('aria-hidden-focus', [node({ text: 'Close menu', state })])] }),
    ).issues.map(({ severity }) => severity)
  expect(graded('visible')).toEqual(['serious'])
  for (const state of ['hidden', 'clipped'] as const) expect(graded(state)).toEqual(['moderate'])
})

test('a list without a label is the same list, whatever it offers', () => {
  const list = (text: string, given: Partial<AxeNode> = {}) =>
    both({
      violations: [
        rule('select-name', [node({ tag: 'select', role: '', type: 'select-one', text, ...given })]),
      ],
    })
  const found = (now: AxeArtifact[]) =>
    judged(list('Please choose Oven Mill Bakery'), now).issues.filter(({ status }) => status === 'introduced')
  expect(found(list('Your wish Rooms Tables Garden'))).toEqual([])
  expect(found(list('Your wish Rooms Tables Garden', { near: 'Jobs', after: 'Jobs' }))).toHaveLength(1)
})

test('a field that is sent under the name of one that had a label has lost it', () => {
  const field = { type: 'select', name: 'doctor', selector: 'select' }
  const graded = (label: string) => {
    const sides = [
      makeCapture('original', {
        forms: formsWith({ ...field, label, selector: '#doctor' }),
        axe: both({ passes: [passing(3)] }),
      }),
      makeCapture('rebuilt', {
        forms: formsWith({ ...field, label: '' }),
        axe: both({ violations: [rule('select-name', [node({ tag: 'select', selector: 'select' })])] }),
      }),
    ] as const
    const [result] = runSuites([a11y as unknown as Suite], ...sides)
    const { issues } = scoreSuite(result!, 'regressions')
    return issues.filter(({ key }) => key.includes('select-name')).map(({ severity }) => severity)
  }
  expect(graded('Choose a doctor')).toEqual(['serious'])
  expect(graded('')).toEqual(['moderate'])
})

test('a text that nobody can read is told before what only some people meet', () => {
  const hidden = rule('aria-hidden-focus', [node({ text: 'One' })])
  const { issues } = judged(
    both({ passes: [passing(10), rule('aria-hidden-focus', [], { count: 1 })] }),
    both({ violations: [failing('Our story begins'), hidden], passes: [passing(9)] }),
  )
  expect(issues.map(({ key }) => key.split(':')[1])).toEqual(['color-contrast', 'aria-hidden-focus'])
})

test('among thousands an element still costs a fiftieth of its weight', () => {
  const result = judged(
    both({ passes: [passing(3000)] }),
    both({ violations: [failing('Pale')], passes: [passing(3000)] }),
  )
  expect(result.issues[0]!.penalty).toBeCloseTo(0.014)
})

test('an inherited fault stays what it was, although fewer elements are left and its text was edited', () => {
  const result = judged(
    both({ violations: [failing('We have climbed here since 1998 with friends')], passes: [passing(99)] }),
    both({ violations: [failing('We have climbed here since 1999 with our friends')], passes: [passing(4)] }),
  )
  expect(result).toMatchObject({ score: 100, issues: [{ status: 'inherited', charged: 0 }] })
})

test.each([
  [4.4, 4, 0],
  [4.4, 2.2, 0.0075],
])('an inherited contrast of %d that is %d now is charged %d', (before, after, charged) => {
  const pale = (ratio: number) => {
    const contrast = { text: '#aaaaaa', background: '#ffffff', ratio, wanted: 4.5 }
    return both({
      violations: [rule('color-contrast', [node({ text: 'Our story', contrast })])],
      passes: [passing(9)],
    })
  }
  const [found] = judged(pale(before), pale(after)).issues
  expect(found!.charged).toBeCloseTo(charged)
  expect(found!.status).toBe(charged ? 'introduced' : 'inherited')
  expect(found!.message).toMatch(charged ? /4\.4:1 before/ : /as on the original$/)
})

test('ten faults mended do not pay for a new one', () => {
  const old = Array.from(
    { length: 10 },
    (_, index) => `${'abcdefghij'[index]} sentence number one of its kind`,
  )
  const result = judged(
    both({ violations: [failing(...old)], passes: [passing(10)] }),
    both({ violations: [failing('Something else altogether')], passes: [passing(19)] }),
  )
  expect(result.issues.filter(({ status }) => status === 'introduced')).toHaveLength(1)
  expect(result.issues.filter(({ status }) => status === 'fixed')).toHaveLength(10)
  expect(result.pass).toBe(false)
})

test('one more of what cannot be told apart is charged alone', () => {
  const result = judged(
    both({ violations: [failing('Read more')], passes: [passing(9)] }),
    both({ violations: [failing('Read more', 'Read more')], passes: [passing(8)] }),
  )
  expect(result.issues).toHaveLength(1)
  expect(result.issues[0]).toMatchObject({ status: 'introduced' })
  expect(result.issues[0]!.charged).toBeCloseTo(0.07)
})

test('a menu that is built twice, once a width, has its inherited fault once', () => {
  const menu = (landmark = 'navigation') => failing('Prices').nodes.map(one => ({ ...one, landmark }))
  const result = judged(both({ violations: [rule('color-contrast', menu())] }), [
    run(1440, { violations: [rule('color-contrast', menu())] }),
    run(375, { violations: [rule('color-contrast', menu())] }),
  ])
  expect(result.score).toBe(100)
})

test('elements that one selector fits are several, and one under two rules is one', () => {
  const cell = (text: string) => node({ selector: 'div > div > div > div > div > p', text })
  const cells = [cell('Up by a tenth'), cell('Up by a third')]
  const before = both({ violations: [rule('color-contrast', cells.slice(0, 1))], passes: [passing(9)] })
  const after = both({ violations: [rule('color-contrast', cells)], passes: [passing(8)] })
  expect(judged(before, after).issues.filter(({ charged }) => charged > 0)).toHaveLength(1)
  const field = node({ tag: 'input', role: 'combobox' })
  const found = judged(
    both({}),
    both({ violations: [rule('label', [field]), rule('aria-input-field-name', [field])] }),
  )
  expect(found.issues).toHaveLength(1)
})

test('an unnamed link that became an unnamed button is inherited', () => {
  const link = rule('link-name', [node({ tag: 'a', role: 'link', landmark: 'banner' })])
  const button = rule('button-name', [node({ tag: 'a', role: 'link', landmark: 'banner' })], {
    impact: 'critical',
  })
  expect(judged(both({ violations: [link] }), both({ violations: [button] })).score).toBe(100)
})

test.each(['html-has-lang', 'html-lang-valid', 'document-title', 'meta-viewport', 'target-size'])(
  '%s is charged by the suite that owns it',
  id => {
    const result = judged(
      both({}),
      both({ violations: [rule(id, [node({ tag: 'html' })])], incomplete: [rule(id, [node({})])] }),
    )
    expect(result).toMatchObject({ score: 100, issues: [] })
  },
)

test('what axe cannot decide is listed and costs nothing, not even absolutely', () => {
  const incomplete = [rule('color-contrast', [node({ text: 'On a photograph' }), node({})])]
  for (const policy of ['regressions', 'absolute'] as const) {
    const result = judged(both({}), both({ incomplete }), policy)
    expect(result).toMatchObject({
      score: 100,
      issues: [{ rule: 'a11y/axe/undecided', severity: 'minor', penalty: 0 }],
    })
    expect(result.issues[0]!.message).toContain('2 elements, the first being “On a photograph”')
  }
})

test.each<[string, Partial<AxeNode['paint']>, boolean]>([
  ['on the same background, another colour', {}, true],
  ['large enough', { size: 24 }, false],
  ['on another background', { background: 'rgb(0, 0, 0)' }, false],
  ['on a picture', { background: 'image' }, false],
  ['on a background that shines through', { background: 'rgba(255, 255, 255, 0.6)' }, false],
  ['in a colour of another syntax', { text: 'oklch(0.64 0 0)' }, true],
])('paler text that axe cannot decide about: %s', (_, paint, fails) => {
  const text = (given: Partial<AxeNode['paint']>) => {
    const whole = {
      text: 'rgb(34, 34, 34)',
      background: 'rgb(255, 255, 255)',
      size: 16,
      weight: 400,
      ...given,
    }
    return both({ incomplete: [rule('color-contrast', [node({ text: 'Under a line', paint: whole })])] })
  }
  const { issues } = judged(
    text({
      ...paint,
      text: 'rgb(34, 34, 34)',
      ...(paint.background === 'rgb(0, 0, 0)' && { background: 'rgb(255, 255, 255)' }),
    }),
    text({ text: 'rgb(140, 140, 140)', ...paint }),
  )
  const charged = issues.filter(({ penalty }) => penalty > 0)
  expect(charged).toHaveLength(fails ? 1 : 0)
  if (fails)
    expect(charged[0]).toMatchObject({
      severity: 'moderate',
      message: expect.stringMatching(/3\.\d+:1 \(#8\w{5} on #ffffff\); 4\.5:1 is needed, 15\.9:1 before/),
    })
})

test('captions that a film lost are missed; of a film that never had any nobody knows', () => {
  const film = [rule('video-caption', [node({ tag: 'video', file: 'harbour.mp4' })], { impact: 'critical' })]
  const lost = judged(both({ passes: film }), both({ incomplete: film }))
  expect(lost.issues.filter(({ charged }) => charged > 0)).toMatchObject([
    {
      key: expect.stringMatching(/^a11y\/axe:video-caption:video/),
      rule: 'a11y/axe/violation',
      severity: 'serious',
      status: 'introduced',
    },
  ])
  expect(judged(both({ incomplete: film }), both({ incomplete: film })).score).toBe(100)
  expect(judged(both({ incomplete: film }), both({ passes: film })).score).toBe(100)
})

test('where the original has more faults than are listed, nothing is charged for those', () => {
  const listed = Array.from({ length: 3 }, (_, index) => `${'abc'[index]} text that is too pale to read`)
  const original = both({ violations: [rule('color-contrast', failing(...listed).nodes, { count: 5 })] })
  const others = ['Other words here', 'Quite something else', 'Third and last new']
  const found = (count: number) =>
    judged(original, both({ violations: [failing(...listed, ...others.slice(0, count))] })).issues.filter(
      ({ status }) => status === 'introduced',
    ).length
  expect([found(2), found(3)]).toEqual([0, 1])
})

test('hundreds of faults with everyday words are matched', () => {
  const many = (shift: number) =>
    Array.from(
      { length: 200 },
      (_, index) => `the quick text number ${['one', 'two'][index % 2]} about thing${index + shift}`,
    )
  const result = judged(
    both({ violations: [failing(...many(0))] }),
    both({ violations: [failing(...many(0).reverse())] }),
  )
  expect(result.score).toBe(100)
})

test('the same captures give the same bytes', () => {
  const original = both({ violations: [failing('One here', 'Two there')], passes: [passing(5)] })
  const rebuilt = both({ violations: [failing('Two there', 'Three anywhere')], passes: [passing(5)] })
  expect(JSON.stringify(judged(original, rebuilt))).toBe(JSON.stringify(judged(original, rebuilt)))
})

const picture = (given: object) =>
  ({
    kind: 'background',
    url: 'https://www.example.com/sea.jpg',
    alt: null,
    name: '',
    decorative: false,
    landmark: 'main',
    box: { x: 0, y: 0, width: 1440, height: 600 },
    seen: { x: 0, y: 0, width: 1440, height: 600 },
    state: 'visible',
    near: '',
    status: 200,
    failure: null,
    contentType: 'image/jpeg',
    format: 'jpeg',
    file: null,
    rendered: null,
    ...given,
  }) as never

const PAINT = { text: 'rgb(255, 255, 255)', background: 'image', size: 16, weight: 400 }
const onPicture = node({ text: 'Sail with us', paint: PAINT })
const onNothing = node({ text: 'Sail with us', paint: { ...PAINT, background: 'rgb(255, 255, 255)' } })

test.each([
  ['the picture is gone: said, not charged', [], PAINT.text, 0],
  ['the picture is there: charged', [picture({})], PAINT.text, 0.7],
  ['the picture is gone and the colour is another one: charged', [], 'rgb(250, 250, 250)', 0.7],
])('light text whose background was a picture; %s', (_, images, text, charged) => {
  const after = { ...onNothing, paint: { ...onNothing.paint, text } }
  const { issues } = judgeBy(
    a11y,
    makeCapture('original', {
      axe: both({ incomplete: [rule('color-contrast', [onPicture])] }),
      images: [picture({})],
    }),
    makeCapture('rebuilt', { axe: both({ violations: [rule('color-contrast', [after])] }), images }),
  )
  expect(issues.filter(({ status }) => status === 'introduced')).toMatchObject([
    {
      charged,
      severity: charged ? 'serious' : 'minor',
      rule: charged ? 'a11y/axe/contrast' : 'a11y/axe/background-gone',
    },
  ])
})

const DEEP = 'body > main > div:nth-of-type(2) > div > ul > li > div > a'

test.each([
  ['of the same size', '#contact', '#contact > img', box],
  ['larger than the line that it stands on', '#contact', '#contact > img', { ...box, y: -80, height: 100 }],
  ['deep in the page', DEEP, `${DEEP} > img`, { ...box, y: -80, height: 100 }],
])('the text of a picture lost in a link is one fault, not two: %s', (_, selector, within, size) => {
  const at = { selector, tag: 'a', role: 'link', box, file: '/contact' }
  const inside = { selector: within, tag: 'img', box: size, file: 'letter.svg' }
  const link = (name: string) => node({ ...at, name })
  const image = (name: string) => node({ ...inside, name })
  const result = judged(
    both({ passes: [rule('link-name', [link('Contact')]), rule('image-alt', [image('Contact')])] }),
    both({
      violations: [rule('link-name', [link('')]), rule('image-alt', [image('')], { impact: 'critical' })],
    }),
  )
  expect(result.issues).toMatchObject([
    { message: expect.stringMatching(/lost its alternative text “Contact”/) },
  ])
  // Nobody reads the name of a file.
  expect(result.issues[0]!.original!.text).toBe('Contact')
  expect(result.issues[0]!.rebuilt).not.toHaveProperty('text')
})
