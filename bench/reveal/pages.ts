/** The forty pages: four contents, each revealed in ten ways. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rewrite } from '../../test/serve.ts'
import { photograph } from '../../test/suites/studio-pictures.ts'
import { type Block, type Content, contents, grouped, textsOf } from './content.ts'
import { type Attributes, type Reveal, type Technique, type Timing, techniques } from './techniques.ts'

/** All that a page is made of. A change to the page is a change to this. */
export interface Recipe {
  name: string
  content: Content
  variant: number
  technique: Technique
  timing: Timing
  /** The page scrolls in a box of the window's height. */
  boxed: boolean
  /** Blocks whose trigger is broken; their colour is the background's; their picture is another's, or does not exist. */
  broken: Set<Block>
  blank: Set<Block>
  files: Map<Block, string>
  /** Last touches to the page's text. */
  finish: ((html: string) => string)[]
  /** Other markup for the same: attributes the other way round, elements in wrappers. */
  reversed: boolean
  wrapped: boolean
}

/** What a visitor sees of it who scrolls slowly, and what nobody sees. */
export interface Truth {
  texts: string[]
  pictures: string[]
  never: string[]
}

const TIMINGS: readonly Timing[] = [
  { duration: 600, step: 150, offset: 100 },
  { duration: 800, step: 100, offset: 120 },
  { duration: 400, step: 200, offset: 60 },
  { duration: 700, step: 400, offset: 80 },
]
/** Those whose triggers work in a box that scrolls. */
const BOXED = new Set(['gsap', 'motion', 'observer-both', 'observer-once', 'view-timeline'])

export const pages: readonly Recipe[] = techniques.flatMap(technique =>
  contents.map((content, variant) => ({
    name: `${technique.name}-${variant + 1}`,
    content,
    variant,
    technique,
    timing: TIMINGS[variant]!,
    boxed: variant === 2 && BOXED.has(technique.name),
    broken: new Set<Block>(),
    blank: new Set<Block>(),
    files: new Map<Block, string>(),
    finish: [],
    reversed: false,
    wrapped: false,
  })),
)

const DRAFT = 'Internal draft: the autumn catalogue is not to be shown before the fair in Bremen.'
const PATIENCE = 'Still reading? Then take this voucher for loyal readers home with you.'

export function truthOf({ content, variant, broken, files, finish }: Recipe): Truth {
  const blocks = content.sections.flat()
  const shown = blocks.filter(block => !broken.has(block))
  const finished = (texts: string[]) => texts.map(text => finish.reduce((made, change) => change(made), text))
  return {
    texts: finished([content.title, content.lead, ...shown.flatMap(textsOf), footer(content)]),
    pictures: shown
      .flatMap(block => (block.kind === 'picture' ? [files.get(block) ?? block.name] : []))
      .filter(exists),
    never: [
      ...(hasDraft(variant) ? [DRAFT] : []),
      ...(asksPatience(variant) ? [PATIENCE] : []),
      ...[...broken].flatMap(textsOf),
    ],
  }
}
const exists = (picture: string) => !picture.startsWith('gone-')
const hasDraft = (variant: number) => variant === 0 || variant === 3
const asksPatience = (variant: number) => variant >= 2
const countsUp = (variant: number) => variant === 0 || variant === 3
const lazyByScript = (variant: number) => variant === 1
const footer = ({ title }: Content) => `${title} is open to everybody and answers letters within two days.`

