/** A defect and a harmless change for each page. */
import { type Block, type Kind, textsOf } from './content.ts'
import type { Recipe } from './pages.ts'
import { techniques, unrevealed } from './techniques.ts'

export interface PageChange {
  what: string
  recipe: Recipe
  /** Texts, before and after, one of which an issue has to name. */
  places: string[]
}

const DIGITS: Record<string, string> = {
  '0': '5',
  '1': '4',
  '2': '7',
  '3': '8',
  '4': '9',
  '5': '2',
  '6': '3',
  '7': '1',
  '8': '6',
  '9': '4',
}
const renumbered = (text: string) => text.replace(/\d/, digit => DIGITS[digit]!)

type Edit = (recipe: Recipe, turn: number) => Omit<PageChange, 'what'> | null

/** `edit` of one block; null takes it away. */
const editing =
  (kind: Kind, edit: (block: Block) => Block | null, filter: (block: Block) => boolean = () => true): Edit =>
  (recipe, turn) => {
    const all = recipe.content.sections.flat().filter(block => block.kind === kind && filter(block))
    const chosen = all[turn % all.length]
    if (!chosen) return null
    const made = edit(chosen)
    const sections = recipe.content.sections.map(blocks =>
      blocks.flatMap(block => (block === chosen ? (made ?? []) : block)),
    )
    return {
      recipe: { ...recipe, content: { ...recipe.content, sections } },
      places: placesOf([chosen, ...(made ? [made] : [])]),
    }
  }

/** Something else about one block than what it says. */
const marking =
  (
    kind: Kind,
    mark: (recipe: Recipe, block: Block, section: Block[]) => Partial<Recipe>,
    whole = false,
  ): Edit =>
  (recipe, turn) => {
    const all = recipe.content.sections.flatMap(section =>
      section.filter(block => block.kind === kind).map(block => ({ block, section })),
    )
    const chosen = all[turn % all.length]
    if (!chosen) return null
    const places = placesOf(whole ? chosen.section : [chosen.block])
    return { recipe: { ...recipe, ...mark(recipe, chosen.block, chosen.section) }, places }
  }

const placesOf = (blocks: Block[]) =>
  blocks.flatMap(block => (block.kind === 'picture' ? [block.alt, block.name] : textsOf(block)))

const DEFECTS: Record<string, Edit> = {
  'changed number': editing(
    'text',
    block => (block.kind === 'text' ? { ...block, text: renumbered(block.text) } : block),
    block => block.kind === 'text' && /\d/.test(block.text),
  ),
  'block never shown': marking('text', (_, block) => ({ broken: new Set([block]) })),
  'lost paragraph': editing('text', () => null),
  'swapped picture': marking('picture', (_, block) => ({ files: new Map([[block, 'another']]) })),
  'lost button': editing('button', () => null),
  'changed price': editing('card', block =>
    block.kind === 'card' ? { ...block, price: renumbered(block.price) } : block,
  ),
  'text in the colour of the ground': marking('text', (_, block) => ({ blank: new Set([block]) })),
  'lost picture': editing('picture', () => null),
  'changed figure': editing('stat', block =>
    block.kind === 'stat' ? { ...block, value: block.value + 311 } : block,
  ),
  'lost card': editing('card', () => null),
  'section never shown': marking('heading', (_, __, section) => ({ broken: new Set(section) }), true),
  'picture without a file': marking('picture', (_, block) => ({ files: new Map([[block, 'gone-astray']]) })),
  'changed item': editing('item', block =>
    block.kind === 'item' ? { ...block, text: 'Gift wrapping on request' } : block,
  ),
}

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
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'

const HARMLESS: Record<string, (recipe: Recipe) => Partial<Recipe>> = {
  'another technique': ({ technique }) => ({
    technique: techniques.find(({ name }) => name === SWAPS[technique.name])!,
  }),
  'nothing revealed': () => ({ technique: unrevealed }),
  'other class names': () => ({
    finish: [
      html =>
        html
          .replace(/(?<=class="[^"]*)\b(copy|card|price|stat|list|action|button|grid)\b(?=[^"]*")/g, 'x-$1')
          .replace(/\.(copy|card|price|stat|button|grid)(?= )/g, '.x-$1'),
    ],
  }),
  'other order of attributes': () => ({ reversed: true }),
  'other duration, delay and offset': ({ timing: { duration, step, offset } }) => ({
    timing: { duration: duration + 350, step: step / 2, offset: offset / 2 },
  }),
  'in a wrapper': () => ({ wrapped: true }),
  'date written otherwise': () => ({
    finish: [html => html.replace(new RegExp(`(\\d{1,2}) (${MONTHS}) (\\d{4})`, 'g'), '$2 $1, $3')],
  }),
}

/** The changes of the page that is the `at`-th of all: every technique has several kinds of both. */
export function changesOf(recipe: Recipe, at: number): { defect: PageChange; harmless: PageChange } {
  const kinds = Object.keys(DEFECTS)
  let defect: PageChange | null = null
  for (let tried = at; !defect; tried++) {
    const what = kinds[tried % kinds.length]!
    const made = DEFECTS[what]!(recipe, 1 + Math.floor(at / 4) + at)
    defect = made && { what, ...made }
  }
  const harmless = Object.keys(HARMLESS)
  const what = harmless[(Math.floor(at / 4) * 3 + (at % 4)) % harmless.length]!
  return { defect, harmless: { what, recipe: { ...recipe, ...HARMLESS[what]!(recipe) }, places: [] } }
}
