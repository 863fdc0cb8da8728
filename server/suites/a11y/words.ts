/** What is said about a failing element: in the reader's words, with the original's value where it has one. */
import type { AxeNode } from '../../capture/collectors/axe.ts'
import type { Place } from '../../contract.ts'
import { type AxeElement, perceivedText } from '../../matching/axe-elements/elements.ts'
import { contrastLost, contrastOf } from './contrast.ts'

/** `was` is the same element on the original: failing as well, or in order, or not found (null). */
export function messageOf(element: AxeElement, was: AxeElement | null): string {
  const as = was?.failing && !contrastLost(element, was) ? ', as on the original' : ''
  return `${faultOf(element, was)}${whereOf(element.node)}${as}`
}

export function fixOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const name = was && !was.failing ? perceivedText(was.node) : ''
  const given = name && quote(name)
  switch (family) {
    case 'image-alt':
      return given
        ? `Give it the original's alternative text back: ${given}`
        : 'Give it an alt text that says what it shows, or alt="" where it only decorates'
    case 'label':
      return given
        ? `Tie a label to it that says ${given}, as on the original`
        : 'Tie a <label> to it with "for" and "id", or give it an aria-label'
    case 'link-name':
      return given
        ? `Give it the original's name back: ${given}`
        : 'Put a text in it, or name it with aria-label; a picture in it needs an alt text'
    case 'color-contrast': {
      const before = better(element, was)
      const wanted = node.contrast?.wanted
      return before
        ? `Use the original's colours: ${before.text} on ${before.background}, ${before.ratio}:1`
        : `Make text and background differ more${wanted ? `, to ${wanted}:1 at least` : ''}`
    }
    default:
      return node.summary ? `${node.summary} (${rule.helpUrl})` : `See ${rule.helpUrl}`
  }
}

export function placeOf({ node, width }: Pick<AxeElement, 'node' | 'width'>, url: string): Place {
  return {
    url,
    selector: node.selector,
    box: node.box,
    viewport: width,
    text: perceivedText(node).slice(0, 200) || node.file || undefined,
  }
}

/** As a reader would name it. */
export function nameOf(node: AxeNode): string {
  if (node.tag === 'html' || node.tag === 'body') return 'the page'
  const text = perceivedText(node)
  if (text) return quote(text)
  const kind = node.role || node.tag
  return node.file ? `the ${kind} ${quote(node.file)}` : `a ${kind}`
}

function faultOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const name = was && !was.failing ? perceivedText(was.node) : ''
  switch (family) {
    case 'image-alt': {
      const file = node.file && ` ${quote(node.file)}`
      return name
        ? `The picture${file} lost its alternative text ${quote(name)}`
        : `The picture${file} has no alternative text`
    }
    case 'label':
      return name ? `The field ${quote(name)} lost its label` : `${capital(fieldOf(node))} has no label`
    case 'link-name': {
      const kind = node.role || node.tag
      const file = node.file && ` to ${quote(node.file)}`
      return name ? `The ${kind} ${quote(name)} lost its name` : `A ${kind}${file} has no name`
    }
    case 'color-contrast': {
      const { contrast } = node
      if (!contrast) return `${nameOf(node)} can hardly be read for its low contrast`
      const known = better(element, was)
      const before = known ? `, ${known.ratio}:1 before` : ''
      return (
        `${nameOf(node)} has a contrast of ${contrast.ratio}:1 (${contrast.text} on ${contrast.background}); ` +
        `${contrast.wanted}:1 is needed${before}`
      )
    }
    default:
      return `${rule.help}: ${nameOf(node)} does not`
  }
}

/** The original's contrast, where it was the better one. */
const better = (element: AxeElement, was: AxeElement | null) =>
  was && (!was.failing || contrastLost(element, was))
    ? (was.node.contrast ?? contrastOf(was.node.paint))
    : null

function fieldOf(node: AxeNode): string {
  const kind = node.tag === 'input' ? `${node.type || 'text'} field` : node.tag
  return perceivedText(node) && node.tag !== 'select'
    ? `the ${kind} ${quote(perceivedText(node))}`
    : `a ${kind}`
}

const whereOf = ({ near, tag }: AxeNode): string =>
  near && tag !== 'html' && tag !== 'body' ? `, under ${quote(near)}` : ''

function quote(text: string): string {
  return `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
