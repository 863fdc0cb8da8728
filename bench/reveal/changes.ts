/** A defect and a harmless change for each page. */
import { type Block, textsOf } from './content.ts'
import type { Recipe } from './pages.ts'
import { techniques, unrevealed } from './techniques.ts'

export interface PageChange {
  what: string
  recipe: Recipe
  /** Texts, before and after, one of which an issue has to name. */
  places: string[]
}

/** Another first digit. */
const renumbered = (text: string) => text.replace(/\d/, digit => '5478923164'[Number(digit)]!)

interface Defect {
  /** The block that it is done to. */
  to(block: Block): boolean
  /** What comes in its place; nothing takes it away. */
  becomes?(block: Block): Block | null
  /** Something else about it than what it says. */
  marks?(block: Block, section: Block[]): Partial<Recipe>
}

const is = (kind: Block['kind']) => (block: Block) => block.kind === kind
const lost = () => null
const drawnFrom = (file: string) => (block: Block) => ({ files: new Map([[block, file]]) })

const DEFECTS: Record<string, Defect> = {
  'changed number': {
    to: block => block.kind === 'text' && /\d/.test(block.text),
    becomes: block => (block.kind === 'text' ? { ...block, text: renumbered(block.text) } : block),
  },
  'block never shown': { to: is('text'), marks: block => ({ broken: new Set([block]) }) },
  'lost paragraph': { to: is('text'), becomes: lost },
  'swapped picture': { to: is('picture'), marks: drawnFrom('another') },
  'lost button': { to: is('button'), becomes: lost },
  'changed price': {
    to: is('card'),
    becomes: block => (block.kind === 'card' ? { ...block, price: renumbered(block.price) } : block),
  },
  'text in the colour of the background': { to: is('text'), marks: block => ({ blank: new Set([block]) }) },
  'lost picture': { to: is('picture'), becomes: lost },
  'changed figure': {
    to: is('stat'),
    becomes: block => (block.kind === 'stat' ? { ...block, value: block.value + 311 } : block),
  },
  'lost card': { to: is('card'), becomes: lost },
  'section never shown': { to: is('heading'), marks: (_, section) => ({ broken: new Set(section) }) },
  'picture without a file': { to: is('picture'), marks: drawnFrom('gone-astray') },
  'changed item': { to: is('item'), becomes: () => ({ kind: 'item', text: 'Gift wrapping on request' }) },
}

/** `defect` done to one block of the page; `turn` chooses which. */
function done({ to, becomes, marks }: Defect, recipe: Recipe, turn: number): Omit<PageChange, 'what'> {
  const { content } = recipe
  const all = content.sections.flatMap(section => section.filter(to).map(block => ({ block, section })))
  const { block, section } = all[turn % all.length]!
  const marked = marks?.(block, section) ?? {}
  if (!becomes) return { recipe: { ...recipe, ...marked }, places: placesOf([...(marked.broken ?? [block])]) }
  const made = becomes(block) ?? []
  const sections = content.sections.map(blocks => blocks.flatMap(each => (each === block ? made : each)))
  return {
    recipe: { ...recipe, content: { ...content, sections } },
    places: placesOf([block].concat(made)),
  }
}

const placesOf = (blocks: Block[]) =>
  blocks.flatMap(block => (block.kind === 'picture' ? [block.alt, block.name] : textsOf(block)))

const SWAPS: Record<string, string> = {
  'aos-once': 'view-timeline',
  'aos-mirror': 'aos-once',
  gsap: 'observer-both',
  motion: 'observer-once',
  'observer-both': 'view-timeline',
  'observer-once': 'motion',
  'view-timeline': 'observer-once',
  scrollreveal: 'gsap',
  'scroll-handler': 'aos-once',
  'on-demand': 'observer-both',
}
const DATE =
  /(\d{1,2}) (January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})/g
const IN_MARKUP = /(?<=class="[^"]*)\b(copy|card|price|stat|list|action|button|grid)\b(?=[^"]*")/g
const IN_STYLES = /\.(copy|card|price|stat|button|grid)(?= )/g

const HARMLESS: Record<string, (recipe: Recipe) => Partial<Recipe>> = {
  'another technique': ({ technique }) => ({
    technique: techniques.find(({ name }) => name === SWAPS[technique.name])!,
  }),
  'nothing revealed': () => ({ technique: unrevealed }),
  'other class names': () => ({
    finish: [html => html.replace(IN_MARKUP, 'x-$1').replace(IN_STYLES, '.x-$1')],
  }),
  'other order of attributes': () => ({ reversed: true }),
  'other duration, delay and offset': ({ timing: { duration, step, offset } }) => ({
    timing: { duration: duration + 350, step: step / 2, offset: offset / 2 },
  }),
  'in a wrapper': () => ({ wrapped: true }),
  'date written otherwise': () => ({ finish: [html => html.replace(DATE, '$2 $1, $3')] }),
}

/** The changes of the page that is the `at`-th of all: every technique has several kinds of both. */
export function changesOf(recipe: Recipe, at: number): { defect: PageChange; harmless: PageChange } {
  const row = Math.floor(at / 4)
  const nth = (names: string[], turn: number) => names[turn % names.length]!
  const defect = nth(Object.keys(DEFECTS), at)
  const harmless = nth(Object.keys(HARMLESS), row * 3 + (at % 4))
  return {
    defect: { what: defect, ...done(DEFECTS[defect]!, recipe, 1 + row + at) },
    harmless: { what: harmless, recipe: { ...recipe, ...HARMLESS[harmless]!(recipe) }, places: [] },
  }
}
