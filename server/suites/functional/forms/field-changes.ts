import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { amountsIn } from '../../../lib/price.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { choiceOf, choicesOf, pairChoices } from './choices.ts'
import { isRouting, labelOf } from './facts.ts'
import { isNumber } from './numbers.ts'
import type { Fault } from './rules.ts'

/** How the form of a field is sent now. */
export interface Sent {
  /** As it was: the names of fields count. */
  sameEndpoint: boolean
  /** By a script, to where cannot be seen. */
  isScripts: boolean
  /** Both pages ask themselves alone, and no script was seen to listen. */
  isForNobody: boolean
  /** A script may see to it that fields are filled in. */
  isChecked: boolean
  /** A script, such as of a button beside them, may fill fields in. */
  isFilled: boolean
  /** By the browser, to the service of another site that it was sent to. */
  isService: boolean
  /** So it is, and who takes it there knows its fields by their names alone. */
  knowsNames: boolean
  /** In trials it was sent without the new field, and not without the original's. */
  isSpare(before: FieldArtifact, now: FieldArtifact): boolean
}

/**
 * What changed of a field for those who fill it in, and for the server that takes it; `message` continues "The
 * field …".
 */
export function fieldChanges(before: FieldArtifact, now: FieldArtifact, sent: Sent): Fault[] {
  const { sameEndpoint } = sent
  if (before.type === 'hidden') return sent.isService ? routingChange(before, now) : []
  return [
    typeChange(before, now),
    disabledChange(before, now, sent),
    sameEndpoint ? nameChange(before, now, sent) : null,
    sameEndpoint ? valuesChange(before, now) : null,
    checkedChange(before, now),
    labelChange(before, now),
    requiredChange(before, now, sent),
    ...limitChanges(before, now),
    optionsChange(before, now),
    placeholderChange(before, now),
  ].filter(fault => fault !== null)
}

/** Entries that take any text: a plainer original loses nothing by a more exact type. */
const PLAIN = /^(text|search)$/
/** One of several, in a list of the browser's or of the page's own drawing. */
const CHOICE = /^(select|combobox)$/
const WRITTEN = /^(textarea|richtext)$/
const VITAL = /^(password|file|checkbox|radio)$/

function typeChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  if (before.type === now.type) return null
  const refined = PLAIN.test(before.type) && /^(text|search|email|tel|url|number|textarea)$/.test(now.type)
  if (refined || (CHOICE.test(before.type) && CHOICE.test(now.type))) return null
  if (WRITTEN.test(before.type) && WRITTEN.test(now.type)) return null
  if (isNumber(before) && isNumber(now)) return null
  const vital = VITAL.test(before.type) || now.type === 'hidden'
  return {
    rule: 'type',
    as: vital ? 'vital' : undefined,
    message: `is of the type ${now.type}; it was ${before.type}`,
    fix: `Make it a field of the type ${before.type}`,
  }
}

function disabledChange(before: FieldArtifact, now: FieldArtifact, { isFilled }: Sent): Fault | null {
  const blocked = (field: FieldArtifact) => field.disabled || field.readonly
  if (blocked(before) || !blocked(now)) return null
  return {
    rule: 'disabled',
    as: !now.disabled && isFilled ? 'scripted' : undefined,
    message: `cannot be filled in any more: it is ${now.disabled ? 'disabled' : 'read-only'}`,
    fix: `Remove ${now.disabled ? 'disabled' : 'readonly'}`,
  }
}

function nameChange(
  before: FieldArtifact,
  now: FieldArtifact,
  { isScripts, isForNobody, knowsNames }: Sent,
): Fault | null {
  // What the page draws itself has no name: a hidden field or a script sends it.
  if (/^(combobox|richtext)$/.test(now.type)) return null
  if (before.name === '' || before.name === now.name) return null
  const lost = now.name === ''
  return {
    rule: 'name',
    as: lost && !isForNobody && !isScripts ? 'lost' : !lost && knowsNames ? 'service' : undefined,
    message: lost
      ? `has no name, so that it is not sent; it was "${before.name}"`
      : `is sent as "${now.name}"; it was "${before.name}"`,
    fix: `Set name="${before.name}"`,
  }
}

/** Made by whoever keeps the list: of another shop, the same choice has another one. */
const IDENTIFIER = /^\d{4,}$|^(?=.*\d)[\w-]{16,}$|^\w+:\/\//

