/** What is said of a control that does not do what it did. */

import type { Candidate, Probe, Withheld } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import { urlKey } from '../../../lib/url.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurns } from '../../core/path.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo, controlPlace, isBanner, isDecisiveName, isOnPhone, placeName } from '../named-control.ts'
import type { Filtered } from './filters.ts'
import type { LesserMenu } from './menus.ts'
import type { LesserPanel } from './panels.ts'
import { isUnseen, type Needed, PURPOSE, wordsIn } from './probe.ts'
import { rules } from './rules.ts'
import type { SetOtherwise } from './settings.ts'

/** What asks for a window of the browser's or shares the page is not what anybody came for. */
const ASIDE =
  /print|share|copy|download|save|e-?mail|tweet|drucken|teilen|kopieren|speichern|imprimer|partager|copier|imprimir|compartir|copiar|stampa|condividi|印刷|共有|打印|分享|공유/i

/** It did something on the original and does nothing on the rebuilt page. */
export function deadControl(pair: Pair<Needed>, was: Probe, now: Probe): Finding {
  const did = was.enlarges && was.effect === 'nothing' ? 'is shown on the page' : WHAT[was.effect](was)
  const how = `${was.way === 'hover' ? 'under the mouse' : 'when pressed'}${isOnPhone(was) ? ' on a phone' : ''}`
  const does =
    was.enlarges && now.effect === 'goes'
      ? `it leads away from the page, to ${now.went}`
      : isUnseen(was, now)
        ? UNSEEN[now.sight!]
        : (FAILS[now.effect] ?? 'it says that it is on, and nothing else happens')
  const opensWindow = was.effect === 'asks' && !ASIDE.test(was.name)
  // For want of the request nobody buys.
  const isOnlyWay = was.effect === 'sends' && isDecisiveName(was.name)
  const isPurpose = PURPOSE.test(was.effect) || opensWindow || isOnlyWay
  // It answers a press: what came of it may be read otherwise, or may have been there already. The words of a menu or a
  // panel are read, and a tab that marks itself as the chosen one has chosen its panel.
  const isTab = was.effect === 'switches' && was.role === 'tab' && now.effect === 'toggles'
  const isPanel = (isTab || /^(opens|dialog)$/.test(was.effect)) && wordsIn(was.revealed).length > 0
  const showsPictureAlone = was.card && was.effect !== 'goes' && wordsIn(was.revealed).length === 0
  const answers = !isPanel && /^(toggles|focuses)$/.test(now.effect)
  const isLinked = was.effect === 'goes' && isLinkedOn(pair, was)
  const as = !isPurpose || answers || was.enlarges || showsPictureAlone || isLinked ? 'lesser' : undefined
  return rules.report('dead', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : as,
    // Controls of one kind in one place have one handler.
    cause: `${as} ${kindOf(was)}`,
    message: `${calledSo(was)} is dead: ${how} ${does}; on the original it ${did}${isLinked ? ', which another link of the page does' : ''}`,
    fix: `Let it do what it did: it ${did}. Look for a handler, or a script, that is not there any more`,
  })
}

/** Whether a link in view on the new page leads to where a control of the original went, which is another page. */
function isLinkedOn({ original, rebuilt }: Pair<Needed>, { went }: Probe): boolean {
  // Of where a press went the path alone is known.
  const keyOf = (href: string) => urlKey(href, [new URL(href).origin])
  const { url } = original.document
  if (!went || !URL.canParse(went, url)) return false
  const way = keyOf(new URL(went, url).href)
  return (
    ![keyOf(url), '/'].includes(way) &&
    rebuilt.links.some(
      ({ href, state }) =>
        state === 'visible' && /^https?:/.test(href) && URL.canParse(href) && keyOf(href) === way,
    )
  )
}

/** Its words are there, and nobody hears a press of them. */
export function controlAsText(pair: Pair<Needed>, was: Probe): Finding {
  const did = WHAT[was.effect](was)
  return rules.report('dead', {
    place: placeName(was),
    original: controlPlace(was, pair.original, was.width),
    rebuilt: { url: pair.rebuilt.document.url, viewport: was.width },
    as: isBanner(was) ? 'banner' : 'lesser',
    cause: `text ${kindOf(was)}`,
    message: `${calledSo(was)} is plain text now, and no script was seen to hear a press of it; on the original it ${did}, which nothing on the new page does`,
    fix: `Make it a button again that does what it did: it ${did}`,
  })
}

type Operated = readonly [was: Probe, now: Probe]

/** The one to speak of, what consent and chats have last, and how many are so besides. */
function firstOf(pairs: readonly Operated[]) {
  const [was, now] = pairs.find(([one]) => !isBanner(one)) ?? pairs[0]!
  const more = pairs.length - 1
  const others = more === 0 ? '' : `, as ${more === 1 ? 'with another control' : `with ${more} others`}`
  return { was, now, others }
}

