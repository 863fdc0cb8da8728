/** What the pages say: four sites of six sections. Every text occurs once on its page, so that it can be looked for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Block =
  | { kind: 'heading' | 'text' | 'item' | 'button'; text: string }
  | { kind: 'picture'; name: string; alt: string }
  | { kind: 'card'; title: string; text: string; price: string }
  | { kind: 'stat'; value: number; label: string }

export interface Content {
  title: string
  lead: string
  sections: Block[][]
}

/** The texts that a visitor reads of a block. */
export function textsOf(block: Block): string[] {
  if (block.kind === 'picture') return []
  if (block.kind === 'card') return [block.title, block.text, block.price]
  if (block.kind === 'stat') return [grouped(block.value), block.label]
  return [block.text]
}

export const grouped = (value: number) => value.toLocaleString('en-US')

/** One block a line; a heading opens a section. */
const FORMS: [form: RegExp, block: (...parts: string[]) => Block][] = [
  [/^## (.+)$/, text => ({ kind: 'heading', text: text! })],
  [/^- (.+)$/, text => ({ kind: 'item', text: text! })],
  [/^\[(.+)\]$/, text => ({ kind: 'button', text: text! })],
  [/^!\[(.+)\]\((.+)\)$/, (alt, name) => ({ kind: 'picture', name: name!, alt: alt! })],
  [
    /^\| (.+) \| (.+) \| (.+) \|$/,
    (title, text, price) => ({ kind: 'card', title: title!, text: text!, price: price! }),
  ],
  [/^= (\d+) (.+)$/, (value, label) => ({ kind: 'stat', value: Number(value), label: label! })],
  [/^(.+)$/, text => ({ kind: 'text', text: text! })],
]

function blockOf(line: string): Block {
  const [form, block] = FORMS.find(([form]) => form.test(line))!
  return block(...form.exec(line)!.slice(1))
}

export const contents: readonly Content[] = readFileSync(join(import.meta.dirname, 'contents.txt'), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map(site => {
    const [opening = '', ...sections] = site.trim().split('\n\n')
    const [title = '', lead = ''] = opening.split('\n> ')
    return { title, lead, sections: sections.map(lines => lines.split('\n').map(blockOf)) }
  })
