/** What is said of a form of the original that has no counterpart. */
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import { probesOf } from '../../core/probed.ts'
import { isWantOfScript, unreachedScripts } from '../../core/requests.ts'
import { firstCase } from '../../core/rules.ts'
import type { Side } from '../../core/suite.ts'
import { isPurchase } from '../named-control.ts'
import {
  entriesOf,
  fieldName,
  formName,
  isChoice,
  isOpen,
  isSearchForm,
  isShown,
  isWithoutWords,
} from './facts.ts'
import { matchFields } from './pairing.ts'
import type { Fault } from './rules.ts'
import { scriptButton } from './sending.ts'

const LIST = /^(select|combobox)$/

/** Fewer may be a switch of something else. */
const MIN_FILTERS = 2

/** Whether a control of this name does something when it is pressed. */
export function effectsOn(side: Side<'probes'>): (name: string) => boolean {
  const names = new Set(
    probesOf(side).flatMap(({ name, effect }) => (effect === 'nothing' ? [] : normalise(name))),
  )
  return name => names.has(normalise(name))
}

interface Around {
  /** The rebuilt page's fields outside of forms. */
  loose: FieldArtifact[]
  /** The buttons beside them that a script listens to. */
  pressed: string[]
  /** The original's forms that have a counterpart. */
  kept: FormArtifact[]
  /** Whether what was not open at first may be made when it is asked for. */
  mayBeMade: boolean
  /** Whether it asks its own page alone, and no script listens to it. */
  isTakenByNobody: boolean
  /** Whether it only acts as if it was sent. */
  isPretended: boolean
  /** By their names, filters of a list that has none any more. */
  filters: ReadonlySet<string>
  /** Whether a control of the rebuilt page, by its name, does something. */
  hasEffect(name: string): boolean
}

/** What is said of an original form without counterpart. */
export function lossOfForm(
  form: FormArtifact,
  { loose, pressed, kept, mayBeMade, isTakenByNobody, isPretended, filters, hasEffect }: Around,
): Fault | null {
  const title = formName(form)
  const filled = entriesOf(form)
  const names = filled.map(field => `"${fieldName(field)}"`).join(', ')
  const fields = filled.length === 1 ? 'field' : 'fields'
  const stray = matchFields(filled, loose)
  if (filled.length > 0 && stray.size * 2 >= filled.length) {
    const gone = filled.filter(field => !stray.has(field)).map(field => `"${fieldName(field)}"`)
    const more = gone.length
      ? `, and ${gone.join(', ').slice(0, 200)} ${gone.length > 1 ? 'are' : 'is'} gone`
      : ''
    const buttons = [...form.submits.map(({ name }) => name), ...form.pressed]
    const isRead = buttons.some(hasEffect) || scriptButton(form, { pressed }) !== undefined
    return {
      rule: 'element',
      as: firstCase({
        scripted: gone.length === 0 && isRead,
        decisive: isDecisive(form),
        untaken: isTakenByNobody,
      }),
      message: `The fields of the form "${title}" are in no form any more: nothing submits them${more}`,
      fix: `Put the fields into a form that is sent to ${form.action}`,
    }
  }
  // What a dialog that has not been made yet is closed by.
  if (form.fields.length === 0 && !isOpen(form)) return null
  const lost = { rule: 'lost', fix: `Add the form with its ${fields} ${names.slice(0, 300)} again` } as const
  // The boxes of drawn ones are not seen themselves.
  const isSeen = isOpen(form) || (form.loose && filled.some(isShown))
  if (form.loose && (isSeen || !mayBeMade))
    return {
      ...lost,
      as: filled.every(one => isChoice(one) || LIST.test(one.type))
        ? filled.filter(one => filters.has(normalise(fieldName(one)))).length >= MIN_FILTERS
          ? 'filters'
          : 'lesser'
        : isSeen
          ? undefined
          : 'lesser',
      message: `The ${fields} ${names.slice(0, 200)} ${filled.length === 1 ? 'is' : 'are'} gone`,
    }
  if (isOpen(form))
    return {
      ...lost,
      as: firstCase({
        lesser: isPretended || UNFILLED.test(form.action) || (isSearchForm(form) && isWithoutWords(form)),
        decisive: isDecisive(form),
      }),
      message: `The form "${title}" is gone`,
    }
  // One of two copies, for narrow screens or for a dialog, of what is still there.
  if (kept.some(other => isTwin(filled, entriesOf(other)))) return null
  return {
    ...lost,
    as: mayBeMade ? 'unmade' : 'lesser',
    message: `The form "${title}", which was not open at first, is not in the page any more`,
  }
}

/** Without it nobody buys, or gets in. */
const isDecisive = ({ fields, submits }: FormArtifact): boolean =>
  submits.some(({ name }) => isPurchase(name)) || fields.some(({ type }) => type === 'password')

function isTwin(one: FieldArtifact[], other: FieldArtifact[]): boolean {
  return one.length > 0 && one.length === other.length && matchFields(one, other).size === one.length
}

/**
 * Whether nobody got what was written into a form of the original: the page asks itself, no script listens to the form, and
 * it is a search of a file; or no field has a name, and a script could not be read, or stopped for want of another, though
 * none was out of reach.
 */
export const isDead = (form: FormArtifact, side: Side<'document' | 'health'>): boolean =>
  isUntaken(form, side) &&
  !(form.loose || isDecisive(form)) &&
  (isSearchOfFile(form) ||
    (form.fields.every(({ name }) => name === '') &&
      (side.health.exceptions.some(isSyntaxError) ||
        (side.health.exceptions.some(isWantOfScript) && unreachedScripts(side).length === 0))))

/** A search in which no script listens to anything and that asks a file: the copy of a page that a server once answered. */
const isSearchOfFile = (form: FormArtifact): boolean =>
  form.inert === true && isSearchForm(form) && /\.html?$/i.test(URL.parse(form.action)?.pathname ?? '')

/** What a service's manual has in place of the address of whoever reads it: `https://formspree.io/f/YOUR_ENDPOINT_HERE`. */
const UNFILLED =
  /\byour[-_](?:\w+[-_])*(?:endpoint|form|id|key|code|hash|email)|(?:endpoint|form_?id|key)_here\b/i

/** Whether a form asks its own page by GET, and no script listens to it. */
export const isUntaken = (form: FormArtifact, { document }: Side<'document'>): boolean =>
  form.unheard === true &&
  !form.delegated &&
  form.method === 'get' &&
  form.action.split(/[?#]/)[0] === document.url.split(/[?#]/)[0]

/** Of a script that has not run at all, in the browser's words; data that is no JSON is another matter. */
const isSyntaxError = (exception: string): boolean =>
  /^(Uncaught )?(SyntaxError: )?((Invalid or )?unexpected (token|identifier|string|number|end of input|strict mode)|missing \)|Invalid (regular expression|left-hand side)|Unterminated)/i.test(
    exception,
  ) && !/JSON/.test(exception)
