/** The elements that axe looked at, as places that a person could point to. */
import type { AxeArtifact, AxeNode, AxeRule } from '../../capture/collectors/axe.ts'
import { normalise, words } from '../../lib/text.ts'
import { assetName } from '../../lib/url.ts'

export interface AxeElement {
  rule: AxeRule
  /** Rules that are one fault to a visitor have one family; that of most is the rule's own id. */
  family: string
  node: AxeNode
  /** Of the viewport, in CSS px. */
  width: number
  /** False where the rule holds: such an element of the original shows what has been lost. */
  failing: boolean
  /** axe could not decide. */
  open: boolean
  /** Its contrast is that to most of what lies behind it, not to all of it. */
  isRough?: boolean
  /** Its letters have the colour of what lies behind them, and nothing else is seen there. */
  isInvisible?: boolean
  /** It holds at the width that was asked for, and fails at another one. */
  failsElsewhere: boolean
  /** Words of its name or text, numbers made equal: a counter that goes on is the same place. */
  words: string[]
  kind: string
  /** Name of the file that it shows or leads to, without fingerprint, size and type. */
  file: string
  landmark: string
  /** The heading before it, normalised. */
  after: string
  /** Normalised perceived place; the second half of an issue's key. */
  place: string
}

/**
 * Every element that failed at any of the widths, then those that passed at all of them, then those that nobody could
 * decide about; each once, by rule and in the order of the page, as it is at `width` where it is there. One that passed at
 * `width` passes, whatever it did at another one.
 */
export function elementsOf(runs: readonly AxeArtifact[], width?: number): AxeElement[] {
  const identified = runs
    .toSorted((a, b) => Number(b.width === width) - Number(a.width === width))
    .flatMap(identifiedIn)
  const holding = new Set(
    identified
      .filter(({ element }) => element.width === width && !element.failing && !element.open)
      .map(({ element, identity }) => `${element.rule.id} ${identity}`),
  )
  const [known, failed] = [new Set<string>(), new Set<string>()]
  return VERDICTS.flatMap(({ failing, open }) =>
    identified.flatMap(({ element, identity }) => {
      if (element.failing !== failing || element.open !== open || known.has(identity)) return []
      if (failing && element.width !== width && holding.has(`${element.rule.id} ${identity}`)) {
        failed.add(identity)
        return []
      }
      known.add(identity)
      return { ...element, failsElsewhere: failed.has(identity) }
    }),
  )
}

const VERDICTS = [
  { list: 'violations', failing: true, open: false },
  { list: 'passes', failing: false, open: false },
  { list: 'incomplete', failing: false, open: true },
] as const

/** The elements of one run, each with an identity that the same element has at another width. */
function identifiedIn(run: AxeArtifact): { element: AxeElement; identity: string }[] {
  const turns = new Map<string, number>()
  return VERDICTS.flatMap(({ list, failing, open }) =>
    run[list].flatMap(rule =>
      rule.nodes.map(node => {
        const element = elementOf(rule, node, { width: run.width, failing, open, failsElsewhere: false })
        // Deep in the page a selector may fit several elements.
        const self = `${node.selector} ${node.text}`
        const turn = turns.get(`${rule.id} ${self}`) ?? 0
        turns.set(`${rule.id} ${self}`, turn + 1)
        return { element, identity: `${element.family} ${turn} ${self}` }
      }),
    ),
  )
}

type Verdict = Pick<AxeElement, 'width' | 'failing' | 'open' | 'failsElsewhere'>

function elementOf(rule: AxeRule, node: AxeNode, verdict: Verdict): AxeElement {
  const element = {
    rule,
    family: familyOfRule(rule.id),
    node,
    ...verdict,
    words: isPage(node) ? [] : words(perceivedText(node)).map(word => word.replace(/\d+(?:[.,:]\d+)*/g, '0')),
    kind: kindOf(node),
    file: stemOf(node.file),
    landmark: node.landmark,
    after: normalise(node.after),
  }
  const what = element.words.join(' ').slice(0, 80) || element.file
  return { ...element, place: [element.kind, what, element.landmark, element.after.slice(0, 60)].join('|') }
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

/** What a person reads or hears of it, '' for a picture without a text. */
export const perceivedText = (node: AxeNode): string => node.name || node.text

/** Whether it stands for the page as a whole. */
export const isPage = ({ tag }: AxeNode): boolean => tag === 'html' || tag === 'body'

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

/** Whether `piece` says a part of what `whole` says, in two words or more: one word is said in many places. */
export const contains = (whole: AxeElement, piece: AxeElement): boolean =>
  piece.words.length > 1 && saysPartOf(whole, piece)

/** The same of a piece that may be a single word. */
export function saysPartOf(whole: AxeElement, piece: AxeElement): boolean {
  if (!piece.words.length || (piece.words.length < 2 && whole.kind !== piece.kind)) return false
  return ` ${whole.words.join(' ')} `.includes(` ${piece.words.join(' ')} `)
}

/** The positions of items by each of their keys, ascending. */
export function positionsBy<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  items.forEach((item, index) => {
    for (const key of keysOf(item)) {
      const list = positions.get(key)
      if (list) list.push(index)
      else positions.set(key, [index])
    }
  })
  return positions
}

/** The family that a rule of axe's is of. */
export const familyOfRule = (id: string): string => FAMILIES[id] ?? id