/** The page and its parts by path. */
export function render(recipe: Recipe): Map<string, string> {
  const { content, variant, technique, timing, boxed } = recipe
  const reveal = technique.reveal(variant, timing, boxed ? '#box' : null)
  const files = new Map<string, string>()
  const sections = content.sections.map((blocks, at) => section(recipe, reveal, blocks, at, files))
  sections.splice(3, 0, never(variant))
  const body = `<header class="hero"><h1>${content.title}</h1><p>${content.lead}</p></header>
<main>${sections.join('\n')}</main>
<footer><p>${footer(content)}</p></footer>`
  const libraries = reveal.libraries ?? []
  const html = `<!doctype html>
<html lang="en"${technique.name === 'scrollreveal' ? ' class="sr"' : ''}><head><meta charset="utf-8"><title>${content.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${content.lead}"><link rel="icon" href="data:,">
${libraries.map(path => (path.endsWith('.css') ? `<link rel="stylesheet" href="/lib/${path}">` : '')).join('')}
<style>${CSS}${variant === 1 ? 'html { scroll-behavior: smooth }' : ''}${boxed ? BOX : ''}
${reveal.css ?? ''}</style></head>
<body>${boxed ? `<div id="box">${body}</div>` : body}
${libraries.map(path => (path.endsWith('.js') ? `<script src="/lib/${path}"></script>` : '')).join('')}
<script>{ ${reveal.script ?? ''} }
${countsUp(variant) ? COUNTING : ''}${lazyByScript(variant) ? LAZY : ''}${asksPatience(variant) ? WAITING : ''}</script></body></html>`
  files.set('/index.html', html)
  for (const [path, text] of files)
    files.set(
      path,
      recipe.finish.reduce((made, change) => change(made), text),
    )
  return files
}

/** Answers with what `files` hold, and with pictures and libraries. */
export const serving =
  (files: Map<string, string>): Rewrite =>
  async path => {
    const [, name] = /^\/img\/([\w-]+)\.jpg$/.exec(path) ?? []
    if (name && exists(name)) return photograph(name, 720, 480).jpeg({ quality: 85 }).toBuffer()
    if (path.startsWith('/lib/')) return readFile(join(MODULES, path.slice('/lib/'.length)))
    return files.get(path)
  }
const MODULES = join(import.meta.dirname, '../../node_modules')

function section(recipe: Recipe, reveal: Reveal, blocks: Block[], at: number, files: Map<string, string>) {
  const units: { html: string; kind: string }[] = []
  for (const [kind, run] of runsOf(blocks)) {
    // A list is shown as a whole, cards and figures one after the other.
    const groups = kind === 'item' ? [run] : run.map(block => [block])
    for (const [index, group] of groups.entries()) {
      const broken = group.some(block => recipe.broken.has(block))
      const attributes = (broken ? reveal.broken : reveal.attributes)(index * recipe.timing.step)
      const html = print(recipe, group, attributes)
      const address = `/part/${at}-${units.length}.html`
      files.set(address, html)
      const whole = reveal.wrap?.(html, broken, address) ?? html
      units.push({ kind, html: recipe.wrapped ? `<div class="w${at}">${whole}</div>` : whole })
    }
  }
  const inner = reveal.stage
    ? reveal.stage(units.map(({ html }) => html))
    : [...runsOf(units)]
        .map(([kind, run]) => {
          const html = run.map(({ html }) => html).join('\n')
          return kind === 'card' || kind === 'stat' ? `<div class="grid">${html}</div>` : html
        })
        .join('\n')
  return `<section>${inner}</section>`
}

/** What follows on each other and is of one kind. */
function runsOf<T extends { kind: string }>(all: readonly T[]): [string, T[]][] {
  const runs: [string, T[]][] = []
  for (const each of all)
    if (runs.at(-1)?.[0] === each.kind) runs.at(-1)![1].push(each)
    else runs.push([each.kind, [each]])
  return runs
}

const ELEMENTS: Record<Block['kind'], [tag: string, own: Attributes]> = {
  heading: ['h2', {}],
  text: ['p', { class: 'copy' }],
  button: ['div', { class: 'action' }],
  item: ['ul', { class: 'list' }],
  card: ['article', { class: 'card' }],
  stat: ['div', { class: 'stat' }],
  picture: ['figure', {}],
}

function print(recipe: Recipe, group: Block[], attributes: Attributes): string {
  const block = group[0]!
  const [tag, own] = ELEMENTS[block.kind]
  const colour: Attributes = recipe.blank.has(block) ? { style: 'color:#fff' } : {}
  const list = Object.entries(merged(merged(own, attributes), colour)).map(
    ([name, value]) => ` ${name}="${value}"`,
  )
  if (recipe.reversed) list.reverse()
  return `<${tag}${list.join('')}>${group.map(each => inside(recipe, each)).join('')}</${tag}>`
}

