import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { type Check, inconclusive, notApplicable, type Pair } from '../../core/suite.ts'
import { calledSo, controlPlace, isBanner, placeName } from '../named-control.ts'
import { counterparts, swappedPanels, wordsIn } from './counterparts.ts'
import { rules } from './rules.ts'

type Needed = 'document' | 'layouts' | 'probes'

/** Controls that do something on the original and nothing on the rebuilt page. */
export const behaviour: Check<Needed> = {
  id: 'functional/behaviour',
  title: 'Menus, tabs, dialogs and other controls do what they did',
  weight: 15,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const operated = [...original.probes.narrow.probes, ...original.probes.wide.probes]
    if (operated.length + original.probes.wide.rest.length === 0)
      return notApplicable('the original shows no control that could be operated')
    const working = operated.filter(({ effect }) => effect !== 'nothing')
    const find = counterparts(pair)
    const found = new Map(working.map(probe => [probe, find(probe)]))
    const otherOf = swappedPanels(pair, probe => found.get(probe))
    const findings = new Map<string, Finding>()
    const unknown: Probe[] = []
    for (const [probe, now] of found) {
      if (now === 'needless' || now === 'absent') continue
      if (now === 'unprobed') {
        unknown.push(probe)
        continue
      }
      const other = isDead(probe, now) ? undefined : otherOf(probe, now)
      const finding = isDead(probe, now)
        ? deadControl(pair, probe, now)
        : other && mixedControl(pair, probe, now, other)
      if (finding && !findings.has(finding.key)) findings.set(finding.key, finding)
    }
    if (working.length > 0 && unknown.length === working.length)
      return inconclusive('the controls of the rebuilt page could not be operated')
    // What was not reached for want of time may be dead or not.
    if (findings.size === 0 && (isLate(original) || (isLate(rebuilt) && unknown.length > 0)))
      return inconclusive('a page was too slow for all of its controls to be operated')
    return [...findings.values(), ...(unknown.length ? [notOperated(rebuilt.document.url, unknown)] : [])]
  },
}

const isLate = ({ probes: { narrow, wide } }: Pair<Needed>['original']) => narrow.late || wide.late

/** What a visitor came to the control for. */
const PURPOSE = /^(dialog|switches|opens|goes)$/
/** The control says of itself that something happened, which may be all that is left of it. */
const SIGN = /^(nothing|toggles|focuses)$/

/** Whether a control does no more what it did, nor any other thing. */
function isDead(was: Probe, now: Probe): boolean {
  // A tab whose panel is empty.
  if (was.effect === 'switches' && now.effect === 'closes') return true
  if (PURPOSE.test(was.effect)) return SIGN.test(now.effect)
  // What only styles tell apart is not read: something did happen.
  return now.effect === 'nothing' && !now.stirred
}

function deadControl(pair: Pair<Needed>, was: Probe, now: Probe): Finding {
  const did = WHAT[was.effect](was)
  const how = `${was.way === 'hover' ? 'under the mouse' : 'when pressed'}${was.width < 500 ? ' on a phone' : ''}`
  const does = FAILS[now.effect] ?? 'it says that it is on, and nothing else happens'
  const lost = PURPOSE.test(was.effect)
    ? undefined
    : /^(restyles|closes)$/.test(was.effect)
      ? 'state'
      : 'sign'
  return rules.report('dead', {
    ...placesOf(pair, was, now),
    as: isBanner(was) ? 'banner' : lost,
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

const placesOf = ({ original, rebuilt }: Pair<Needed>, was: Probe, now: Probe) => ({
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