/** What they open stays over the page. What closes it is most often one script: one cause. */
export function stuckControls(pair: Pair<Needed>, stuck: readonly Operated[]): Finding {
  const { was, now, others } = firstOf(stuck)
  return rules.report('stuck', {
    original: controlPlace(was, pair.original, was.width),
    rebuilt: controlPlace(now, pair.rebuilt, now.width),
    as: isBanner(was) ? 'banner' : undefined,
    message: `${calledSo(was)} opens something that cannot be closed${isOnPhone(was) ? ' on a phone' : ''}${others}: neither a button of it nor Escape nor a press beside it does; on the original it closes`,
  })
}

/** Something closes what they open, and its own button does not. One script does it: one cause. */
export function deadClosers(pair: Pair<Needed>, dead: readonly Operated[]): Finding {
  const { was, now, others } = firstOf(dead)
  return rules.report('closer-dead', {
    original: controlPlace(was, pair.original, was.width),
    rebuilt: controlPlace(now, pair.rebuilt, now.width),
    as: isBanner(was) ? 'banner' : undefined,
    message: `What ${calledSo(was).replace(/^The/, 'the')} opens is not closed by its own button any more${others}; on the original it is`,
  })
}

/** What they opened was closed again, and the page can be scrolled no more. One script does it: one cause. */
export function lockedScroll(
  pair: Pair<Needed>,
  locked: readonly (readonly [was: Probe | null, now: Probe])[],
): Finding {
  const [was, now] = locked[0]!
  return rules.report('scroll-locked', {
    ...(was && { original: controlPlace(was, pair.original, was.width) }),
    rebuilt: controlPlace(now, pair.rebuilt, now.width),
    message: `${calledSo(was ?? now)} locks the page${isOnPhone(now) ? ' on a phone' : ''}: once what it opens is closed again, the page cannot be scrolled any more${was ? '; on the original it can' : ''}`,
  })
}

/** It shows what `other` showed on the original. */
export function mixedControl(pair: Pair<Needed>, was: Probe, now: Probe, other: string): Finding {
  const did = WHAT[was.effect](was)
  return rules.report('mixed', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : undefined,
    message: `${calledSo(was)} shows what belongs to ${quote(other)}; on the original it ${did}`,
    fix: `Let it do what it did: it ${did}. Look at which part of the page it names or opens`,
  })
}

/** It shows less than it did, or the same as another one. */
export function lesserControl(
  pair: Pair<Needed>,
  was: Probe,
  now: Probe,
  { gone, sameAs }: LesserPanel,
): Finding {
  const instead = wordsIn(now.revealed)[0]
  const shows = sameAs
    ? `shows the same as ${quote(sameAs.name)}${quoted(now.revealed)}`
    : `shows less${instead ? `: ${quote(instead, 60)}` : ''}`
  return rules.report('less', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : undefined,
    // Panels of one list are filled by one hand.
    cause: `less ${kindOf(was)}`,
    message: `${calledSo(was)} ${shows}; ${gone.length === 1 ? 'a text that it showed is' : `${gone.length} texts that it showed are`} nowhere to be seen on the new page: ${quote(gone.slice(0, 3).join(' / '), 160)}`,
    fix: `Let it show again: ${gone.join(' / ').slice(0, 600)}`,
  })
}

/** It opens as it did, and links are not in it any more. */
export function menuWithoutLinks(
  pair: Pair<Needed>,
  was: Probe,
  now: Probe,
  { links, gone, isMost }: LesserMenu,
): Finding {
  const which =
    gone.length === links.length
      ? `none of the ${links.length}`
      : `${links.length - gone.length} of the ${links.length}`
  return rules.report('menu', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : isMost ? undefined : 'some',
    message: `${calledSo(was)} opens ${which} links that it did${isOnPhone(was) ? ' on a phone' : ''}: without ${quote(gone.slice(0, 4).join(' / '), 160)}`,
    evidence: gone,
  })
}

/** It leaves other entries of a list than it did. */
export function otherwiseFiltered(
  pair: Pair<Needed>,
  was: Probe,
  now: Probe,
  { kept, passed, isMost, isNone }: Filtered,
): Finding {
  const named = (texts: string[]) => quote(texts.slice(0, 3).join(' / '), 120)
  const facts = [
    kept.length > 0 && `it takes away what the original leaves there: ${named(kept)}`,
    passed.length > 0 && `it leaves what the original takes away: ${named(passed)}`,
    isNone && 'it says that there is nothing',
  ]
  return rules.report('filtered', {
    ...placesOf(pair, was, now),
    as: isMost || isNone ? undefined : 'some',
    // What compares them is one script.
    cause: `filtered ${kindOf(was)}`,
    message: `${calledSo(was)} filters otherwise: ${facts.filter(Boolean).join(', and ')}`,
  })
}