function inside({ variant, files }: Recipe, block: Block): string {
  switch (block.kind) {
    case 'item':
      return `<li>${block.text}</li>`
    case 'button':
      return `<a class="button" href="#${block.text.replaceAll(' ', '-')}">${block.text}</a>`
    case 'card':
      return `<h3>${block.title}</h3><p>${block.text}</p><p class="price">${block.price}</p>`
    case 'stat': {
      const figure = countsUp(variant) ? ` data-to="${block.value}">0` : `>${grouped(block.value)}`
      return `<strong${figure}</strong><span>${block.label}</span>`
    }
    case 'picture': {
      const file = `src="/img/${files.get(block) ?? block.name}.jpg"`
      const lazy = variant === 0 ? ' loading="lazy"' : ''
      const source = lazyByScript(variant) ? `src="${PIXEL}" data-${file}` : file + lazy
      return `<img ${source} alt="${block.alt}" width="720" height="480">`
    }
    default:
      return block.text
  }
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function merged(first: Attributes, second: Attributes): Attributes {
  const both = { ...first, ...second }
  if (first.class && second.class) both.class = `${first.class} ${second.class}`
  if (first.style && second.style) both.style = `${first.style};${second.style}`
  return both
}

const never = (variant: number) =>
  `${hasDraft(variant) ? `<p style="display:none">${DRAFT}</p>` : ''}${
    asksPatience(variant) ? `<p class="patience copy">${PATIENCE}</p>` : ''
  }`

const CSS = `body { margin: 0; font: 17px/1.6 sans-serif; color: #1f2937; background: #fff }
.hero { min-height: 70vh; display: grid; place-content: center; padding: 24px; background: #0f5f58; color: #fff; text-align: center }
section { max-width: 1000px; margin: 0 auto; padding: 72px 24px } h2 { font-size: 32px; line-height: 1.25 } figure { margin: 24px 0 }
img { max-width: 100%; height: auto; aspect-ratio: 3 / 2; display: block; background: #e5e7eb } .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 24px }
.card { border: 1px solid #9ca3af; border-radius: 8px; padding: 20px } .price { font-weight: bold } .stat strong { display: block; font-size: 40px }
.button { display: inline-block; padding: 12px 24px; border-radius: 6px; background: #0f5f58; color: #fff; text-decoration: none }
footer { box-sizing: border-box; min-height: 70vh; padding: 72px 24px; background: #f3f4f6; text-align: center } .patience { margin: 24px; opacity: 0; transition: opacity 300ms } .patience.rewarded { opacity: 1 }
`
const BOX = 'body { overflow: hidden } #box { height: 100vh; overflow-y: auto }'
/** Counts for 1.5 s from when the figure is seen. */
const COUNTING = `{ const counter = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => {
  if (!isIntersecting) return
  counter.unobserve(target)
  const begun = performance.now(), to = +target.dataset.to
  target.removeAttribute('data-to')
  const step = now => {
    const share = Math.max(0, Math.min(1, (now - begun) / 1500))
    target.textContent = Math.round(to * share).toLocaleString('en-US')
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}), { threshold: 0.6 })
const count = () => document.querySelectorAll('[data-to]').forEach(figure => counter.observe(figure))
count(); document.addEventListener('inserted', count) }
`
const LAZY = `{ const loader = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => {
  if (!isIntersecting) return
  loader.unobserve(target)
  target.src = target.dataset.src
}), { rootMargin: '50px' })
const load = () => document.querySelectorAll('[data-src]').forEach(image => loader.observe(image))
load(); document.addEventListener('inserted', load) }
`
/** Shown to who keeps it in the window for five seconds. */
const WAITING = `{ let timer
new IntersectionObserver(([{ target, isIntersecting }]) => {
  clearTimeout(timer)
  if (isIntersecting) timer = setTimeout(() => target.classList.add('rewarded'), 5000)
}, { threshold: 1 }).observe(document.querySelector('.patience')) }
`
