import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { addressOf, type Link, label, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'
import { sameTarget } from './targets.ts'

/** Links of the original without counterpart, where their loss is not the text's, so the content suite's. */
export function lost(
  pair: Pair<'document' | 'layouts' | 'probes'>,
  { before, now, counterparts }: PairedLinks,
): Finding[] {
  const missing = before.filter(link => link.target.kind !== 'placeholder' && !counterparts.has(link))
  if (missing.length === 0) return []
  const reached = new Set(now.flatMap(({ target, end }) => [target.place.toLowerCase(), end]))
  const phones = now.filter(({ target }) => target.kind === 'phone')
  const isReachable = ({ target }: Link) =>
    reached.has(target.place.toLowerCase()) ||
    (target.kind === 'phone' && phones.some(phone => sameTarget(phone.target, target)))
  const texts = shownTexts(pair, now)
  return missing.flatMap((link): Finding[] => {
    const loss = lossOf(link, isReachable(link), texts)
    if (!loss) return []
    return [
      rules.report('lost', {
        place: `${link.name}:${link.target.place}`,
        as: loss.grave ? 'prominent' : undefined,
        message: `${label(link)} to ${link.target.place} ${loss.what}`,
        fix: `Link to ${addressOf(link)} again`,
        ...placesOf(pair, link, undefined),
      }),
    ]
  })
}

function lossOf(
  { name, target, prominent }: Link,
  reachable: boolean,
  texts: ReturnType<typeof shownTexts>,
): { what: string; grave: boolean } | null {
  if (/^#(page-?)?top$/i.test(target.place)) return null
  const inPage = target.kind === 'fragment'
  if (name !== '' && texts.isDeadButton(name))
    return { what: 'became a button that does nothing when it is pressed', grave: prominent && !inPage }
  if (name !== '' && texts.becameButton(name))
    // A button scrolls and opens as well as a link does; it is no address that can be followed.
    return inPage ? null : { what: 'became a button', grave: false }
  if (name !== '' && texts.becameText(name)) return { what: 'became plain text', grave: prominent }
  return reachable || !prominent ? null : { what: 'is gone, and nothing else leads there', grave: true }
}

/** Searching the running text costs its length each time. */
const MAX_SEARCHES = 200

/** What the rebuilt page shows by the name of a link: plain text or a button, more often than the original does. */
function shownTexts({ original, rebuilt }: Pair<'layouts' | 'probes'>, now: Link[]) {
  const [before, after] = [textsOf(original), textsOf(rebuilt)]
  const linked = new Set(now.map(({ name }) => name))
  // A link with the role of a tab was none to a visitor, and still is there as a tab.
  const wasTab = (name: string) => before.tabs.has(name) && !before.links.has(name) && after.tabs.has(name)
  const becameButton = (name: string) =>
    wasTab(name) || count(after.buttons, name) > count(before.buttons, name)
  const pressed = [...rebuilt.probes.wide.probes, ...rebuilt.probes.narrow.probes].filter(
    ({ role, way }) => role === 'button' && way === 'press',
  )
  let searches = 0
  return {
    becameButton,
    /** And was pressed, in vain. */
    isDeadButton(name: string): boolean {
      const tried = becameButton(name) ? pressed.filter(one => normalise(one.name) === name) : []
      return tried.length > 0 && tried.every(({ effect, stirred }) => effect === 'nothing' && !stirred)
    },
    becameText(name: string): boolean {
      if (before.alone.has(name)) {
        // In a heading or a cell, whose text is not a link's alone.
        const within = !before.linked.has(name) && !linked.has(name)
        return count(after.plain, name) > (within ? 0 : count(before.plain, name))
      }
      // Inside a sentence, or over several blocks.
      const said = plainly(name)
      if (said.length < 4 || linked.has(name) || searches++ >= MAX_SEARCHES) return false
      return ` ${after.running} `.includes(` ${said} `)
    },
  }
}

const count = (groups: ReadonlyMap<string, string[]>, name: string) => groups.get(name)?.length ?? 0

function textsOf({ layouts }: Side<'layouts'>) {
  const layout = layouts.at(-1)
  const blocks = (layout?.blocks ?? []).map(({ kind, text }) => ({ kind, text: normalise(text) }))
  const plain = blocks.flatMap(({ kind, text }) => (kind === 'link' || kind === 'button' ? [] : text))
  const named = (wanted: string) =>
    (layout?.controls ?? []).flatMap(({ role, name }) => (role === wanted ? normalise(name) : []))
  return {
    alone: new Set(blocks.map(({ text }) => text)),
    linked: new Set(blocks.flatMap(({ kind, text }) => (kind === 'link' ? text : []))),
    plain: Map.groupBy(plain, text => text),
    running: plainly(plain.join(' ')),
    buttons: Map.groupBy(named('button'), name => name),
    tabs: new Set(named('tab')),
    links: new Set(named('link')),
  }
}

const plainly = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
