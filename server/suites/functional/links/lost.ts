import type { Severity } from '../../../contract.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Link } from './pair.ts'

/** What is said about a link without counterpart, or null where its loss is the text's, so the content suite's. */
export function lostLink(
  { name, target }: Link,
  known: { reachable: boolean; prominent: boolean; texts: ShownTexts },
): { severity: Severity; what: string } | null {
  if (/^#(page-?)?top$/i.test(target.place)) return null
  const grade = known.prominent ? 'serious' : 'moderate'
  if (name !== '' && known.texts.isDeadButton(name))
    return {
      severity: target.kind === 'fragment' ? 'moderate' : grade,
      what: 'became a button that does nothing when it is pressed',
    }
  if (name !== '' && known.texts.becameButton(name))
    // A button scrolls and opens as well as a link does; it is no address that can be followed.
    return target.kind === 'fragment' ? null : { severity: 'moderate', what: 'became a button' }
  if (name !== '' && known.texts.becameText(name)) return { severity: grade, what: 'became plain text' }
  return known.reachable || !known.prominent
    ? null
    : { severity: 'serious', what: 'is gone, and nothing else leads there' }
}

export interface ShownTexts {
  /** The name is shown as plain text more often than on the original. */
  becameText(name: string): boolean
  becameButton(name: string): boolean
  /** And was pressed, in vain. */
  isDeadButton(name: string): boolean
}

/** Searching the running text costs its length each time. */
const MAX_SEARCHES = 200

export function shownTexts({ original, rebuilt }: Pair<'layouts' | 'probes'>, now: Link[]): ShownTexts {
  const [before, after] = [textsOf(original), textsOf(rebuilt)]
  const linked = new Set(now.map(({ name }) => name))
  // A link with the role of a tab was none to a visitor, and still is there as a tab.
  const wasTab = (name: string) => before.tabs.has(name) && !before.links.has(name) && after.tabs.has(name)
  const becameButton = (name: string) =>
    wasTab(name) || (after.buttons.get(name) ?? 0) > (before.buttons.get(name) ?? 0)
  const pressed = [...rebuilt.probes.wide.probes, ...rebuilt.probes.narrow.probes].filter(
    ({ role, way }) => role === 'button' && way === 'press',
  )
  let searches = 0
  return {
    becameButton,
    isDeadButton(name) {
      const tried = becameButton(name) ? pressed.filter(one => normalise(one.name) === name) : []
      return tried.length > 0 && tried.every(({ effect, stirred }) => effect === 'nothing' && !stirred)
    },
    becameText(name) {
      if (before.alone.has(name)) {
        // In a heading or a cell, whose text is not a link's alone.
        const within = !before.linked.has(name) && !linked.has(name)
        return (after.plain.get(name) ?? 0) > (within ? 0 : (before.plain.get(name) ?? 0))
      }
      // Inside a sentence, or over several blocks.
      const said = plainly(name)
      if (said.length < 4 || linked.has(name) || searches++ >= MAX_SEARCHES) return false
      return ` ${after.running} `.includes(` ${said} `)
    },
  }
}

function textsOf({ layouts }: Side<'layouts'>) {
  const layout = layouts.at(-1)
  const plain = new Map<string, number>()
  const buttons = new Map<string, number>()
  const alone = new Set<string>()
  const linked = new Set<string>()
  const running: string[] = []
  for (const { text, kind } of layout?.blocks ?? []) {
    const normal = normalise(text)
    alone.add(normal)
    if (kind === 'link') linked.add(normal)
    if (kind === 'link' || kind === 'button') continue
    plain.set(normal, (plain.get(normal) ?? 0) + 1)
    running.push(normal)
  }
  const named = (wanted: string) =>
    (layout?.controls ?? []).flatMap(({ role, name }) => (role === wanted ? normalise(name) : []))
  for (const name of named('button')) buttons.set(name, (buttons.get(name) ?? 0) + 1)
  const [tabs, links] = [new Set(named('tab')), new Set(named('link'))]
  return { plain, buttons, tabs, links, alone, linked, running: plainly(running.join(' ')) }
}

const plainly = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