/** What the server is told of a choice that reads the same. */
function valuesChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  if (before.type !== now.type || !/^(select|radio|checkbox)$/.test(before.type)) return null
  const sent = ({ type, label, value, options, values }: FieldArtifact) =>
    new Map<string, string>(
      type !== 'select'
        ? [[normalise(label), value]]
        : options.map((option, index) => [normalise(option), values[index] ?? '']),
    )
  const current = sent(now)
  // An invitation to choose sends nothing now, so that a choice can be required.
  const isEmptied = (value: string, choice: string) =>
    value === '' && choice === normalise(before.options[0] ?? '')
  const changed = [...sent(before)].filter(([choice, value]) => {
    const other = current.get(choice)
    if (other === undefined || normalise(other) === normalise(value) || isEmptied(other, choice)) return false
    return !(IDENTIFIER.test(value) && IDENTIFIER.test(other))
  })
  // A value that says what its choice does says another choice now: that one is what whoever reads it goes by.
  const choices = new Set([...current.keys()].map(choiceOf))
  const isMistaken = ([choice, value]: [string, string]) => {
    const [own, was, other] = [choice, value, current.get(choice)!].map(choiceOf)
    return own !== '' && was === own && other !== own && choices.has(other!)
  }
  const first = changed.find(isMistaken) ?? changed[0]
  if (!first) return null
  const [choice, value] = first
  return {
    rule: 'values',
    as: isMistaken(first) ? 'mistaken' : undefined,
    message: `sends "${current.get(choice)}" for "${choice}"; it was "${value}"${changed.length > 1 ? `, and so with ${changed.length - 1} more of its choices` : ''}`,
    fix: `Set value="${value}", and so for each of its choices`,
  }
}

/** What the service is told of whose form it is. */
function routingChange(before: FieldArtifact, now: FieldArtifact): Fault[] {
  if (!isRouting(before) || before.value === now.value) return []
  return [
    {
      rule: 'values',
      as: 'routing',
      message: `is hidden and sends "${now.value}" to the service; it was "${before.value}"`,
      fix: `Set value="${before.value}"`,
    },
  ]
}

/** A choice that was the visitor's to make: consent that is ticked already is none. */
function checkedChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  if (before.type !== now.type || !/^(checkbox|radio)$/.test(before.type)) return null
  if (before.checked === now.checked || before.checked === (before.type === 'checkbox')) return null
  const ticked = now.checked
  return {
    rule: 'checked',
    as: ticked ? undefined : 'cleared',
    message: ticked
      ? 'is ticked from the start; the visitor had to do it'
      : `is not ${before.type === 'radio' ? 'chosen' : 'ticked'} from the start any more`,
    fix: ticked ? 'Remove checked' : 'Set checked',
  }
}

/** What is typed into a field, for instance: it names none. */
const EXAMPLE = /\d|@|\be\.? ?g\b/i
/** A label that is gone altogether is the accessibility suite's. */
function labelChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  const [old, label] = [labelOf(before), labelOf(now)]
  // “E-mail” is “Email”.
  const spelt = (text: string) => text.replace(/[-‐‑:*\s]/g, '')
  if (old === '' || label === '' || spelt(old) === spelt(label)) return null
  // And that it is required, or is not.
  if (label.startsWith(old) && OBLIGATION.test(label.slice(old.length))) return null
  // It was given a label; its placeholder was all that named it.
  const wasNamedByPlaceholder = before.visibleLabel === '' && before.label === before.placeholder
  const isAsBefore = normalise(now.placeholder) === normalise(before.placeholder)
  if (wasNamedByPlaceholder && (isAsBefore || EXAMPLE.test(before.placeholder))) return null
  // Without its accents it says the same; that they are gone is the content suite's.
  const edited =
    similarity(old, label) >= 0.5 ||
    label.includes(old) ||
    old.includes(label) ||
    choiceOf(old) === choiceOf(label)
  return {
    rule: 'label',
    as: edited ? 'edited' : undefined,
    message: `is labelled "${now.label}"; it was "${before.label}"`,
    fix: `Label it "${before.label}"`,
  }
}

const OBLIGATION =
  /^[\s*:,()[\]–-]*(required|mandatory|optional|erforderlich|pflichtfeld|freiwillig|obligatoire|requis|facultatif|optionnel|obligatorio|opcional|obbligatorio|facoltativo|verplicht|optioneel|обязательно|必須|任意|必填|选填|필수|선택)?[\s*:,()[\]–-]*$/

