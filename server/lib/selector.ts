/** Whether a text is a CSS selector of elements, told without a browser: css-what reads it, the names are Chromium's. */
import { AttributeAction, type DataType, isTraversal, parse, type Selector, SelectorType } from 'css-what'

/** As `selectorProblem`, for a region that is to be ignored: with all of the page ignored every page would pass. */
export function ignoreProblem(text: string): string | null {
  const isAll = text.split(',').some(one => /^(\*|html|body|:root|:scope)$/i.test(one.trim()))
  return (
    selectorProblem(text) ?? (isAll ? 'is the whole page; name the regions that change by themselves' : null)
  )
}

/** What is wrong with `text`, to be read after its name: `is not a CSS selector: …`; null when nothing is. */
export function selectorProblem(text: string): string | null {
  const source = text.replace(OPAQUE, part => (part.startsWith('/*') ? ' ' : 'x').repeat(part.length))
  try {
    check(parse(source))
    return null
  } catch (error) {
    return `is not a CSS selector: ${inWords((error as Error).message, source, text)}`
  }
}

/** css-what tells no `\:` from `:` in a name, and no `"1"` from `1`: escapes and quoted values become letters, comments spaces. */
const OPAQUE = /\\(?:[\da-f]{1,6}\s?|.)|\/\*.*?\*\/|(?<==\s*)(["'])(?:\\.|(?!\1)[^\\\n])*\1/gis
const NAME = /^(--|-?[a-z_\u0080-\uffff])[\w\u0080-\uffff-]*$/i
/** Pseudo-classes that take nothing in brackets, as Chromium has them; none of its internal ones, which differ by version. */
const PLAIN = new Set(
  `active active-view-transition any-link autofill checked corner-present current decrement default defined disabled
  double-button empty enabled end first-child first-of-type focus focus-visible focus-within fullscreen future granted horizontal
  host hover in-range increment indeterminate interest-source interest-target invalid last-child last-of-type link modal
  no-button only-child only-of-type open optional out-of-range past picture-in-picture placeholder-shown popover-open
  read-only read-write required root scope single-button start target target-after target-before target-current
  user-invalid user-valid valid vertical visited window-inactive xr-overlay -webkit-any-link -webkit-autofill
  -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor`.split(/\s+/),
)
/** Those that take selectors, and those that take something else. */
const LISTS = /^(has|host|host-context|is|not|where)$/
const CALLS: [name: RegExp, takes: RegExp][] = [
  [/^(dir|lang|state)$/, NAME],
  [/^nth-(last-)?(child|of-type)$/, /^(odd|even|[+-]?\d+|[+-]?\d*n(\s*[+-]\s*\d+)?)(\s+of\b.+)?$/is],
]
const JOINING = 'elements are joined by a space, ">", "+" or "~", with an element on either side of it'
const VALUE = 'the value of an attribute must be a name, or stand in quotes'

/** @param isRelative whether it may begin with how it is joined, as in `:has(> img)` */
function check(list: Selector[][], isRelative = false): void {
  if (list.length === 0) throw new Error('it is empty')
  for (const parts of list)
    for (const [index, part] of parts.entries()) {
      const before = parts[index - 1]
      if (!isTraversal(part)) checkPart(part, before === undefined || isTraversal(before))
      else if (!(before || isRelative) || !parts[index + 1] || /^(parent|column)/.test(part.type))
        throw new Error(JOINING)
    }
}

function checkPart(part: Selector, isFirst: boolean): void {
  if ('namespace' in part && part.namespace && part.namespace !== '*') throw unexpected(`${part.namespace}|`)
  if (part.type === SelectorType.Pseudo) checkPseudo(part.name, part.data)
  else if (part.type === SelectorType.PseudoElement) throw noElement(`::${part.name}`)
  else if (part.type === SelectorType.Universal && !isFirst) throw unexpected('*')
  else if (part.type === SelectorType.Tag && !(isFirst && NAME.test(part.name))) throw unexpected(part.name)
  else if (part.type === SelectorType.Attribute) {
    const { name, action, value, ignoreCase } = part
    if (!NAME.test(name)) throw unexpected(name)
    if (action === AttributeAction.Not) throw unexpected('!=')
    if (action === AttributeAction.Exists || NAME.test(value)) return
    // Of `.a` and `#a`.
    const rule = ignoreCase === 'quirks' ? `a name must follow "${name === 'id' ? '#' : '.'}"` : VALUE
    throw new Error(`${rule}, not ${JSON.stringify(value)}`)
  }
}

function checkPseudo(name: string, data: DataType): void {
  if (data === null && /^(before|after|first-line|first-letter)$/.test(name)) throw noElement(`:${name}`)
  const takes = CALLS.find(([called]) => called.test(name))?.[1]
  if (Array.isArray(data) && LISTS.test(name)) check(data, name === 'has')
  else if (typeof data === 'string' && takes) {
    if (!takes.test(data.trim())) throw new Error(`":${name}(…)" does not take ${JSON.stringify(data)}`)
  } else if (data !== null || !PLAIN.has(name)) {
    const said = JSON.stringify(`:${name}${data === null ? '' : '(…)'}`)
    throw new Error(`${said} is no pseudo-class of CSS; within a name a colon is written "\\:"`)
  }
}

const unexpected = (rest: string) =>
  new Error(rest === '' ? 'it ends too soon' : `${JSON.stringify(rest.slice(0, 20))} is not expected there`)
const noElement = (named: string) =>
  new Error(`"${named}" is no element; name the element that it belongs to`)

/** What css-what says; some of its messages end with the rest of the text, one is of a place where a selector should begin. */
function inWords(message: string, source: string, text: string): string {
  const place = message.startsWith('Empty')
    ? /(?:^|[,(])\s*([^\w\s.#:[*|>+~\u0080-\uffff-].*|$)/s.exec(source)
    : /^(?:Expected name, found|Unmatched selector:) (.*)$/s.exec(message)
  // Both are of one length.
  if (place) return unexpected(text.slice(text.length - place[1]!.length)).message
  if (message.startsWith('Did not expect')) return JOINING
  if (message.startsWith('Attribute'))
    return '"[" or a quote is not closed, or what stands in it is no attribute'
  return /parenthesis/i.test(message) ? '"(" is not closed' : message
}
