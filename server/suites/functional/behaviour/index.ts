import type { Candidate, Probe, Probed, Withheld } from '../../capture/collectors/probes/index.ts'
import { countWords, normalise, words } from '../../lib/text.ts'
import { isSamePage } from '../../lib/url.ts'
import type { Finding } from '../core/finding.ts'
import { lacksScripts } from '../core/requests.ts'
import { defineRules } from '../core/rules.ts'
import { isStep } from '../core/step.ts'
import { type Check, inconclusive, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { deafControls } from './deaf.ts'
import { calledSo, controlPlace, isBanner, isDecisiveName, isMenuOf, placeName } from './named-control.ts'
import { type LesserPanel, lesserPanels } from './panels.ts'

type Needed = 'document' | 'health' | 'layouts' | 'links' | 'probes'

const BANNER = {
  when: 'it is of a banner about consent, a chat or the like',
  severity: 'minor',
  penalty: 0.03,
} as const

const rules = defineRules(
  'functional/behaviour',
  {
    why: 'A control that is there and does nothing keeps from visitors what it opened, and tells them that the site is broken.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/API/Element/click_event',
  },
  {
    dead: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Controls that open, switch or lead somewhere on the original when they are pressed or hovered over, and do nothing on the new page, at 375 and at 1440 px.',
      fix: 'Let it do what it did. Look for a handler, or a script, that is not there any more',
      cases: {
        state: { when: 'it changes the colours of the page or takes something away', penalty: 0.34 },
        sign: {
          when: 'it scrolls, switches itself, prints, shares, sends or the like',
          severity: 'moderate',
          penalty: 0.15,
        },
        banner: BANNER,
      },
    },
    mixed: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        "Controls that show another control's texts in place of their own, as a tab with its neighbour's panel.",
      why: 'Visitors read what belongs to something else, and find no way to what they asked for.',
      fix: 'Let it do what it did. Look at which part of the page it names or opens',
      cases: { banner: BANNER },
    },
    less: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Controls that show something on both pages, more than half of whose words, eight or more, or three texts, stand nowhere on the new page: it shows less than half as many words, or the same as another control that showed something else.',
      why: 'Visitors open it for what it said: a menu of which most entries are gone, or a placeholder in the place of each answer.',
      fix: 'Let it show what it did',
      cases: { banner: BANNER },
    },
    deaf: {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Controls that are not pressed here for what their name says, such as “Add to cart” or “Sign up”: whether a script listens for a press of them, around them or at the whole page, or the browser acts by itself. A script of the original listens to the control, and nothing does on the new page.',
      fix: 'Let it do what it did. Look for a handler, or a script, that is not there any more',
      cases: {
        banner: BANNER,
        lesser: {
          when: 'its name is not of what visitors come for, such as “Buy” or “Sign in”',
          severity: 'moderate',
          penalty: 0.15,
        },
      },
    },
    unprobed: {
      severity: 'minor',
      penalty: 0,
      measures: 'Controls that work on the original and could not be operated on the new page.',
      why: 'Nobody has seen whether they work.',
      fix: 'Operate them by hand to be sure; they cost nothing here',
    },
  },
)

