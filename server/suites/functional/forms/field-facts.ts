import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms/index.ts'

/** What a visitor calls the field, else its technical name. */
export function fieldName({ label, visibleLabel, placeholder, name, type }: FieldArtifact): string {
  return (label || visibleLabel || placeholder || name || type).slice(0, 100)
}

/** Drawn by the page itself, with the real control hidden behind. */
const RESTYLED = /^(radio|checkbox|file|select|range|color)$/

export function isShown({ type, state }: FieldArtifact): boolean {
  return state === 'visible' || RESTYLED.test(type)
}

/** A text field that no visitor sees, for robots to fill in. */
export function isHoneypot(field: FieldArtifact, form: FormArtifact): boolean {
  if (form.state !== 'visible' || isShown(field)) return false
  return (
    !field.required &&
    /honey|\bhp\b|_hp|\bbot|trap|gotcha|spam|leave|blank|empty|\burl\b|website|\bfax\b|if you.{0,10}human/i.test(
      `${field.name} ${field.label}`,
    )
  )
}

/** A hidden field whose value the server makes anew for each visit: no part of what the form does. */
export function isToken({ type, name, value }: FieldArtifact): boolean {
  if (type !== 'hidden') return false
  return (
    /csrf|xsrf|token|nonce|captcha|turnstile|viewstate|eventvalidation|form_?key|form_?build|session|timestamp|^_wp|utf8|^_method$|honeypot|^authenticity/i.test(
      name,
    ) || /^[A-Za-z0-9+/_=-]{32,}$/.test(value)
  )
}
