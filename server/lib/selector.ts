/**
 * Whether a text is a CSS selector of elements, told without a browser: Selectors Level 4 with the names that Chromium
 * knows. Stricter than a browser where that forgives what is a slip: brackets that are not closed, empty lists.
 */

/** What is wrong with `text`, to be read after its name: `is not a CSS selector: …`; null when nothing is. */
export function selectorProblem(text: string): string | null {
  try {
    new Parser(text).all()
    return null
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return `is not a CSS selector: ${error.message}`
  }
}

class Wrong extends Error {}

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}[ \t\n]?|[^\n\r\f0-9a-f])`
const LETTER = String.raw`[\w-]|[^\0-\x7f]|${ESCAPE}`
const NAME = new RegExp(String.raw`(?:--(?!>)|-?(?:[a-z_]|[^\0-\x7f]|${ESCAPE}))(?:${LETTER})*`, 'iy')
const STRING = new RegExp(
  String.raw`"(?:[^"\\\n\r\f]|${ESCAPE}|\\\n)*"|'(?:[^'\\\n\r\f]|${ESCAPE}|\\\n)*'`,
  'iy',
)
const SPACE = /(?:[ \t\r\n\f]|\/\*[\s\S]*?\*\/)*/y
const STEPS = /(?:even|odd|[+-]?\d+|[+-]?\d*n(?:[ \t\n]*[+-][ \t\n]*\d+)?)(?![\w-])/iy
const COMPARISON = /[~|^$*]?=/y

/** How deep selectors may lie in each other; no person writes more. */
const MAX_DEPTH = 10

/** Pseudo-classes that take nothing in brackets. */
const PLAIN = new Set(
  `active any-link autofill checked default defined disabled empty enabled first-child first-of-type focus
  focus-visible focus-within fullscreen host hover in-range indeterminate invalid last-child last-of-type link modal
  only-child only-of-type open optional out-of-range picture-in-picture placeholder-shown popover-open read-only
  read-write required root scope target user-invalid user-valid valid visited -webkit-any-link -webkit-autofill
  -webkit-full-screen`.split(/\s+/),
)
const ONE_NAME = new Set(['dir', 'lang', 'state'])
const LISTS = new Set(['is', 'not', 'where', 'has', 'host', 'host-context'])
const POSITIONS = /^nth-(last-)?(child|of-type)$/
/** Written with one colon in the days of CSS 2. */
const OLD_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter'])

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  all(): void {
    this.#list(0, false)
    if (this.#at < this.#text.length) throw this.#unexpected()
  }

  #list(depth: number, inHas: boolean): void {
    if (depth > MAX_DEPTH) throw new Wrong('selectors lie too deep in each other')
    do {
      this.#space()
      // What is sought from an element on, as in :has(> img).
      if (inHas && this.#take('>', '+', '~')) this.#space()
      this.#complex(depth, inHas)
    } while (this.#take(','))
  }

  #complex(depth: number, inHas: boolean): void {
    for (;;) {
      this.#compound(depth, inHas)
      const spaced = this.#space()
      const next = this.#text[this.#at]
      if (next === undefined || next === ',' || (next === ')' && depth > 0)) return
      if (this.#take('>', '+', '~')) this.#space()
      else if (!spaced) throw this.#unexpected()
    }
  }

  #compound(depth: number, inHas: boolean): void {
    let found = this.#type()
    for (; ; found = true) {
      if (this.#take('#')) this.#name('a name must follow "#"')
      else if (this.#take('.')) this.#name('a name must follow "."')
      else if (this.#take('[')) this.#attribute()
      else if (this.#take(':')) this.#pseudo(depth, inHas)
      else break
    }
    if (!found) throw this.#unexpected()
  }

  /** `p`, `*`, `*|p`, `|p`; a prefix of a namespace has nothing that it could stand for. */
  #type(): boolean {
    if (this.#take('*|', '|')) {
      if (!this.#take('*')) this.#name('a name must follow "|"')
      return true
    }
    return this.#take('*') || this.#match(NAME) !== null
  }

  #attribute(): void {
    this.#space()
    this.#take('*|') || (!this.#text.startsWith('|=', this.#at) && this.#take('|'))
    this.#name('a name must follow "["')
    this.#space()
    if (this.#match(COMPARISON) !== null) {
      this.#space()
      if (this.#match(STRING) === null)
        this.#name('the value of an attribute must be a name, or stand in quotes')
      this.#space()
      this.#take('i', 'I')
      this.#space()
    }
    if (!this.#take(']')) throw this.#open('"["', ']')
  }

  #pseudo(depth: number, inHas: boolean): void {
    const twice = this.#take(':')
    const written = this.#name('a name must follow ":"; within a name a colon is written "\\:"')
    const name = written.toLowerCase()
    if (twice || OLD_ELEMENTS.has(name))
      throw new Wrong(`"${twice ? '::' : ':'}${written}" is no element; name the element that it belongs to`)
    const hasArguments = this.#take('(')
    const known = hasArguments
      ? ONE_NAME.has(name) || POSITIONS.test(name) || (LISTS.has(name) && !(inHas && name === 'has'))
      : PLAIN.has(name)
    if (!known) {
      const said = JSON.stringify(`:${written}${hasArguments ? '(…)' : ''}`)
      throw new Wrong(
        inHas && name === 'has'
          ? `${said} must not stand in ":has(…)"`
          : `${said} is no pseudo-class of CSS; within a name a colon is written "\\:"`,
      )
    }
    if (!hasArguments) return
    this.#space()
    if (ONE_NAME.has(name)) this.#name(`":${name}(…)" takes one name`)
    else if (POSITIONS.test(name)) this.#position(name, depth, inHas)
    else if (name.startsWith('host')) this.#compound(depth + 1, inHas)
    else this.#list(depth + 1, inHas || name === 'has')
    this.#space()
    if (!this.#take(')')) throw this.#open(`":${name}("`, ')')
  }

  #position(name: string, depth: number, inHas: boolean): void {
    if (this.#match(STEPS) === null) throw new Wrong(`":${name}(…)" takes a position such as 2, odd or 2n+1`)
    const spaced = this.#space()
    if (!name.endsWith('child') || !spaced || !this.#take('of ')) return
    this.#list(depth + 1, inHas)
  }

  #name(otherwise: string): string {
    const name = this.#match(NAME)
    if (name === null) throw new Wrong(`${otherwise}, not ${this.#here()}`)
    return name
  }

  /** Goes past spaces and comments. @returns whether there was any space, which is what joins two elements */
  #space(): boolean {
    return /[ \t\r\n\f]/.test(this.#match(SPACE)!.replace(/\/\*[\s\S]*?\*\//g, ''))
  }

  #take(...texts: string[]): boolean {
    const found = texts.find(text => this.#text.startsWith(text, this.#at))
    this.#at += found?.length ?? 0
    return found !== undefined
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    this.#at += found?.length ?? 0
    return found
  }

  #here(): string {
    const rest = this.#text.slice(this.#at, this.#at + 20)
    return rest === '' ? 'the end' : JSON.stringify(rest)
  }

  #unexpected(): Wrong {
    return new Wrong(
      this.#at === this.#text.length ? 'it ends too soon' : `${this.#here()} is not expected there`,
    )
  }

  #open(opened: string, end: string): Wrong {
    return this.#at === this.#text.length
      ? new Wrong(`${opened} is not closed by "${end}"`)
      : this.#unexpected()
  }
}