/** Controls that do something on the original and nothing on the rebuilt page. */
export const behaviour: Check<Needed> = {
  id: 'functional/behaviour',
  title: 'Menus, tabs, dialogs and other controls do what they did',
  weight: 15,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const operated = [...original.probes.narrow.probes, ...original.probes.wide.probes]
    const { rest, withheld = [] } = original.probes.wide
    if (operated.length + rest.length + withheld.length === 0)
      return notApplicable('the original shows no control that could be operated')
    const working = operated.filter(worksBy(original))
    const find = counterparts(pair)
    const found = new Map(working.map(probe => [probe, find(probe)]))
    const otherOf = swappedPanels(pair, probe => found.get(probe))
    const operatedPairs = [...found].flatMap(([was, now]) =>
      typeof now === 'object' ? [[was, now] as const] : [],
    )
    const lessOf = lesserPanels(pair, operatedPairs)
    const isUntold = lacksScripts(original, rebuilt)
    const isOwnEffect = worksBy(rebuilt)
    const idle = nowhere(rebuilt.links)
    const deaf = deafControls(pair).map(({ was, now }) => deafControl(pair, was, now))
    const findings = new Map(deaf.map(finding => [finding.key, finding]))
    const unknown: Probe[] = []
    for (const [probe, now] of found) {
      if (now === 'needless' || now === 'absent') continue
      const dead = now !== 'unprobed' && isDead(probe, now, idle)
      // What another control had opened closes with any press: it tells nothing of this one.
      if (dead && ((now.effect === 'closes' && !isOwnEffect(now)) || isUnderOpened(rebuilt, probe, now))) {
        unknown.push(probe)
        continue
      }
      // A script that visitors get may be what it waits for.
      if (now === 'unprobed' || (dead && isUntold)) {
        unknown.push(probe)
        continue
      }
      const other = dead ? undefined : otherOf(probe, now)
      const less = dead || other ? undefined : lessOf(probe, now)
      const finding = dead
        ? deadControl(pair, probe, now)
        : other
          ? mixedControl(pair, probe, now, other)
          : less && lesserControl(pair, probe, now, less)
      if (finding && !findings.has(finding.key)) findings.set(finding.key, finding)
    }
    if (working.length > 0 && unknown.length === working.length && findings.size === 0)
      return inconclusive('the controls of the new page could not be operated')
    // What was not reached for want of time may be dead or not.
    if (findings.size === 0 && (isLate(original) || (isLate(rebuilt) && unknown.length > 0)))
      return inconclusive('a page was too slow for all of its controls to be operated')
    return [...findings.values(), ...(unknown.length ? [notOperated(rebuilt.document.url, unknown)] : [])]
  },
}

const isLate = ({ probes: { narrow, wide } }: Pair<Needed>['original']) => narrow.late || wide.late

/** Addresses of links that lead nowhere. */
const IDLE = /^#?!?$/

const nowhere = (links: Pair<Needed>['original']['links']): ReadonlySet<string> =>
  new Set(links.flatMap(({ raw, selector }) => (IDLE.test(raw) ? selector : [])))

/** Whether a probe of the original shows what its control does, and not what the page does of itself. */
function worksBy({ links, probes }: Pair<Needed>['original']): (probe: Probe) => boolean {
  const idle = nowhere(links)
  const still = new Set(
    [...probes.narrow.probes, ...probes.wide.probes].flatMap(({ effect, selector }) =>
      effect === 'nothing' ? selector : [],
    ),
  )
  return ({ effect, selector, hidden, width }) => {
    // A link to nowhere takes everybody to the top of the page. Where it leads away at one width alone, the press met
    // what lay over it.
    if (idle.has(selector) && (effect === 'scrolls' || (effect === 'goes' && still.has(selector))))
      return false
    if (effect !== 'closes') return effect !== 'nothing'
    // What another control opened closes when anything else is pressed.
    const others = (width < 500 ? probes.narrow : probes.wide).probes.filter(
      other => other.selector !== selector,
    )
    const opened = new Set(others.flatMap(({ revealed }) => revealed))
    return !hidden.length || hidden.some(text => !opened.has(text))
  }
}

/**
 * Whether it was pressed while a dialog or the like that an earlier press had opened stayed there, and did something that
 * shows no other words, as where it chooses a field in that dialog: what it shows may have been in view already. That
 * something stayed open is known by a later press that took it away.
 */
function isUnderOpened({ probes }: Pair<Needed>['rebuilt'], was: Probe, now: Probe): boolean {
  if (!now.stirred || wordsIn(was.revealed).length > 0) return false
  const all = (now.width < 500 ? probes.narrow : probes.wide).probes
  return all
    .slice(0, all.indexOf(now))
    .some(
      ({ effect, revealed }, at) =>
        (effect === 'dialog' || effect === 'opens') &&
        all.slice(at + 1).some(({ hidden }) => wordsIn(hidden).some(text => revealed.includes(text))),
    )
}

/** What a visitor came to the control for. */
const PURPOSE = /^(dialog|switches|opens|goes)$/
/** What asks for a window of the browser's or shares the page is not what anybody came for. */
const ASIDE =
  /print|share|copy|download|save|e-?mail|tweet|drucken|teilen|kopieren|speichern|imprimer|partager|copier|imprimir|compartir|copiar|stampa|condividi|印刷|共有|打印|分享|공유/i
/** The control says of itself that something happened, which may be all that is left of it. */
const SIGN = /^(nothing|toggles|focuses)$/

