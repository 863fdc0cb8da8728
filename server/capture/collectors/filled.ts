import { DESKTOP, type Eyes } from '../eyes.ts'
import { keepStill } from '../keep-still.ts'
import type { Kit } from '../kit/kit.ts'

/** ms for all forms together. */
const PATIENCE = 8000
const LIMITS = { forms: 5, fields: 60, looks: 12, pause: 50 }

/**
 * Submit buttons that are disabled until their form is filled in: writes into forms that have a disabled one, ticks their
 * boxes, and looks whether it can be pressed then. Runs after all that reads the page; what the page would send meanwhile
 * is stopped. Selectors, at 1440 px.
 */
export async function filled(eyes: Eyes): Promise<{ enabled: string[] }> {
  const visit = await eyes.at(DESKTOP)
  if (!(await visit.world.run(isAnyDisabled, undefined))) return { enabled: [] }
  const still = await keepStill(visit)
  try {
    return { enabled: await visit.world.run(fillIn, LIMITS, PATIENCE) }
  } finally {
    await still.release()
  }
}

// What follows runs in the page.

function isAnyDisabled({ elements }: Kit): boolean {
  return elements().some(
    element => element.matches('form :is(button, input)') && isDisabled(element as HTMLButtonElement),
  )
  function isDisabled({ type, disabled }: HTMLButtonElement): boolean {
    return disabled && /^(submit|image)$/.test(type)
  }
}

async function fillIn({ elements, inkOf, selectorOf }: Kit, limits: typeof LIMITS): Promise<string[]> {
  const forms = (elements() as HTMLFormElement[])
    .filter(({ localName }) => localName === 'form')
    .filter(form => waitingOf(form).length > 0)
    .slice(0, limits.forms)
  const waiting = forms.flatMap(waitingOf).map(button => ({ button, selector: selectorOf(button) }))
  for (const form of forms) {
    for (const field of Array.from(form.elements).slice(0, limits.fields)) fill(field as HTMLInputElement)
    for (const box of form.querySelectorAll<HTMLElement>('[role=checkbox][aria-checked=false]')) box.click()
  }
  // Some check what was written a moment after the last key.
  for (let look = 0; look < limits.looks && waiting.some(({ button }) => button.disabled); look++)
    await new Promise(resolve => setTimeout(resolve, limits.pause))
  return waiting.filter(({ button }) => !button.disabled).map(({ selector }) => selector)

  function waitingOf(form: HTMLFormElement): HTMLButtonElement[] {
    return (Array.from(form.elements) as HTMLButtonElement[]).filter(
      ({ type, disabled }) => disabled && /^(submit|image)$/.test(type),
    )
  }

  function fill(field: HTMLInputElement): void {
    if (field.matches(':disabled') || field.readOnly) return
    if (field.type === 'checkbox' || field.type === 'radio') {
      const group = field.type === 'radio' ? namedLike(field) : [field]
      if (!group.some(({ checked }) => checked)) field.click()
      return
    }
    // What nobody sees is a trap for robots, or the page's own.
    if (field.value || inkOf(field, field.getClientRects()).state !== 'visible') return
    const value = field.localName === 'select' ? choiceOf(field as never) : valueFor(field)
    if (!value) return
    field.focus()
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    field.blur()
  }

  function namedLike({ form, name }: HTMLInputElement): HTMLInputElement[] {
    return (Array.from(form?.elements ?? []) as HTMLInputElement[]).filter(
      other => other.type === 'radio' && other.name === name,
    )
  }

  function choiceOf({ options }: HTMLSelectElement): string {
    return Array.from(options).find(({ value, disabled }) => value && !disabled)?.value ?? ''
  }

  function valueFor({ type, localName, min, minLength, pattern }: HTMLInputElement): string {
    const kinds: Record<string, string> = {
      email: 'someone@example.com',
      tel: '5550100199',
      url: 'https://example.com/',
      number: min || '1',
      date: min || '2030-01-15',
      month: min || '2030-01',
      week: min || '2030-W03',
      time: min || '12:00',
      'datetime-local': min || '2030-01-15T12:00',
      password: 'Example-1234',
    }
    const plain = localName === 'textarea' || /^(text|search)$/.test(type) ? 'Example text' : ''
    const value = (kinds[type] ?? plain).padEnd(Math.min(200, minLength), ' and more')
    const others = [value, '12345', '5550100199', 'Example', 'AB12 3CD']
    return (pattern && others.find(one => isLike(one, pattern))) || value
  }

  function isLike(value: string, pattern: string): boolean {
    try {
      return new RegExp(`^(?:${pattern})$`, 'v').test(value)
    } catch {
      return true
    }
  }
}