/** Whether two fields, known by the names by which they are sent, have each other's label. */
export function hasLabelOfOther(
  field: FieldArtifact,
  now: FieldArtifact,
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
): boolean {
  // Programs that make forms count their fields.
  const isSame = (was: FieldArtifact, is: FieldArtifact) =>
    was.name !== '' &&
    was.name === is.name &&
    !/^(input|field|text|item|form_?fields?)?[\W_]*\d+\W*$/i.test(was.name)
  return [...fields].some(
    ([was, is]) =>
      isSame(field, now) &&
      isSame(was, is) &&
      was.name !== field.name &&
      labelOf(is) === labelOf(field) &&
      labelOf(now) === labelOf(was),
  )
}

function requiredChange(
  before: FieldArtifact,
  now: FieldArtifact,
  { isChecked, isSpare }: Sent,
): Fault | null {
  if (isSpare(before, now))
    return {
      rule: 'required',
      as: isOfAnswer(before) ? 'answer' : undefined,
      message: 'may be left empty: in a trial the form was sent without it, which the original’s is not',
      fix: 'Require it, and say so at the field where it is left empty',
    }
  if (before.required === now.required) return null
  // It said so before: "E-mail *".
  if (now.required && /\*\s*:?$/.test((before.visibleLabel || before.label || before.placeholder).trim()))
    return null
  return {
    rule: 'required',
    as: before.required ? (isChecked ? 'checked' : undefined) : 'added',
    message: before.required ? 'is not required any more' : 'is required; it was not',
    fix: before.required ? 'Make it required' : 'Let it be left empty',
  }
}

/** By which whoever sends the form can be answered. */
const isOfAnswer = ({ type, name, autocomplete }: FieldArtifact): boolean =>
  /^(email|tel)$/.test(type) || /mail|phone|\btel/i.test(`${name} ${autocomplete}`)

const LIMITS = ['pattern', 'min', 'max', 'minlength', 'maxlength'] as const

type Limit = (typeof LIMITS)[number]

/** A pattern that refuses what people are called, or where they are written to, is told as that. */
function limitChanges(before: FieldArtifact, now: FieldArtifact): (Fault | null)[] {
  const refusal = refusalOf(before, now)
  const limits = LIMITS.filter(limit => !refusal || limit !== 'pattern')
  return [refusal, ...limits.map(limit => limitChange(limit, before, now))]
}

/** One of a part of the name, or of what is no person's. */
const OTHER_NAME = /first|last|sur|family|given|middle|user|company|business|card|file|nick|domain/
/** In English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish and Russian. */
const NAME = /(^|[^a-zа-яё])(name|nombre|nom|nome|naam|namn|navn|имя|фио)([^a-zа-яё]|$)/

const PHONE = /phone|\btel\b|telefon|téléphone|teléfono|mobil|handy/
/** Digits alone, with spaces, with hyphens. */
const NOTATIONS = 3

function refusalOf(before: FieldArtifact, now: FieldArtifact): Fault | null {
  const asks = (field: FieldArtifact) =>
    `${field.type} ${field.name} ${field.label} ${field.placeholder} ${field.autocomplete}`.toLowerCase()
  // The mailing address is a street.
  const isMail = [before, now].every(field => /mail(?!ing)/.test(asks(field)))
  const isPhone = !isMail && [before, now].every(field => field.type === 'tel' || PHONE.test(asks(field)))
  const isName = !isMail && !isPhone && NAME.test(asks(before)) && !OTHER_NAME.test(asks(before) + asks(now))
  if (!(isMail || isPhone || isName) || (before.pattern !== '' && !before.refused)) return null
  const refused = (now.refused ?? []).filter(value => !before.refused?.includes(value))
  const taken = isPhone
    ? spacedAlone(refused)
    : refused.filter(value => value.includes('@') === isMail && !/\d/.test(value))
  if (taken.length === 0) return null
  return {
    rule: 'limit',
    place: 'refused',
    as: isMail ? 'mail' : isPhone ? 'phones' : 'names',
    message: `refuses ${taken.map(value => `"${value}"`).join(', ')} by its pattern "${now.pattern}"; the original takes ${taken.length > 1 ? 'them' : 'it'}`,
    fix: before.pattern ? `Set pattern="${before.pattern}"` : 'Remove the pattern',
  }
}

/** Telephone numbers with spaces of which another notation of the same digits is taken, so that it is not for their country. */
function spacedAlone(refused: readonly string[]): string[] {
  const count = Map.groupBy(refused, value => value.replaceAll(/\D/g, ''))
  return [...count].flatMap(([, values]) =>
    values.length < NOTATIONS ? values.filter(value => / /.test(value) && /\d/.test(value)) : [],
  )
}