/** Words of a panel that says something. */
const MIN_PANEL_WORDS = 3

/**
 * Whether a control does no more what it did, nor any other thing.
 * @param idle links of the new page that lead nowhere
 */
function isDead(was: Probe, now: Probe, idle: ReadonlySet<string>): boolean {
  // A link to a page is not pressed: it leads there.
  if (was.way === 'press' && now.way === 'hover') return false
  if (onlyJumps(now, idle)) return was.effect !== 'scrolls'
  // A tab whose panel is empty. What folds something away may show a shorter name for it.
  if (was.effect === 'switches' && now.effect === 'closes')
    return countWords(wordsIn(was.revealed).flatMap(text => words(text))) >= MIN_PANEL_WORDS
  // A row that moves by a step shows what stands beside it, which may be nothing that is read.
  if (isStep(was) && now.stirred) return false
  if (PURPOSE.test(was.effect)) return SIGN.test(now.effect)
  // What only styles tell apart is not read: something did happen.
  return now.effect === 'nothing' && !now.stirred
}

/** A link to nowhere without its handler takes everybody to the top of the page, and its menu may open by the mouse. */
const onlyJumps = ({ effect, stirred, menu, selector }: Probe, idle: ReadonlySet<string>): boolean =>
  effect === 'scrolls' && !stirred && !menu && idle.has(selector)

function deadControl(pair: Pair<Needed>, was: Probe, now: Probe): Finding {
  const did = WHAT[was.effect](was)
  const how = `${was.way === 'hover' ? 'under the mouse' : 'when pressed'}${was.width < 500 ? ' on a phone' : ''}`
  const does = FAILS[now.effect] ?? 'it says that it is on, and nothing else happens'
  const opensWindow = was.effect === 'asks' && !ASIDE.test(was.name)
  const lost =
    PURPOSE.test(was.effect) || opensWindow
      ? undefined
      : /^(restyles|closes)$/.test(was.effect)
        ? 'state'
        : 'sign'
  return rules.report('dead', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : lost,
    // Controls of one kind in one place have one handler.
    cause: `${lost ?? 'purpose'} ${was.role} ${was.landmark} ${was.selector.replace(/:nth-of-type\(\d+\)/g, '')}`,
    message: `${calledSo(was)} is dead: ${how} ${does}; on the original it ${did}`,
    fix: `Let it do what it did: it ${did}. Look for a handler, or a script, that is not there any more`,
  })
}

function mixedControl(pair: Pair<Needed>, was: Probe, now: Probe, other: Probe): Finding {
  const did = WHAT[was.effect](was)
  return rules.report('mixed', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : undefined,
    message: `${calledSo(was)} shows what belongs to “${other.name.slice(0, 80)}”; on the original it ${did}`,
    fix: `Let it do what it did: it ${did}. Look at which part of the page it names or opens`,
  })
}

function lesserControl(pair: Pair<Needed>, was: Probe, now: Probe, { gone, sameAs }: LesserPanel): Finding {
  const instead = wordsIn(now.revealed)[0]
  const shows = sameAs
    ? `shows the same as “${sameAs.name.slice(0, 80)}”${quoted(now.revealed)}`
    : `shows less${instead ? `: “${instead.slice(0, 60)}”` : ''}`
  return rules.report('less', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : undefined,
    // Panels of one list are filled by one hand.
    cause: `less ${was.role} ${was.landmark} ${was.selector.replace(/:nth-of-type\(\d+\)/g, '')}`,
    message: `${calledSo(was)} ${shows}; ${gone.length === 1 ? 'a text' : `${gone.length} texts`} that it showed stand${gone.length === 1 ? 's' : ''} nowhere on the new page: “${gone.slice(0, 3).join(' / ').slice(0, 160)}”`,
    fix: `Let it show again: ${gone.join(' / ').slice(0, 600)}`,
  })
}

function deafControl(pair: Pair<Needed>, was: Withheld, now: Withheld): Finding {
  const as = isBanner(was) ? 'banner' : isDecisiveName(was.name) ? undefined : 'lesser'
  return rules.report('deaf', {
    ...placesOf(pair, { ...was, width: 1440 }, { ...now, width: 1440 }),
    as,
    // What one script did is gone with it.
    cause: `deaf ${as}`,
    message: `${calledSo(now)} is dead: no script listens for a press of it; on the original one does`,
  })
}