/** Fields are set alike on both pages, and the numbers that come of it are not. */
export function otherNumbers(
  { original, rebuilt }: Pair<Needed>,
  { was, now, before, after }: SetOtherwise,
): Finding {
  const value = quote(was.value, 60)
  const [name, once] = was.name
    ? [quote(was.name, 80), was.value.startsWith('pressed') ? was.value : `set to ${value}`]
    : [value, 'chosen']
  const shows = after === null ? 'nothing changes' : `the page shows ${quote(after, 80)}`
  return rules.report('numbers', {
    place: was.name || was.value,
    original: { url: original.document.url, selector: was.selector, viewport: DESKTOP },
    rebuilt: { url: rebuilt.document.url, selector: now.selector, viewport: DESKTOP },
    message: `Once ${name} is ${once}, ${shows}; on the original it shows ${quote(before, 80)}`,
  })
}

/** Once it is pressed, texts have the colour of what they stand on. */
export function fadedTexts(
  pair: Pair<Needed>,
  was: Probe,
  now: Probe,
  { texts, isMost }: { texts: string[]; isMost: boolean },
): Finding {
  return rules.report('faded', {
    ...placesOf(pair, was, now),
    as: isMost ? undefined : 'few',
    message: `${calledSo(was)} changes the colours of the page, and ${texts.length} texts cannot be read after that, which on the original can: ${quote(texts.slice(0, 3).join(' / '), 160)}`,
  })
}

/** It is never pressed here, and no script of the rebuilt page listens to it. */
export function controlWithoutListener(pair: Pair<Needed>, was: Withheld, now: Withheld): Finding {
  const as = isBanner(was) ? 'banner' : isDecisiveName(was.name) ? undefined : 'lesser'
  return rules.report('no-listener', {
    ...placesOf(pair, { ...was, width: DESKTOP }, { ...now, width: DESKTOP }),
    as,
    // What one script did is gone with it.
    cause: `no listener ${as}`,
    message: `${calledSo(now)} is dead: no script listens for a press of it; on the original one does`,
  })
}

/** Controls of one kind stand in one list. Tabs have an id each, for their panels. */
const kindOf = ({ role, landmark, selector }: Candidate) =>
  `${role} ${landmark} ${role === 'tab' ? '' : withoutTurns(selector)}`

type Placed = Candidate & { width: number }

export const placesOf = ({ original, rebuilt }: Pair<Needed>, was: Placed, now: Placed) => ({
  place: placeName(was),
  original: controlPlace(was, original, was.width),
  rebuilt: controlPlace(now, rebuilt, now.width),
})

/** Controls of which nobody has seen whether they still work. */
export function notOperated(url: string, probes: Probe[]): Finding {
  const names = probes.map(({ name, role }) => name || role)
  const what =
    probes.length === 1 ? 'a control does what it did' : `${probes.length} controls do what they did`
  return rules.report('unprobed', {
    message: `Whether ${what} could not be told: ${names.slice(0, 5).join(', ').slice(0, 300)}`,
    rebuilt: { url },
    evidence: names.slice(0, 20),
  })
}

const FAILS: Partial<Record<Probe['effect'], string>> = {
  nothing: 'it does nothing',
  closes: 'it takes away what was there and shows nothing',
  scrolls: 'it leads to the top of the page and does nothing else',
  goes: 'the address changes and the page does not',
}

const UNSEEN: Partial<Record<NonNullable<Probe['sight']>, string>> = {
  covered: 'what it shows lies under other parts of the page, where nobody sees it',
  pale: 'what it shows has the colour of what it stands on, and cannot be read',
}

const quoted = (texts: string[]) => {
  const first = wordsIn(texts)[0] ?? texts[0]
  return first ? ` ${quote(first, 60)}` : ''
}

const WHAT: Record<Probe['effect'], (probe: Probe) => string> = {
  dialog: ({ revealed }) => `opens a dialog${quoted(revealed)}`,
  goes: ({ went }) => `leads to ${normalise(went ?? '') || 'another page'}`,
  switches: ({ revealed }) => `shows${quoted(revealed)} instead of what was there`,
  opens: ({ revealed }) => `shows${quoted(revealed)}`,
  closes: ({ hidden }) => `takes${quoted(hidden)} away`,
  pictures: () => 'shows other pictures',
  scrolls: () => 'scrolls the page',
  toggles: () => 'is switched on and off',
  restyles: () => 'changes the colours of the page',
  focuses: () => 'takes the visitor to a field',
  asks: () => 'opens a window, prints, shares or copies',
  sends: () => 'sends something to the server',
  nothing: () => 'does nothing',
}
