/**
 * Whether a text is a CSS selector of elements, told without a browser and to the letter as Chromium tells it: by the
 * grammar of Selectors Level 4, with the names that Chromium knows. Pseudo-elements are no elements, so that nothing
 * could be done with what they select.
 */
import { componentValues, normalised, type Value } from './css-values.ts'

/** As `selectorProblem`, for a region that is to be ignored: with all of the page ignored every page would pass. */
export function ignoreProblem(text: string): string | null {
  const isAll = text.split(',').some(one => /^(\*|html|body|:root|:scope)$/i.test(one.trim()))
  return (
    selectorProblem(text) ?? (isAll ? 'is the whole page; name the regions that change by themselves' : null)
  )
}

/** What is wrong with `text`, to be read after its name: `is not a CSS selector: …`; null when nothing is. */
export function selectorProblem(text: string): string | null {
  const source = normalised(text)
  try {
    new Parser(source, componentValues(source), source.length).list(COMPLEX)
    return null
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return `is not a CSS selector: ${error.message}`
  }
}

class Wrong extends Error {}

/** What may stand at a place. */
interface Context {
  /** Elements that are joined, such as `a b`, and not one alone. */
  joined: boolean
  /** What is sought from an element on, as in `:has(> img)`. */
  relative: boolean
  /** In `:has(…)`, at whatever depth. */
  inHas: boolean
}

const COMPLEX: Context = { joined: true, relative: false, inHas: false }

