/** What forms and fields are to a visitor. */

import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import type { Place } from '../../../contract.ts'
import { memo } from '../../../lib/memo.ts'
import { SEARCH_WORDS } from '../../../lib/search-words.ts'
import { normalise } from '../../../lib/text.ts'
import { placeOf } from '../../core/place.ts'
import type { Side } from '../../core/suite.ts'

/** What a visitor calls the field, else its technical name. */
export function fieldName({ label, visibleLabel, placeholder, name, type }: FieldArtifact): string {
  return (label || visibleLabel || placeholder || name || type).slice(0, 100)
}

/** What a label or an example says, without the marks at its end. */
export const sayingOf = (text: string): string => normalise(text).replace(/[\s*:.…]+$/, '')

/** The label as it is compared: without the mark of what is required, and without the request to write: “Enter name”. */
export const labelOf = memo(({ label }: FieldArtifact): string => {
  const said = sayingOf(label)
  return said.replace(REQUEST, '') || said
})

/** In English, German, French, Spanish, Italian and Portuguese. */
const REQUEST =
  /^((please )?(enter|type|insert|fill in|provide)( in)?( (your|the|an?))?|(bitte )?geben sie( (ihren?|die|den|das|einen?))?|(entrez|saisissez|indiquez)( (votre|vos|un|une|le|la|l'))?|(introduzca|ingresa|ingrese|escribe|escriba)( (tu|su|el|la|un|una))?|inserisci( (il|la)( tu[oa])?)?|(digite|insira)( (seu|sua|o|a))?) | (eingeben|ein)$/g

/** Without words that say what it asks for; what a drawn list shows is its choice. */
export const isWordless = ({ type, label, visibleLabel, placeholder }: FieldArtifact): boolean =>
  !label && !visibleLabel && (!placeholder || type === 'combobox')

/** Says nothing of itself to whoever looks for its counterpart. */
export const isMute = (field: FieldArtifact): boolean => isWordless(field) && !field.name

/** A box or a radio button. */
export const isChoice = ({ type }: FieldArtifact): boolean => /^(radio|checkbox)$/.test(type)

/** Drawn by the page itself, with the real control hidden behind. */
const RESTYLED = /^(radio|checkbox|file|select|range|color)$/

export function isShown({ type, state, putAway }: FieldArtifact): boolean {
  return state === 'visible' || (RESTYLED.test(type) && !putAway)
}

/** A text field that no visitor sees, for robots to fill in. */
export function isHoneypot(field: FieldArtifact, form: FormArtifact): boolean {
  // A box behind a drawn one has a label.
  const isSeen =
    isShown(field) && !(field.state === 'hidden' && field.visibleLabel === '' && field.label === '')
  if (form.state !== 'visible' || isSeen) return false
  return !field.required && (isTrapByName(field) || OTHER_TRAP.test(`${field.name} ${field.label}`))
}

const TRAP =
  /honey[-_ ]?pot|\[hp\]|\bgotcha\b|\bbot[-_]?(field|check|trap)|leave.{0,20}(blank|empty)|if you.{0,10}human/i
/** What robots like to fill in, and people have as well. */
const OTHER_TRAP = /honey|\bhp\b|_hp|\bbot|trap|gotcha|spam|leave|blank|empty|\burl\b|website|\bfax\b/i

/** A trap for robots by its name or label, and nothing else. */
export const isTrapByName = ({ name, label }: FieldArtifact): boolean => TRAP.test(`${name} ${label}`)

/** A hidden field whose value the server makes anew for each visit: no part of what the form does. */
export function isToken({ type, name, value }: FieldArtifact): boolean {
  return type === 'hidden' && (TOKEN.test(name) || /^[A-Za-z0-9+/_=-]{32,}$/.test(value))
}

const TOKEN =
  /csrf|xsrf|token|nonce|captcha|turnstile|viewstate|eventvalidation|form_?key|form_?build|session|timestamp|^_wp|utf8|^_method$|honeypot|^authenticity/i

/** Names by which services known to take forms and payments are told whose they are, and what is paid. */
const ROUTES = /^(oid|hosted_button_id|business|access_key|amount|currency_code)$/i
/** Names of an account, but not of one visit. */
const NAMES_ACCOUNT = /^(?!.*(visit|client|click|request|event|clid$)).*(id|key|account)$/i
/** Dates, times, UUIDs, hexadecimal and broken numbers, which may be others on each load. */
const OF_A_VISIT =
  /^\d{4}-?\d\d-?\d\d|^\d\d?[./-]\d\d?[./-]\d|\d:\d\d|^1[67]\d{8}(\d{3})?$|^[\da-f]{8}-[\da-f]{4}-|^(?=.*[a-f])[\da-f]{8,}$|^\d+[.,]\d/i

/**
 * A hidden value by which another site's service knows whose form it is and what is paid: known by its name, and neither
 * an address to return to nor made anew for each visit.
 */
export function isRouting(field: FieldArtifact): boolean {
  const { type, name, value } = field
  if (type !== 'hidden' || value === '') return false
  if (ROUTES.test(name)) return true
  if (isToken(field) || !NAMES_ACCOUNT.test(name) || OF_A_VISIT.test(value)) return false
  return /^(?=.*\d)[\w@.-]{4,}$/.test(value)
}

/** Whether a visitor can do something with it: a form of nothing but hidden fields is a script's tool. */
export function isForm(form: FormArtifact): boolean {
  return entriesOf(form).length > 0 || form.submits.length > 0
}

/** The fields that are not hidden. */
export const entriesOf = (form: FormArtifact): FieldArtifact[] =>
  form.fields.filter(({ type }) => type !== 'hidden')

/** In which Enter sends a form without a button, where no other one is (HTML, implicit submission). */
const SENDS = /^(text|search|tel|url|email|password|date|month|week|time|datetime-local|number)$/

/** Whether neither a button nor Enter sends it, nor a script that listens to it: what it asks for is a script's. */
export const isNeverSent = (form: FormArtifact): boolean =>
  !form.scripted &&
  form.submits.length + form.pressed.length === 0 &&
  form.fields.filter(({ type }) => SENDS.test(type)).length !== 1

/** Open to a visitor from the start. */
export function isOpen(form: FormArtifact): boolean {
  return (
    form.state === 'visible' || [...form.fields, ...form.submits].some(({ state }) => state === 'visible')
  )
}

/** As a visitor would call it. */
export function formName(form: FormArtifact): string {
  const said = [form.name, ...form.submits.map(({ name }) => (name === 'Submit' ? '' : name))].find(speaks)
  return (
    (isSearchForm(form) ? 'Search' : said) ||
    [...entriesOf(form), ...form.fields].map(fieldName).find(Boolean) ||
    (form.loose ? 'fields outside of forms' : 'form')
  ).slice(0, 100)
}

const speaks = (text: string) => /\p{L}{2}/u.test(text)

const SEARCH = new RegExp(SEARCH_WORDS, 'iu')

/** Whether words are what a search is called. */
export const namesSearch = (words: string): boolean => SEARCH.test(words)

/** Names by which search engines and shops are told what is looked for. */
const QUERY = /^(q|s|query|keywords?)$/i

/** A field that says that it looks for something, wherever it stands. */
export const isSearchField = ({ type, name, label, placeholder }: FieldArtifact): boolean =>
  type === 'search' || (type === 'text' && namesSearch(`${name} ${label} ${placeholder}`))

/** One field that looks for something on the site. */
export function isSearchForm(form: FormArtifact): boolean {
  const [field, ...others] = entriesOf(form)
  if (!field || others.length > 0 || form.loose) return false
  if (form.landmark === 'search' || field.type === 'search') return true
  const path = URL.parse(form.action)?.pathname ?? ''
  return (
    form.method === 'get' &&
    (/search/i.test(path) || isSearchField(field) || (field.type === 'text' && QUERY.test(field.name)))
  )
}

/** Whether nothing says what is asked for: neither a label, a text in a field nor a button. */
export const isWithoutWords = (form: FormArtifact): boolean =>
  entriesOf(form).every(isWordless) && form.submits.length + form.pressed.length + form.plain.length === 0

/**
 * The forms without headings that cannot be their names: a heading names the first form after it, and what it says has to
 * be words.
 */
export function ownNames(forms: readonly FormArtifact[]): FormArtifact[] {
  const told = new Set<string>()
  return forms.map(form => {
    const isOwn = speaks(form.name) && !told.has(form.name)
    told.add(form.name)
    return isOwn ? form : { ...form, name: '' }
  })
}

/** Fields outside of forms have no selector in common. */
export const placeIn = (
  { document }: Side<'document'>,
  form: FormArtifact,
  field?: FieldArtifact,
): Place => ({
  ...placeOf({ ...(field ?? form), text: field ? fieldName(field) : formName(form) }, document.url),
  selector: (field ?? form).selector || undefined,
})
