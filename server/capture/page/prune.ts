import type { PageLoad } from './page-load.ts'

/** The largest pages that people read have some tens of thousands of nodes, and a long novel a million letters. */
const MAX_NODES = 40_000
const MAX_CHARACTERS = 1_000_000
/** Of one text node. */
const MAX_TEXT = 100_000

/**
 * Cuts off what a page has beyond these limits, in document order, so that whatever looks at it ends in time. Returns
 * what was cut in the reader's words, or null for a page within the limits.
 */
export async function prune({ world }: PageLoad): Promise<string | null> {
  const all = await world.run(
    (_, limits) => {
      const { body } = document
      if (!body) return null
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      const all = { nodes: 0, characters: 0, long: 0 }
      let last: Node | null = null
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        all.nodes++
        if (
          node.nodeType === Node.TEXT_NODE &&
          !/^(script|style)$/i.test(node.parentElement?.localName ?? '')
        ) {
          const text = node as Text
          all.characters += text.length
          if (!last && text.length > limits.text) {
            all.long++
            text.data = text.data.slice(0, limits.text)
          }
        }
        if (last) continue
        if (all.nodes >= limits.nodes) last = node
        if (all.characters >= limits.characters) last = node
      }
      if (!last && !all.long) return null
      if (last) {
        const rest = document.createRange()
        rest.setStartAfter(last)
        rest.setEndAfter(body.lastChild!)
        rest.deleteContents()
      }
      ;(globalThis as unknown as { wasPruned?: boolean }).wasPruned = true
      return all
    },
    { nodes: MAX_NODES, characters: MAX_CHARACTERS, text: MAX_TEXT },
    30_000,
  )
  if (!all) return null
  const n = (count: number) => count.toLocaleString('en')
  return `the page has ${n(all.nodes)} nodes and ${n(all.characters)} characters of text; only the first ${n(MAX_NODES)} nodes and ${n(MAX_CHARACTERS)} characters were looked at, and ${n(MAX_TEXT)} of one text node`
}