/** Pseudo-classes that take nothing in brackets, as Chromium has them; none of its internal ones, which differ by version. */
const PLAIN = new Set(
  `active active-view-transition any-link autofill checked corner-present current decrement default defined disabled
  double-button empty enabled end first-child first-of-type focus focus-visible focus-within fullscreen future granted horizontal
  host hover in-range increment indeterminate interest-source interest-target invalid last-child last-of-type link modal
  no-button only-child only-of-type open optional out-of-range past picture-in-picture placeholder-shown popover-open
  read-only read-write required root scope single-button start target target-after target-before target-current
  user-invalid user-valid valid vertical visited window-inactive xr-overlay
  -webkit-any-link
  -webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor`.split(
    /\s+/,
  ),
)
const ONE_NAME = new Set(['dir', 'lang', 'state'])
/** Lists that forgive: what is wrong in them selects nothing, and the rest stays. */
const FORGIVING = new Set(['is', 'where'])
/** Take elements that are not joined with others. */
const ALONE = new Set(['host', 'host-context', '-webkit-any'])
const POSITIONS = /^nth-(last-)?(child|of-type)$/
/** Written with one colon in the days of CSS 2. */
const OLD_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter'])
/** Without the letters beyond ASCII of which small ones are within. */
const small = (name: string) => name.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** An+B in tokens: with `,` between them, and `#` before those that are no names. */
const STEPS = new RegExp(
  String.raw`^(?:odd|even|#[+-]?\d+|(?:#\+,|-|#[+-]?\d+##)?n(?:-\d+|-(?:,# )*,#\d+|(?:,# )*,#[+-](?:,# )*,#\d+|(?:,# )*,#[+-]\d+)?)$`.replaceAll(
    /[,#]/g,
    '\0',
  ),
  'i',
)

function stepsOf(values: readonly Value[]): string {
  const texts = values.map(({ kind, text, unit }) => {
    if (kind === 'ident') return text
    return `\0${kind === 'space' ? ' ' : text}${unit === undefined ? '' : `\0\0${unit}`}`
  })
  return texts.join('\0')
}

function isSelector(text: string, values: Value[], context: Context): boolean {
  try {
    new Parser(text, values, text.length).list({ ...context, relative: false })
    return true
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return false
  }
}

/** Reads the values of the text, or of one block of it. */
class Parser {
  readonly #text: string
  readonly #values: Value[]
  readonly #end: number
  #next = 0

  /** @param end of the values in the text */
  constructor(text: string, values: Value[], end: number) {
    this.#text = text
    this.#values = values
    this.#end = end
  }

  /** Selectors with commas between them, and nothing after. */
  list(context: Context): void {
    this.#space()
    for (;;) {
      this.#complex(context)
      if (!this.#take(',')) break
      this.#space()
    }
    this.#finish()
  }

  #complex(context: Context): void {
    if (context.relative) this.#combinator()
    for (;;) {
      this.#compound(context)
      const spaced = this.#space()
      const joined = context.joined && this.#combinator()
      const next = this.#peek()?.kind
      if (!joined && (next === undefined || next === ',' || !spaced || !context.joined)) return
    }
  }

  #combinator(): boolean {
    const found = this.#take('>') ?? this.#take('+') ?? this.#take('~')
    if (found) this.#space()
    return found !== undefined
  }

  #compound(context: Context): void {
    let found = this.#qualified() !== undefined
    for (; ; found = true) {
      if (this.#take('.')) this.#expect('ident', 'a name must follow "."')
      else if (this.#take(':')) this.#pseudo(context)
      else if (this.#peek()?.kind === 'hash') this.#id()
      else if (this.#peek()?.kind === '[') this.#attribute()
      else if (!this.#take('&')) break
    }
    const next = this.#peek()
    // A number: `.5` of `.5th`.
    if (next?.kind === 'other' && next.text.startsWith('.'))
      throw new Wrong(`a name must follow ".", not ${this.#quoted(next.at + 1)}`)
    if (!found) throw this.#unexpected()
  }

  /** `p`, `*`, `*|p`, `|p`; another prefix of a namespace has nothing that it could stand for. @returns the name */
  #qualified(): Value | undefined {
    const first = this.#take('*') ?? this.#take('ident')
    if (this.#peek()?.kind !== '|') return first
    if (first && first.text !== '*') throw this.#unexpected()
    this.#take('|')
    return this.#take('*') ?? this.#expect('ident', 'a name must follow "|"')
  }

  #id(): void {
    const hash = this.#peek()!
    if (!hash.isName) throw new Wrong(`a name must follow "#", not ${this.#quoted(hash.at + 1)}`)
    this.#take('hash')
  }

  #attribute(): void {
    const inside = this.#enter(this.#take('[')!)
    inside.#space()
    const name = inside.#qualified() ?? inside.#expect('ident', 'a name must follow "["')
    if (name.kind === '*') throw new Wrong('"*" is no name of an attribute')
    inside.#space()
    if (['=', '~=', '|=', '^=', '$=', '*='].some(kind => inside.#take(kind))) {
      inside.#space()
      if (!inside.#take('string'))
        inside.#expect('ident', 'the value of an attribute must be a name, or stand in quotes')
      inside.#space()
      if (small(inside.#peek()?.text ?? '') === 'i') inside.#take('ident')
      inside.#space()
    }
    inside.#finish()
  }

  #pseudo(context: Context): void {
    const twice = this.#take(':') !== undefined
    const named =
      this.#take('function') ??
      this.#expect('ident', 'a name must follow ":"; within a name a colon is written "\\:"')
    const name = small(named.text)
    if (twice || (named.kind === 'ident' && OLD_ELEMENTS.has(name)))
      throw new Wrong(
        `"${twice ? '::' : ':'}${named.text}" is no element; name the element that it belongs to`,
      )
    const isKnown = named.kind === 'ident' ? PLAIN.has(name) : this.#arguments(named, name, context)
    if (isKnown) return
    const said = JSON.stringify(`:${named.text}${named.kind === 'ident' ? '' : '(…)'}`)
    throw new Wrong(`${said} is no pseudo-class of CSS; within a name a colon is written "\\:"`)
  }

  /** @returns whether there is such a pseudo-class with something in brackets */
  #arguments(called: Value, name: string, context: Context): boolean {
    const inside = this.#enter(called)
    if (FORGIVING.has(name)) inside.#forgiving(context)
    else if (ONE_NAME.has(name)) inside.#names(`":${name}(…)" takes one name`, 1)
    else if (name === 'active-view-transition-type') inside.#names(`":${name}(…)" takes names`)
    else if (POSITIONS.test(name)) inside.#position(name, context)
    else if (name === 'not') inside.list({ ...context, relative: false })
    else if (name === 'has') {
      if (context.inHas || !context.joined)
        throw new Wrong(`":has(…)" must not stand in ":${context.inHas ? 'has' : 'host'}(…)"`)
      inside.list({ joined: true, relative: true, inHas: true })
    } else if (ALONE.has(name)) {
      inside.list({ ...context, joined: false, relative: false })
      if (name.startsWith('host') && called.inside!.some(({ kind }) => kind === ','))
        throw new Wrong(`":${name}(…)" takes one selector, and no list`)
    } else return false
    return true
  }

  /** Anything, but that a `{` after a selector ends the list for Chromium, and so all of it. */
  #forgiving(context: Context): void {
    if (!context.joined) return
    for (let start = 0; ; ) {
      const comma = this.#values.findIndex(({ kind }, index) => index >= start && kind === ',')
      const item = this.#values.slice(start, comma < 0 ? undefined : comma)
      const brace = item.findIndex(({ kind }) => kind === '{')
      if (brace >= 0 && isSelector(this.#text, item.slice(0, brace), context))
        throw new Wrong(`${this.#quoted(item[brace]!.at)} is not expected there`)
      if (comma < 0) return
      start = comma + 1
    }
  }

  #names(otherwise: string, max = Number.POSITIVE_INFINITY): void {
    for (let count = 1; ; count++) {
      this.#space()
      this.#expect('ident', otherwise)
      this.#space()
      if (count === max || !this.#take(',')) break
    }
    this.#finish()
  }

  #position(name: string, context: Context): void {
    this.#space()
    const of = this.#values.findIndex(
      ({ kind, text }, index) => index > this.#next && kind === 'ident' && text === 'of',
    )
    const steps = this.#values.slice(this.#next, of < 0 ? undefined : of)
    while (steps.at(-1)?.kind === 'space') steps.pop()
    if (!STEPS.test(stepsOf(steps))) throw new Wrong(`":${name}(…)" takes a position such as 2, odd or 2n+1`)
    this.#next = of < 0 ? this.#values.length : of + 1
    if (of < 0) return
    if (!name.endsWith('child')) throw new Wrong(`":${name}(…)" takes no "of"`)
    this.list({ ...context, joined: true, relative: false })
  }

  #enter(block: Value): Parser {
    return new Parser(this.#text, block.inside!, block.end!)
  }

  /** Goes past spaces. @returns whether there was any, which is what joins two elements */
  #space(): boolean {
    const start = this.#next
    while (this.#take('space')) {}
    return this.#next > start
  }

  #peek(): Value | undefined {
    return this.#values[this.#next]
  }

  #take(kind: string): Value | undefined {
    const value = this.#peek()
    if (value?.kind !== kind) return
    this.#next++
    return value
  }

  #expect(kind: string, otherwise: string): Value {
    const value = this.#take(kind)
    if (!value) throw new Wrong(`${otherwise}, not ${this.#quoted(this.#peek()?.at ?? this.#end)}`)
    return value
  }

  #finish(): void {
    if (this.#peek()) throw this.#unexpected()
  }

  #quoted(at: number): string {
    const rest = this.#text.slice(at, at + 20)
    return rest === '' ? 'the end' : JSON.stringify(rest)
  }

  #unexpected(): Wrong {
    const at = this.#peek()?.at ?? this.#end
    return new Wrong(
      at >= this.#text.length ? 'it ends too soon' : `${this.#quoted(at)} is not expected there`,
    )
  }
}
