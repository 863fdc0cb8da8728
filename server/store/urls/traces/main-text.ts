/** Gathers the text of a page's main part while its tags go by: without navigation, header, footer and what is unseen. */
export interface MainText {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  say(text: string): void
  readonly inMain: boolean
  /** Within an svg, whose `title` is not the page's. */
  readonly inDrawing: boolean
  text(): string
}

const UNSEEN_TAGS = /^(script|style|noscript|template|textarea|title|iframe|svg|math|object|select|dialog)$/
const FRAME_TAGS = /^(nav|footer|aside)$/
const FRAME_ROLES = /^(navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/
const MAX_MAIN_TEXT = 200_000
/** A main element with less is a shell around something else. */
const MIN_MAIN_TEXT = 100

export function mainText(): MainText {
  /** Open elements that matter, with how many of their name stand above them. */
  const stack: { name: string; is: 'main' | 'frame' | 'unseen'; above: number }[] = []
  const depth = { main: 0, frame: 0, unseen: 0 }
  let drawings = 0
  let main = ''
  let body = ''

  function roleOf(name: string, attributes: Record<string, string>): 'main' | 'frame' | 'unseen' | null {
    if (UNSEEN_TAGS.test(name)) return 'unseen'
    const role = attributes.role?.toLowerCase() ?? ''
    if (name === 'main' || role === 'main') return 'main'
    // The header of an article belongs to it.
    if (FRAME_TAGS.test(name) || FRAME_ROLES.test(role) || (name === 'header' && depth.main === 0))
      return 'frame'
    return null
  }

  return {
    open(name, attributes) {
      if (name === 'svg') drawings++
      const is = roleOf(name, attributes)
      if (is) {
        stack.push({ name, is, above: 0 })
        depth[is]++
      } else {
        const top = stack.at(-1)
        if (top?.name === name) top.above++
      }
      main += ' '
      body += ' '
    },
    close(name) {
      if (name === 'svg') drawings--
      const top = stack.at(-1)
      if (top?.name !== name) return
      if (top.above > 0) top.above--
      else depth[stack.pop()!.is]--
    },
    say(text) {
      if (depth.unseen > 0 || depth.frame > 0) return
      if (depth.main > 0 && main.length < MAX_MAIN_TEXT) main += text
      if (body.length < MAX_MAIN_TEXT) body += text
    },
    get inMain() {
      return depth.unseen === 0 && depth.frame === 0
    },
    get inDrawing() {
      return drawings > 0
    },
    text: () => (main.trim().length >= MIN_MAIN_TEXT ? main : body),
  }
}
