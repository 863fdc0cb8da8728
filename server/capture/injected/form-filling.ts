import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Fills in forms as a visitor would, with values of our own. In-page part. */
export function formFillingFunctions({ selectorOf }: TreeFunctions, { isVisible }: VisibleBoxFunctions) {
  const MAX_FIELDS = 60
  const MAX_LISTS = 5
  const MAX_POLLS = 12
  const PAUSE_MS = 50
  // In a frame, some in a closed shadow root; what is left is the box that it is drawn in, or what it sends.
  const CAPTCHA =
    'iframe, [data-sitekey], .cf-turnstile, .g-recaptcha, .h-captcha, [name="cf-turnstile-response"], [name$="captcha-response"]'

  function submitsOf(form: HTMLFormElement): HTMLButtonElement[] {
    return (Array.from(form.elements) as HTMLButtonElement[]).filter(({ type }) =>
      /^(submit|image)$/.test(type),
    )
  }

  /** Fills in `forms`. Tells of their submit buttons that were disabled, and whether all of the form could be filled in. */
  async function fillIn(forms: readonly HTMLFormElement[]) {
    const waiting = forms.flatMap(form =>
      submitsOf(form).flatMap((button, at) =>
        button.disabled ? { form, button, at, selector: selectorOf(button) } : [],
      ),
    )
    const unfilled = new Set<HTMLFormElement>()
    for (const form of forms) if (!(await fillForm(form))) unfilled.add(form)
    // Some forms check their fields a moment after the last key.
    for (let poll = 0; poll < MAX_POLLS && waiting.some(isDisabled); poll++) await pause()
    return waiting.map(one => ({
      selector: one.selector,
      isEnabled: !isDisabled(one),
      isFilled: !unfilled.has(one.form),
    }))
  }

  type Submit = { form: HTMLFormElement; button: HTMLButtonElement; at: number }

  /** A framework may have replaced the button by a new one. */
  function isDisabled({ form, button, at }: Submit): boolean {
    return (button.isConnected ? button : submitsOf(form)[at])?.disabled ?? true
  }

  function pause() {
    return new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }

  /** False where something of it stays without a valid value. */
  async function fillForm(form: HTMLFormElement): Promise<boolean> {
    // A later step or a closed dialog.
    let isFilled = isVisible(form) && !form.querySelector(CAPTCHA)
    for (const field of Array.from(form.elements).slice(0, MAX_FIELDS))
      if (!fill(field as HTMLInputElement)) isFilled = false
    return (await tick(form)) && isFilled
  }

  /** Boxes, switches and lists that the page draws itself. False where a list stays as it was. */
  async function tick(form: HTMLFormElement): Promise<boolean> {
    let isChosen = true
    for (const box of form.querySelectorAll<HTMLElement>(
      ':is([role=checkbox], [role=switch])[aria-checked=false]',
    ))
      box.click()
    for (const group of form.querySelectorAll('[role=radiogroup]'))
      if (!group.querySelector('[aria-checked=true], input'))
        group.querySelector<HTMLElement>('[role=radio]')?.click()
    const lists = 'button:is([aria-haspopup=listbox], [role=combobox])'
    for (const list of Array.from(form.querySelectorAll<HTMLElement>(lists)).slice(0, MAX_LISTS)) {
      const before = list.textContent
      list.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
      list.click()
      await pause()
      const option = document.querySelector<HTMLElement>('[role=option]:not([aria-disabled=true])')
      option?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0, pointerType: 'mouse' }))
      if (option?.isConnected) option.click()
      await pause()
      if (list.textContent === before) isChosen = false
    }
    return isChosen
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
      // A box that the page draws itself has a label that is seen; one without is a trap for robots.
      if (!isVisible(field) && !Array.from(field.labels ?? []).some(isVisible)) return true
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

  return { submitsOf, fillIn }
}
