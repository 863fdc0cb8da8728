/** Where the keyboard gets in and not out. */
import type { DialogProbe, KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { describe, type Needed, placeKey, placesOf } from '../page.ts'
import { rules } from './rules.ts'
import { stopsOf } from './stops.ts'

export function judgeTraps(pair: Pair<Needed>): Finding[] {
  const before = trapsOf(pair.original)
  const origins = new Map(stopsOf(pair).pairs.map(({ was, now }) => [now, was]))
  return trapsOf(pair.rebuilt).map(({ stops, way }) => {
    // One trap is known by what is in it, whichever way it is called now.
    const was = before.find(other => other.way === way && isOneTrap(other.stops, stops, origins))?.stops[0]
    const names = listed(stops.map(describe), 4)
    return rules.report('trap', {
      key: `a11y/trap:${way}:${placeKey(was ?? stops[0]!)}`,
      as: way === 'none' ? 'no-way-out' : undefined,
      message:
        way === 'none'
          ? `The keyboard is caught at the ${names}: neither Tab, Shift+Tab nor Escape leads out`
          : `Tab does not get past the ${names}: only the other direction leads out`,
      ...placesOf(pair, was, stops[0]),
    })
  })
}

const trapsOf = ({ keyboard }: Side<'keyboard'>) =>
  keyboard.traps
    .map(({ stops, way }) => ({ stops: stops.flatMap(at => keyboard.stops[at] ?? []), way }))
    .filter(({ stops }) => stops.length > 0 && !isOpenDialog(stops))

/** A dialog that is open from the start keeps the focus by design; a button in it lets one out. */
const isOpenDialog = (stops: KeyStop[]) =>
  stops.every(({ dialog }) => dialog) && stops.some(({ role }) => /^(button|link)$/.test(role))

/** They have a stop in common; or nobody knows what the stops were, and they look alike. */
function isOneTrap(was: KeyStop[], now: KeyStop[], origins: ReadonlyMap<KeyStop, KeyStop>): boolean {
  if (now.some(stop => origins.has(stop))) return now.some(stop => was.includes(origins.get(stop)!))
  const names = new Set(was.map(placeKey))
  return (
    now.some(stop => names.has(placeKey(stop))) || (was.length === now.length && was[0]!.tag === now[0]!.tag)
  )
}

/** Dialogs that cannot be left as on the original. */
export function judgeDialogs(pair: Pair<'document' | 'forms' | 'keyboard'>): Finding[] {
  const left = pair.original.keyboard.dialogs.slice()
  const inside = pair.rebuilt.keyboard.stops.filter(({ dialog }) => dialog)
  const submits = new Set(
    pair.rebuilt.forms.flatMap(({ loose, submits }) =>
      loose ? [] : submits.map(({ selector }) => selector),
    ),
  )
  // The capture presses all other buttons of an open dialog to close it.
  const leads = ({ role, selector }: KeyStop) => role === 'link' || submits.has(selector)
  return pair.rebuilt.keyboard.dialogs.flatMap(now => {
    const at = left.findIndex(was => isSame(was, now))
    const was = at < 0 ? undefined : left.splice(at, 1)[0]
    if (!now.opened || now.way === null) return []
    if (now.locked && was?.opened && !was.locked)
      return rules.report('dialog', {
        key: `a11y/dialog:locked:${placeKey(was.trigger)}`,
        as: 'locked',
        message: `Once the dialog ${dialogOf(now)} is closed by ${now.way === 'escape' ? 'Escape' : 'its button'}, the page cannot be scrolled any more`,
        fix: 'Give `html` and `body` back the `overflow` and `position` that they had, whatever way it is closed',
        ...placesOf(pair, was.trigger, now.trigger),
      })
    if (now.way === 'escape') return []
    const isCaught = now.way === 'none'
    const known = was?.opened ? was.way : null
    if (!isCaught && known !== 'escape') return []
    // It may lead elsewhere, which it is kept from.
    const mayLead = known === 'none' || (known === null && inside.some(leads))
    if (isCaught && now.trigger.role === OPEN && mayLead) return []
    const dialog = dialogOf(now)
    return rules.report('dialog', {
      key: `a11y/dialog:${isCaught ? 'caught' : 'escape'}:${placeKey((was ?? now).trigger)}`,
      as: isCaught ? 'no-way-out' : undefined,
      message: isCaught
        ? `The dialog ${dialog} cannot be left by keyboard: Escape does not close it, and no button in it does`
        : `The dialog ${dialog} does not close with Escape any more`,
      ...placesOf(pair, was?.trigger, now.trigger),
    })
  })
}

const dialogOf = ({ name, trigger }: DialogProbe) => (name ? `“${name}”` : `of the ${describe(trigger)}`)

/** A dialog that was open from the start stands for its own trigger. */
const OPEN = 'dialog'

/** Of several triggers with one name the first on both pages are one, and so are the first that nobody opened. */
const isSame = (a: DialogProbe, b: DialogProbe): boolean =>
  (a.trigger.role === OPEN && b.trigger.role === OPEN) ||
  normalise(a.trigger.name) === normalise(b.trigger.name) ||
  (a.name !== '' && normalise(a.name) === normalise(b.name))