function limitChange(limit: Limit, before: FieldArtifact, now: FieldArtifact): Fault | null {
  if (before[limit] === '' || before[limit] === now[limit]) return null
  const lost = now[limit] === ''
  return {
    rule: 'limit',
    place: limit,
    as: lost ? undefined : 'changed',
    message: lost
      ? `lost its ${limit} "${before[limit]}"`
      : `has the ${limit} "${now[limit]}"; it was "${before[limit]}"`,
    fix: `Set ${limit}="${before[limit]}"`,
  }
}

/** Without the first entry where it has no value, nor has that of the new list: both ask for a choice. */
const offered = ({ options, values }: FieldArtifact, now: FieldArtifact): string[] =>
  values[0] === '' && now.values[0] === '' ? options.slice(1) : options

function optionsChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  // What became another control is its change of type.
  if (before.type !== 'select' || now.type !== 'select') return null
  const wanted = [...choicesOf(offered(before, now)).values()]
  const kept = pairChoices(before.options, now.options)
  const lost = wanted.filter(option => !kept.has(option))
  if (lost.length === 0) return null
  const known = new Set(kept.values())
  const instead = lost.length === 1 && repriced(lost[0]!, before.options, now.options, known)
  if (instead)
    return {
      rule: 'options',
      as: 'figures',
      message: `offers "${instead}" in place of "${lost[0]}"`,
      fix: `Call it "${lost[0]}" again`,
    }
  return {
    rule: 'options',
    as: lost.length * 2 >= wanted.length && numberOf(now) < numberOf(before) ? 'many' : undefined,
    message: `lost ${lost.length} of its ${wanted.length} choices: ${lost.slice(0, 8).join(', ')}${lost.length > 8 ? ', …' : ''}`,
    fix: `Add the choices ${lost.slice(0, 20).join(', ')} again`,
  }
}

/**
 * The new choice that says the same as one that is gone but for its price or its times of day; undefined where none does, or
 * others say the same but for theirs: of a row of slots the first goes as the day does.
 */
function repriced(
  option: string,
  before: readonly string[],
  after: readonly string[],
  known: ReadonlySet<string>,
): string | undefined {
  const [own, figures] = [sayingOf(option), figuresOf(option)]
  if (own === normalise(option) || !/\p{L}/u.test(own)) return undefined
  const alikeIn = (choices: readonly string[]) => choices.filter(choice => sayingOf(choice) === own)
  const [instead, ...others] = alikeIn(after)
  if (!instead || known.has(instead) || others.length > 0 || alikeIn(before).length > 1) return undefined
  return figuresOf(instead) === figures ? undefined : instead
}

/** A time of day, and none of a zone or a size; an amount of money. */
const TIME =
  /(?<!(?:gmt|utc) ?[+-−]?)\b([01]?\d|2[0-3])([:.h])([0-5]\d)\b(?! ?(?:mm|cm|m|kg|g|l|ml|%|gb|tb|in|ft)\b)/gi
const AMOUNT = /\p{Sc} ?\d[\d.,]*|\d[\d.,]* ?\p{Sc}/gu

/** Without its prices and times. */
const sayingOf = (option: string) => normalise(option.replace(AMOUNT, '\u00a4').replace(TIME, '\u00a4'))

const figuresOf = (option: string): string =>
  JSON.stringify([
    amountsIn(option),
    [...option.replace(AMOUNT, '').matchAll(TIME)].map(([, hours, , minutes]) => [
      Number(hours),
      Number(minutes),
    ]),
  ])

/** Choices that send something: no invitation to choose, no line between them. */
const numberOf = ({ options, values }: FieldArtifact): number =>
  choicesOf(options.filter((_, at) => values[at] !== '')).size

function placeholderChange(before: FieldArtifact, now: FieldArtifact): Fault | null {
  // Where it is the label, it was compared as that.
  if (before.placeholder === '' || before.placeholder === before.label) return null
  if (normalise(before.placeholder) === normalise(now.placeholder)) return null
  return {
    rule: 'placeholder',
    message: now.placeholder
      ? `shows "${now.placeholder}" while empty; it was "${before.placeholder}"`
      : `lost its placeholder "${before.placeholder}"`,
    fix: `Set placeholder="${before.placeholder}"`,
  }
}
