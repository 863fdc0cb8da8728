import type { Injected } from '../injected/index.ts'
import { PageUnresponsive } from '../page/failure.ts'
import { enterReadOnlyMode } from '../page/read-only-mode.ts'
import { DESKTOP, type SiteSession } from '../page/site-session.ts'

/** For all forms together. */
const TIMEOUT_MS = 8000
const LIMITS = { forms: 5, fields: 60, lists: 5, polls: 12, pauseMs: 50 }

/**
 * Submit buttons that are disabled until their form is filled in: fills in forms that have a disabled one, and checks
 * whether it is enabled then. Selectors, at 1440 px; `unsure` where not all could be filled in. The last collector of the
 * page: requests that would send what was filled in are stopped for as long as it is open.
 */
export async function submitEnablement(
  session: SiteSession,
): Promise<{ enabled: string[]; unsure: string[] }> {
  const pageLoad = await session.at(DESKTOP)
  try {
    if (!(await pageLoad.world.run(isAnyDisabled, undefined))) return { enabled: [], unsure: [] }
    await enterReadOnlyMode(pageLoad)
    return await pageLoad.world.run(fillIn, LIMITS, TIMEOUT_MS)
  } catch (error) {
    // Everything else is collected by now: a page that hangs when its forms are filled in does not fail the capture.
    if (error instanceof PageUnresponsive) throw new Error(error.message)
    throw error
  }
}

// What follows runs in the page.

function isAnyDisabled({ elements }: Injected): boolean {
  return elements().some(
    element =>
      element.matches('form :is(button, input):disabled') &&
      /^(submit|image)$/.test((element as HTMLButtonElement).type),
  )
}

async function fillIn(
  { elements, isVisible, selectorOf }: Injected,
  limits: typeof LIMITS,
): Promise<{ enabled: string[]; unsure: string[] }> {
  const forms = (elements() as HTMLFormElement[])
    .filter(({ localName }) => localName === 'form')
    .filter(form => submitsOf(form).some(({ disabled }) => disabled))
    .slice(0, limits.forms)
  const waiting = forms.flatMap(form =>
    submitsOf(form).flatMap((button, at) =>
      button.disabled ? { form, button, at, selector: selectorOf(button) } : [],
    ),
  )
  // In a frame, some in a closed shadow root; what is left is the box that it is drawn in, or what it sends.
  const CAPTCHA =
    'iframe, [data-sitekey], .cf-turnstile, .g-recaptcha, .h-captcha, [name="cf-turnstile-response"], [name$="captcha-response"]'
  const unfilled = new Set<HTMLFormElement>()
  for (const form of forms) {
    // A later step or a closed dialog.
    if (!isVisible(form) || form.querySelector(CAPTCHA)) unfilled.add(form)
    for (const field of Array.from(form.elements).slice(0, limits.fields))
      if (!fill(field as HTMLInputElement)) unfilled.add(form)
    await tick(form)
  }
  // Some forms check their fields a moment after the last key.
  for (let poll = 0; poll < limits.polls && waiting.some(isDisabled); poll++) await pause()
  const [enabled, left] = [waiting.filter(one => !isDisabled(one)), waiting.filter(isDisabled)]
  return {
    enabled: enabled.map(({ selector }) => selector),
    unsure: left.filter(({ form }) => unfilled.has(form)).map(({ selector }) => selector),
  }

  function submitsOf(form: HTMLFormElement): HTMLButtonElement[] {
    return (Array.from(form.elements) as HTMLButtonElement[]).filter(({ type }) =>
      /^(submit|image)$/.test(type),
    )
  }

  /** A framework may have replaced the button by a new one. */
  function isDisabled({ form, button, at }: (typeof waiting)[number]): boolean {
    return (button.isConnected ? button : submitsOf(form)[at])?.disabled ?? true
  }

  function pause() {
    return new Promise(resolve => setTimeout(resolve, limits.pauseMs))
  }

  /** Boxes, switches and lists that the page draws itself. */
  async function tick(form: HTMLFormElement): Promise<void> {
    for (const box of form.querySelectorAll<HTMLElement>(
      ':is([role=checkbox], [role=switch])[aria-checked=false]',
    ))
      box.click()
    for (const group of form.querySelectorAll('[role=radiogroup]'))
      if (!group.querySelector('[aria-checked=true], input'))
        group.querySelector<HTMLElement>('[role=radio]')?.click()
    const lists = 'button:is([aria-haspopup=listbox], [role=combobox])'
    for (const list of Array.from(form.querySelectorAll<HTMLElement>(lists)).slice(0, limits.lists)) {
      const before = list.textContent
      list.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
      list.click()
      await pause()
      const option = document.querySelector<HTMLElement>('[role=option]:not([aria-disabled=true])')
      option?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0, pointerType: 'mouse' }))
      if (option?.isConnected) option.click()
      await pause()
      if (list.textContent === before) unfilled.add(form)
    }
  }

  /** False where the field stays without a valid value. */
  function fill(field: HTMLInputElement): boolean {
    if (
      field.matches(':disabled') ||
      field.readOnly ||
      /^(submit|image|button|reset|hidden)$/.test(field.type)
    )
      return true
    if (field.type === 'checkbox' || field.type === 'radio') {
      const group = field.type === 'radio' ? namedLike(field) : [field]
      if (!group.some(({ checked }) => checked)) field.click()
      return true
    }
    // An invisible field is a trap for robots, or filled in by the page.
    if (field.value || !isVisible(field)) return true
    const value = field.localName === 'select' ? choiceOf(field as never) : valueFor(field)
    if (!value || field.type === 'file') return false
    field.focus()
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    field.blur()
    return field.validity?.valid !== false
  }

  function namedLike({ form, name }: HTMLInputElement): HTMLInputElement[] {
    return (Array.from(form?.elements ?? []) as HTMLInputElement[]).filter(
      other => other.type === 'radio' && other.name === name,
    )
  }

  function choiceOf({ options }: HTMLSelectElement): string {
    return Array.from(options).find(({ value, disabled }) => value && !disabled)?.value ?? ''
  }

  function valueFor(field: HTMLInputElement): string {
    const { min, minLength, pattern } = field
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
      code: '12345',
    }
    const value = (kinds[kindOf(field)] ?? 'Example text').padEnd(Math.min(200, minLength), ' and more')
    const others = [value, '12345', '5550100199', 'Example', 'AB12 3CD']
    return (pattern && others.find(one => isLike(one, pattern))) || value
  }

  function kindOf({ type, name, id, autocomplete, inputMode, placeholder }: HTMLInputElement): string {
    if (!/^(text|search)$/.test(type)) return type
    const hints = `${name} ${id} ${autocomplete} ${inputMode} ${placeholder}`.toLowerCase()
    if (/mail/.test(hints)) return 'email'
    if (/phone|\btel|mobile|telefon/.test(hints)) return 'tel'
    if (/\b(zip|plz|postal|post.?code|numeric|decimal)/.test(hints)) return 'code'
    return /\b(url|website)\b/.test(hints) ? 'url' : type
  }

  function isLike(value: string, pattern: string): boolean {
    try {
      return new RegExp(`^(?:${pattern})$`, 'v').test(value)
    } catch {
      return true
    }
  }
}
