import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import { type Check, type Finding, inconclusive, notApplicable, type Pair } from '../../core/suite.ts'
import { calledSo, isClutter, placeName, placeOf } from '../controls/describe.ts'
import { counterparts } from './counterparts.ts'
import { type Grade, gradeOf } from './grades.ts'
import { swappedPanels } from './swapped-panels.ts'

type Needed = 'document' | 'layouts' | 'probes'

/** Controls that do something on the original and nothing on the rebuilt page. */
export const behaviour: Check<Needed> = {
  id: 'functional/behaviour',
  title: 'Menus, tabs, dialogs and other controls do what they did',
  weight: 15,
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
      const grade = gradeOf(probe, now)
      const other = grade ? undefined : otherOf(probe, now)
      const finding = grade
        ? deadControl(pair, probe, now, grade)
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

function deadControl(pair: Pair<Needed>, was: Probe, now: Probe, { severity, penalty }: Grade): Finding {
  const minor = isClutter(was)
  const did = WHAT[was.effect](was)
  return {
    key: `functional/behaviour:dead:${placeName(was)}`,
    severity: minor ? 'minor' : severity,
    penalty: minor ? 0.03 : penalty,
    message: `${calledSo(was)} is dead: ${was.way === 'hover' ? 'under the mouse' : 'when pressed'}${
      was.width < 500 ? ' on a phone' : ''
    } ${FAILS[now.effect] ?? 'it says that it is on, and nothing else happens'}; on the original it ${did}`,
    fix: `Let it do what it did: it ${did}. Look for a handler, or a script, that is not there any more`,
    original: placeOf(was, pair.original, was.width),
    rebuilt: placeOf(now, pair.rebuilt, now.width),
  }
}

function mixedControl(pair: Pair<Needed>, was: Probe, now: Probe, other: Probe): Finding {
  return {
    key: `functional/behaviour:mixed:${placeName(was)}`,
    severity: isClutter(was) ? 'minor' : 'serious',
    penalty: isClutter(was) ? 0.03 : 0.34,
    message: `${calledSo(was)} shows what belongs to “${other.name.slice(0, 80)}”; on the original it ${WHAT[was.effect](was)}`,
    fix: `Let it do what it did: it ${WHAT[was.effect](was)}. Look at which part of the page it names or opens`,
    original: placeOf(was, pair.original, was.width),
    rebuilt: placeOf(now, pair.rebuilt, now.width),
  }
}

function notOperated(url: string, probes: Probe[]): Finding {
  const names = probes.map(({ name, role }) => name || role)
  return {
    key: 'functional/behaviour:unprobed',
    severity: 'minor',
    penalty: 0,
    message: `Whether ${probes.length === 1 ? 'a control does' : `${probes.length} controls do`} what it did could not be told: ${names.slice(0, 5).join(', ').slice(0, 300)}`,
    fix: 'Operate them by hand to be sure; they cost nothing here',
    rebuilt: { url },
    evidence: names.slice(0, 20),
  }
}

const FAILS: Partial<Record<Probe['effect'], string>> = {
  nothing: 'it does nothing',
  closes: 'it takes away what was there and shows nothing',
}

const quoted = (texts: string[]) => {
  const first = texts.find(text => !/^(picture|field) /.test(text)) ?? texts[0]
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
