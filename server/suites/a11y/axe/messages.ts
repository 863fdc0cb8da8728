/** Messages and fixes of failing elements: in the reader's words, with the original's value where it has one. */
import type { AxeNode } from '../../../capture/collectors/axe.ts'
import type { Place } from '../../../contract.ts'
import { type AxeElement, isPage, perceivedText } from '../../../matching/axe-elements/elements.ts'
import * as core from '../../core/place.ts'
import { quoted } from '../page.ts'
import { contrastLost, contrastOf } from './contrast.ts'

/** `was` is the same element on the original: failing as well, or in order, or not found (null). */
export function messageOf(element: AxeElement, was: AxeElement | null): string {
  const as = was?.failing && !contrastLost(element, was) ? ', as on the original' : ''
  return `${faultOf(element, was)}${whereOf(element.node)}${as}`
}

export function fixOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const given = nameBefore(was)
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

function faultOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const name = nameBefore(was)
  switch (family) {
    case 'image-alt': {
      const picture = `The picture${node.file && ` ${quoted(node.file)}`}`
      return name ? `${picture} lost its alternative text ${name}` : `${picture} has no alternative text`
    }
    case 'label':
      return name ? `The field ${name} lost its label` : `${capital(fieldOf(node))} has no label`
    case 'link-name': {
      const kind = node.role || node.tag
      const file = node.file && ` to ${quoted(node.file)}`
      return name ? `The ${kind} ${name} lost its name` : `A ${kind}${file} has no name`
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

/** As a reader would name it. */
export function nameOf(node: AxeNode): string {
  if (isPage(node)) return 'the page'
  const text = perceivedText(node)
  if (text) return quoted(text)
  const kind = node.role || node.tag
  return node.file ? `the ${kind} ${quoted(node.file)}` : `a ${kind}`
}

/** Its name or text on the original, quoted; '' where it failed there too. */
function nameBefore(was: AxeElement | null): string {
  const name = was && !was.failing ? perceivedText(was.node) : ''
  return name && quoted(name)
}

/** The original's contrast, where it was the better one. */
const better = (element: AxeElement, was: AxeElement | null) =>
  was && (!was.failing || contrastLost(element, was))
    ? (was.node.contrast ?? contrastOf(was.node.paint))
    : null

function fieldOf(node: AxeNode): string {
  const kind = node.tag === 'input' ? `${node.type || 'text'} field` : node.tag
  return perceivedText(node) && node.tag !== 'select'
    ? `the ${kind} ${quoted(perceivedText(node))}`
    : `a ${kind}`
}

const whereOf = (node: AxeNode): string => (node.near && !isPage(node) ? `, under ${quoted(node.near)}` : '')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const placeOf = ({ node, width }: Pick<AxeElement, 'node' | 'width'>, url: string): Place =>
  core.placeOf({ ...node, text: perceivedText(node).slice(0, 200) || node.file }, url, width)
