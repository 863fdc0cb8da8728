/** Where the keyboard gets in and not out. */
import type { DialogProbe, KeyStop } from '../../../capture/collectors/keyboard/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { called, listed, type Needed, placeName, placeOf } from '../page.ts'
import { stopsOf } from './stops.ts'

type Caught = { stops: KeyStop[]; way: 'other direction' | 'none' }

export function judgeTraps(pair: Pair<Needed>): Finding[] {
  const before = trapsOf(pair.original)
  const { pairs } = stopsOf(pair)
  const origins = new Map(pairs.map(({ was, now }) => [now, was]))
  return trapsOf(pair.rebuilt).map(({ stops, way }): Finding => {
    // One trap is known by what is in it, whichever way it is called now.
    const was = before.find(other => other.way === way && isOneTrap(other.stops, stops, origins))
    const named = (was ?? { stops }).stops[0]!
    const dead = way === 'none'
    return {
      key: `a11y/trap:${way}:${placeName(named)}`,
      severity: dead ? 'critical' : 'serious',
      penalty: dead ? 1 : 0.4,
      message: dead
        ? `The keyboard is caught at the ${listed(stops.map(called))}: neither Tab, Shift+Tab nor Escape leads out`
        : `Tab does not get past the ${listed(stops.map(called))}: only the other direction leads out`,
      fix: 'Let Tab and Shift+Tab move on; a handler that stops their keydown, or takes the focus back, has to let go',
      ...(was && { original: placeOf(named, pair.original) }),
      rebuilt: placeOf(stops[0]!, pair.rebuilt),
    }
  })
}

function trapsOf({ keyboard }: Pair<Needed>['original']): Caught[] {
  return keyboard.traps
    .map(({ stops, way }) => ({ stops: stops.flatMap(at => keyboard.stops[at] ?? []), way }))
    .filter(({ stops }) => stops.length > 0 && !isOpenDialog(stops))
}

/** A dialog that is open from the start keeps the focus by design; a button in it lets one out. */
const isOpenDialog = (stops: KeyStop[]) => stops.every(({ dialog }) => dialog) && stops.some(isExit)

const isExit = ({ role }: KeyStop) => /^(button|link)$/.test(role)

/** They have a stop in common; or nobody knows what the stops were, and they look alike. */
function isOneTrap(was: KeyStop[], now: KeyStop[], origins: ReadonlyMap<KeyStop, KeyStop>): boolean {
  if (now.some(stop => origins.has(stop))) return now.some(stop => was.includes(origins.get(stop)!))
  const names = new Set(was.map(placeName))
  return (
    now.some(stop => names.has(placeName(stop))) || (was.length === now.length && was[0]!.tag === now[0]!.tag)
  )
}

/** Dialogs that cannot be left as on the original. */
export function judgeDialogs(pair: Pair<Needed>): Finding[] {
  const left = pair.original.keyboard.dialogs.slice()
  const inside = pair.rebuilt.keyboard.stops.filter(({ dialog }) => dialog)
  const senders = new Set(
    pair.rebuilt.forms.flatMap(({ loose, submits }) =>
      loose ? [] : submits.map(({ selector }) => selector),
    ),
  )
  // Other buttons were pressed, and it stayed.
  const leads = ({ role, selector }: KeyStop) => role === 'link' || senders.has(selector)
  return pair.rebuilt.keyboard.dialogs.flatMap((now): Finding[] => {
    const at = left.findIndex(was => isSame(was, now))
    const was = at < 0 ? undefined : left.splice(at, 1)[0]
    if (!now.opened || now.way === 'escape' || now.way === null) return []
    const caught = now.way === 'none'
    const known = was?.opened ? was.way : null
    if (!caught && known !== 'escape') return []
    // It may lead elsewhere, which it is kept from.
    const mayLead = known === 'none' || (known === null && inside.some(leads))
    if (caught && now.trigger.role === OPEN && mayLead) return []
    const named = was ?? now
    const dialog = now.name ? `“${now.name}”` : `of the ${called(now.trigger)}`
    return [
      {
        key: `a11y/dialog:${caught ? 'caught' : 'escape'}:${placeName(named.trigger)}`,
        severity: caught ? 'critical' : 'serious',
        penalty: caught ? 1 : 0.4,
        message: caught
          ? `The dialog ${dialog} cannot be left by keyboard: Escape does not close it, and no button in it does`
          : `The dialog ${dialog} does not close with Escape any more`,
        fix: 'Close it when Escape is pressed; a <dialog> opened with showModal() does so by itself',
        ...(was && { original: placeOf(was.trigger, pair.original) }),
        rebuilt: placeOf(now.trigger, pair.rebuilt),
      },
    ]
  })
}

/** A dialog that was open from the start stands for its own trigger. */
const OPEN = 'dialog'

/** Of several triggers with one name the first on both pages are one, and so are the first that nobody opened. */
const isSame = (a: DialogProbe, b: DialogProbe): boolean =>
  (a.trigger.role === OPEN && b.trigger.role === OPEN) ||
  normalise(a.trigger.name) === normalise(b.trigger.name) ||
  (a.name !== '' && normalise(a.name) === normalise(b.name))
