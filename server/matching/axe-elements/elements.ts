/** The elements that axe looked at, as places that a person could point to. */
import type { AxeArtifact, AxeNode, AxeRule } from '../../capture/collectors/axe.ts'
import { normalise, words } from '../../lib/text.ts'
import { assetName } from '../../lib/url.ts'

export interface AxeElement {
  rule: AxeRule
  family: string
  node: AxeNode
  width: number
  /** False where the rule holds: such a axeElement of the original shows what has been lost. */
  failing: boolean
  /** axe could not decide. */
  open: boolean
  /** It holds at the width that was asked for, and fails at another one. */
  failsElsewhere: boolean
  /** Words of its name or text, numbers made equal: a counter that goes on is the same place. */
  words: string[]
  kind: string
  /** Name of the file that it shows or leads to, without fingerprint, size and type. */
  file: string
  landmark: string
  after: string
  /** Normalised perceived place; the second half of an issue's key. */
  place: string
}

/**
 * Every element that failed at any of the widths, then those that passed at all of them, then those that nobody could
 * decide about; each once, by rule and in the order of the page. One that passed at `width` passes, whatever it did at
 * another one.
 */
export function elementsOf(runs: AxeArtifact[], width?: number): AxeElement[] {
  const named = runs.flatMap(namedElements)
  const holding = new Set(
    named
      .filter(({ axeElement }) => axeElement.width === width && !axeElement.failing && !axeElement.open)
      .map(({ axeElement, element }) => `${axeElement.rule.id} ${element}`),
  )
  const [known, failed] = [new Set<string>(), new Set<string>()]
  return VERDICTS.flatMap(({ failing, open }) =>
    named.flatMap(({ axeElement, element }) => {
      if (axeElement.failing !== failing || axeElement.open !== open || known.has(element)) return []
      if (failing && axeElement.width !== width && holding.has(`${axeElement.rule.id} ${element}`)) {
        failed.add(element)
        return []
      }
      known.add(element)
      return { ...axeElement, failsElsewhere: failed.has(element) }
    }),
  )
}

const VERDICTS = [
  { list: 'violations', failing: true, open: false },
  { list: 'passes', failing: false, open: false },
  { list: 'incomplete', failing: false, open: true },
] as const

/** The axeElements of one run, each with a name that the same element has at another width. */
function namedElements(run: AxeArtifact): { axeElement: AxeElement; element: string }[] {
  const turns = new Map<string, number>()
  return VERDICTS.flatMap(({ list, ...verdict }) =>
    elementsBy(run[list], run.width, verdict).map(axeElement => {
      // Deep in the page a selector may fit several elements.
      const self = `${axeElement.node.selector} ${axeElement.node.text}`
      const turn = turns.get(`${axeElement.rule.id} ${self}`) ?? 0
      turns.set(`${axeElement.rule.id} ${self}`, turn + 1)
      return { axeElement, element: `${axeElement.family} ${turn} ${self}` }
    }),
  )
}

/** How many elements `rule` was applied to, at the width where it were most. */
export function appliedTo(runs: AxeArtifact[], rule: string): number {
  const counts = runs.map(run =>
    [run.violations, run.passes, run.incomplete]
      .flat()
      .filter(({ id }) => id === rule)
      .reduce((sum, { count }) => sum + count, 0),
  )
  return Math.max(0, ...counts)
}

/** Failing elements of `rule` beyond those that were told of one by one. */
export function untold(runs: AxeArtifact[], rule: string): number {
  const counts = runs
    .flatMap(run => run.violations)
    .filter(({ id }) => id === rule)
    .map(({ count, nodes }) => count - nodes.length)
  return Math.max(0, ...counts)
}

/** Whether `piece` says a part of what `whole` says. */
export function contains(whole: AxeElement, piece: AxeElement): boolean {
  if (!piece.words.length || (piece.words.length < 2 && whole.kind !== piece.kind)) return false
  return ` ${whole.words.join(' ')} `.includes(` ${piece.words.join(' ')} `)
}

type Verdict = Pick<AxeElement, 'failing' | 'open'>

function elementsBy(rules: AxeRule[], width: number, verdict: Verdict): AxeElement[] {
  return rules.flatMap(rule => rule.nodes.map(node => elementOf(rule, node, width, verdict)))
}

function elementOf(rule: AxeRule, node: AxeNode, width: number, verdict: Verdict): AxeElement {
  const axeElement = {
    rule,
    family: familyOf(rule.id),
    node,
    width,
    ...verdict,
    failsElsewhere: false,
    words: isPage(node) ? [] : words(said(node)).map(word => word.replace(/\d+(?:[.,:]\d+)*/g, '0')),
    kind: kindOf(node),
    file: stemOf(node.file),
    landmark: node.landmark,
    after: normalise(node.after),
  }
  const what = axeElement.words.join(' ').slice(0, 80) || axeElement.file
  return {
    ...axeElement,
    place: [axeElement.kind, what, axeElement.landmark, axeElement.after.slice(0, 60)].join('|'),
  }
}

/** What a person reads or hears of it, '' for a picture without a text. */
export const said = (node: AxeNode): string => node.name || node.text

const isPage = ({ tag }: AxeNode): boolean => tag === 'html' || tag === 'body'

/** As a person would call it: whether a text stands in a div, p or b is not perceived. */
function kindOf(node: AxeNode): string {
  if (isPage(node)) return 'page'
  if (/^(img|svg|area|object|canvas)$/.test(node.tag) || node.role === 'img') return 'image'
  if (/^(input|select|textarea)$/.test(node.tag)) return node.type || node.tag
  if (/^(iframe|frame|video|audio|table|ul|ol|dl)$/.test(node.tag)) return node.tag
  return node.role || 'text'
}

function stemOf(file: string): string {
  return file === '' || file === '/'
    ? file
    : assetName(`/${file}`)
        .replace(/\.[a-z0-9]{1,5}$/, '')
        .replace(/[-_@](\d+x\d*|\d*x\d+|\d{2,4}w?|\dx)$/, '')
}

/** One fault under the names of several elements: a link without a name may be rebuilt as a button without one. */
const FAMILIES: Record<string, string> = {
  'input-image-alt': 'image-alt',
  'svg-img-alt': 'image-alt',
  'role-img-alt': 'image-alt',
  'object-alt': 'image-alt',
  'area-alt': 'image-alt',
  'button-name': 'link-name',
  'input-button-name': 'link-name',
  'aria-command-name': 'link-name',
  'summary-name': 'link-name',
  'select-name': 'label',
  'aria-input-field-name': 'label',
  'aria-toggle-field-name': 'label',
}

const familyOf = (rule: string): string => FAMILIES[rule] ?? rule