type Placed = Candidate & { width: number }

const placesOf = ({ original, rebuilt }: Pair<Needed>, was: Placed, now: Placed) => ({
  place: placeName(was),
  original: controlPlace(was, original, was.width),
  rebuilt: controlPlace(now, rebuilt, now.width),
})

function notOperated(url: string, probes: Probe[]): Finding {
  const names = probes.map(({ name, role }) => name || role)
  const what = probes.length === 1 ? 'a control does' : `${probes.length} controls do`
  return rules.report('unprobed', {
    message: `Whether ${what} what it did could not be told: ${names.slice(0, 5).join(', ').slice(0, 300)}`,
    rebuilt: { url },
    evidence: names.slice(0, 20),
  })
}

const FAILS: Partial<Record<Probe['effect'], string>> = {
  nothing: 'it does nothing',
  closes: 'it takes away what was there and shows nothing',
  scrolls: 'it leads to the top of the page and does nothing else',
}

const quoted = (texts: string[]) => {
  const first = wordsIn(texts)[0] ?? texts[0]
  return first ? ` “${first.slice(0, 60)}”` : ''
}

const WHAT: Record<Probe['effect'], (probe: Probe) => string> = {
  dialog: ({ revealed }) => `opens a dialog${quoted(revealed)}`,
  goes: ({ went }) => `leads to ${normalise(went ?? '') || 'another page'}`,
  switches: ({ revealed }) => `shows${quoted(revealed)} instead of what was there`,
  opens: ({ revealed }) => `shows${quoted(revealed)}`,
  closes: ({ hidden }) => `takes${quoted(hidden)} away`,
  scrolls: () => 'scrolls the page',
  toggles: () => 'is switched on and off',
  restyles: () => 'changes the colours of the page',
  focuses: () => 'takes the visitor to a field',
  asks: () => 'opens a window, prints, shares or copies',
  sends: () => 'sends something to the server',
  nothing: () => 'does nothing',
}

/**
 * What is left of an original control: its probe on the rebuilt page; `unprobed` where it is there and was not
 * operated; `needless` where what it showed is seen without it, or by another control; `absent` otherwise.
 */
type Counterpart = Probe | 'unprobed' | 'needless' | 'absent'

/** Share of what the original's control shows that has to be there. */
const MIN_SHARE_SHOWN = 0.5

/** Finds what is left of each control, by selector, by name, and as the menu of a phone; each stands for one alone. */
function counterparts(pair: Pair<Needed>): (probe: Probe) => Counterpart {
  const { original, rebuilt, matching } = pair
  const [before, after] = [controlsAt(original, 1440), controlsAt(rebuilt, 1440)]
  const indices = new Map(before.map(({ selector }, index) => [selector, index]))
  const pairs = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  const sides = { narrow: sideOf(pair, 'narrow', 375), wide: sideOf(pair, 'wide', 1440) }
  const taken = new Set<Candidate>()
  // What opened a menu and is a link to nowhere now, or to the page itself, with nothing to open.
  const idle = new Map(idleLinks(rebuilt).map(link => [normalise(link.name), link]))
  const leadNowhere = nowhere(rebuilt.links)
  const [wasWide, isWide] = [selectorsOf(original.probes.wide), selectorsOf(rebuilt.probes.wide)]
  // What is there on wide screens as well, where the menu's button was not, is a logo or the like.
  const isMenuFor = (probe: Probe, { selector }: Candidate) =>
    !isWide.has(selector) || wasWide.has(probe.selector)

  return probe => {
    const side = probe.width < 500 ? sides.narrow : sides.wide
    const matched = after[pairs.get(indices.get(probe.selector) ?? -1) ?? -1]?.selector
    const name = normalise(probe.name)
    const now =
      side.all.find(one => one.selector === matched && !taken.has(one)) ??
      side.all.find(one => name !== '' && normalise(one.name) === name && !taken.has(one)) ??
      (isMenuOf(probe) ? side.menus.find(one => !taken.has(one) && isMenuFor(probe, one)) : undefined)
    if (now) taken.add(now)
    const operated = now && side.probes.find(one => one === now)
    const acts = operated && !/^(nothing|toggles|closes)$/.test(operated.effect)
    if (acts && !onlyJumps(operated, leadNowhere)) return operated
    if (showsAll(probe.revealed, side.shown) || side.reveals.some(texts => showsAll(probe.revealed, texts)))
      return 'needless'
    if (operated) return operated
    if (now) return 'unprobed'
    const link = OPENS.test(probe.effect) && name !== '' && idle.get(name)
    return link ? { ...probe, ...link, effect: 'nothing' } : 'absent'
  }
}

const idleLinks = ({ links, document }: Pair<Needed>['rebuilt']) =>
  links.filter(
    ({ href, raw, state, fragmentFound }) =>
      state === 'visible' && (IDLE.test(raw) || (fragmentFound === null && isSamePage(href, document.url))),
  )

const selectorsOf = ({ probes, rest }: Probed) =>
  new Set([...probes, ...rest].map(({ selector }) => selector))

const MENU = /menu|nav|☰|≡|more|open|toggle/i

function sideOf({ original, rebuilt }: Pair<Needed>, which: 'narrow' | 'wide', width: number) {
  const { probes, rest } = rebuilt.probes[which]
  const [before, after] = [textsAt(original, width), textsAt(rebuilt, width)]
  const all: Candidate[] = [...probes, ...rest]
  return {
    probes,
    all,
    // A control before what merely listens.
    menus: all
      .filter(
        ({ name, role, landmark, way }) =>
          way === 'press' &&
          (MENU.test(name) || (name === '' && /^(banner|navigation|)$/.test(landmark) && role !== 'tab')),
      )
      .sort((a, b) => Number(a.role === 'generic') - Number(b.role === 'generic')),
    // A footer may say the same as the menu: what counts is what is seen in addition.
    shown: new Set(
      [...after.keys()].filter(text => after.get(text)!.length > (before.get(text)?.length ?? 0)),
    ),
    reveals: probes.map(({ revealed }) => new Set(revealed.map(folded))),
  }
}

/**
 * The control of the original whose texts another one shows now, in place of its own: a tab that opens its neighbour's
 * panel. Its own are shown by nothing on the rebuilt page any more, or by that neighbour in turn. What steps through
 * slides depends on where it began.
 */
function swappedPanels(
  pair: Pair<Needed>,
  counterpartOf: (was: Probe) => Counterpart | undefined,
): (was: Probe, now: Probe) => Probe | undefined {
  const probesOf = ({ probes }: Pair<'probes'>['original'], { width }: Probe) =>
    (width < 500 ? probes.narrow : probes.wide).probes
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    const own = textsOf(was)
    if (own.size === 0 || textsOf(now).size === 0) return undefined
    if (shares(own, textsAt(pair.rebuilt, was.width))) return undefined
    const others = probesOf(pair.original, was).filter(
      other => other !== was && other.name !== was.name && showsAll(now.revealed, textsOf(other)),
    )
    if (!probesOf(pair.rebuilt, was).some(probe => shares(own, textsOf(probe)))) return others[0]
    return others.find(other => {
      const its = counterpartOf(other)
      const swapped = typeof its === 'object' && its !== now && showsAll(its.revealed, own)
      return swapped && !shares(own, textsOf(now)) && !shares(textsOf(other), textsOf(its))
    })
  }
}

const shares = (texts: Set<string>, known: { has(text: string): boolean }) =>
  [...texts].some(text => known.has(text))

const OPENS = /^(dialog|switches|opens)$/

/** Texts in view at rest, and how often. */
function textsAt({ layouts }: Side<'layouts'>, width: number): Map<string, { length: number }> {
  const blocks = layouts.find(layout => layout.width === width)?.blocks ?? []
  const visible = blocks.filter(({ state }) => state === 'visible')
  return Map.groupBy(visible, ({ text }) => folded(text))
}

const folded = (text: string) => normalise(text).slice(0, 60)

/** What a probe revealed in words, without its pictures and fields. */
const wordsIn = (revealed: string[]) => revealed.filter(text => !/^(picture|field) /.test(text))

const textsOf = ({ revealed }: Probe) => new Set(wordsIn(revealed).map(folded))

function showsAll(texts: string[], known: ReadonlySet<string>): boolean {
  const said = wordsIn(texts)
  const shown = said.filter(text => known.has(folded(text)))
  return said.length > 0 && shown.length >= said.length * MIN_SHARE_SHOWN
}

const controlsAt = ({ layouts }: Side<'layouts'>, width: number) =>
  layouts.find(layout => layout.width === width)?.controls ?? []
