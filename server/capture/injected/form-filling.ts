import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Fills in forms as a visitor would, with values of our own. In-page part. */
export function formFillingFunctions({ selectorOf }: TreeFunctions, { isVisible }: VisibleBoxFunctions) {
  const MAX_FIELDS = 60
  const MAX_LISTS = 5
  const MAX_KNOWN = 3
  const MAX_POLLS = 12
  const PAUSE_MS = 50
  const OWN_PHONE: string = '5550100199'
  const SPACED_PHONE: string = '555 010 0199'
  /** A number field of such a name is for a telephone number; of others it may be how many there are. */
  const PHONE_NAME =
    /^((your|my|contact)[-_ ]?)?(tele?phone|phone|tel|mobile?|telefon|handy|cell)([-_ ]?(no|nr|num|number|nummer))?$/i
  // In a frame, some in a closed shadow root; what is left is the box that it is drawn in, or what it sends.
  const CAPTCHA =
    'iframe, [data-sitekey], .cf-turnstile, .g-recaptcha, .h-captcha, [name="cf-turnstile-response"], [name$="captcha-response"]'

  function submitsOf(form: HTMLFormElement): HTMLButtonElement[] {
    return (Array.from(form.elements) as HTMLButtonElement[]).filter(({ type }) =>
      /^(submit|image)$/.test(type),
    )
  }

  /** Those that send it: a dialog's Cancel sends nothing. */
  const sendersOf = (form: HTMLFormElement): HTMLButtonElement[] =>
    submitsOf(form).filter(({ formMethod }) => formMethod !== 'dialog')

  /** Fills in `forms`. Tells of their submit buttons that were disabled, and whether all of the form could be filled in. */
  async function fillIn(forms: readonly HTMLFormElement[]) {
    const waiting = forms.flatMap(form =>
      submitsOf(form).flatMap((button, at) =>
        button.disabled ? { form, button, at, selector: selectorOf(button) } : [],
      ),
    )
    const unfilled = new Set<HTMLFormElement>()
    for (const form of forms) {
      const { isWhole, left } = await fillForm(form)
      if (!isWhole || left.length > 0) unfilled.add(form)
    }
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

  /** `left`: its fields that stay without a valid value; `isWhole`: nothing else of it does. */
  async function fillForm(form: HTMLFormElement): Promise<{ isWhole: boolean; left: HTMLInputElement[] }> {
    // A later step or a closed dialog.
    const isAsked = isVisible(form) && !form.querySelector(CAPTCHA)
    const fields = Array.from(form.elements).slice(0, MAX_FIELDS) as HTMLInputElement[]
    const left = fields.filter(field => !fill(field))
    return { isWhole: (await tick(form)) && isAsked, left }
  }

  /** Boxes, switches and lists that the page draws itself. False where a list stays as it was. */
  async function tick(form: HTMLFormElement): Promise<boolean> {
    let isChosen = true
    for (const box of form.querySelectorAll(':is([role=checkbox], [role=switch])[aria-checked=false]'))
      press(box)
    for (const group of form.querySelectorAll('[role=radiogroup]'))
      if (!group.querySelector('[aria-checked=true], input')) press(group.querySelector('[role=radio]'))
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

  /** A drawing has no click(). */
  function press(element: Element | null): void {
    if (element instanceof HTMLElement) element.click()
    else element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
  }

  /** False where the field stays without a valid value. */
  function fill(field: HTMLInputElement): boolean {
    if (field.matches(':disabled') || /^(submit|image|button|reset|hidden)$/.test(field.type)) return true
    // One that only a script writes in, such as a date of a calendar.
    if (field.readOnly) return field.value !== '' || !isVisible(field)
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
    write(field, value)
    return field.validity?.valid !== false
  }

  function write(field: HTMLInputElement, value: string): void {
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

  function valueFor(field: HTMLInputElement): string {
    const { min, minLength, pattern } = field
    const kinds: Record<string, string> = {
      email: 'someone@example.com',
      tel: OWN_PHONE,
      url: 'https://example.com/',
      number: min || '1',
      date: min || '2030-01-15',
      month: min || '2030-01',
      week: min || '2030-W03',
      time: min || '12:00',
      'datetime-local': min || '2030-01-15T12:00',
      password: 'Example-1234',
      code: '12345',
      card: '4111 1111 1111 1111',
    }
    const words = field.localName === 'textarea' ? 'Example text of a message' : 'Example text'
    const value = (kinds[kindOf(field)] ?? words).padEnd(Math.min(200, minLength), ' and more')
    const others = [value, '12345', OWN_PHONE, 'Example', 'AB12 3CD']
    return (pattern && others.find(one => isLike(one, pattern))) || value
  }

  /**
   * Other entries that suit a field of which it is known what people write in it: another e-mail address, telephone numbers
   * of many countries, as people write them; of some the digits alone come right after the same with spaces. Of other fields none.
   */
  function othersFor(field: HTMLInputElement): string[] {
    const kind = kindOf(field)
    if (kind === 'email') return ['someone@gmail.com']
    if (kind !== 'tel') return []
    // What the field itself shows, and the page, are numbers of its own country.
    const example = field.placeholder.replace(/[x_#]/gi, '7')
    const shown = /[+(\d][\d ()./-]{5,}/.exec(example)?.[0].trim() ?? ''
    const own = Array.from(document.querySelectorAll('a[href^="tel:" i]'), link =>
      link.getAttribute('href')!.slice(4).trim(),
    )
    const known = [shown, ...new Set(own)].filter(one => one.replace(/\D/g, '').length >= 6)
    const numbers =
      '202 555 0143,2025550143,+12025550143,(202) 555-0143,202-555-0143,+380671234567,067 123 4567,0671234567,671 234 567,671234567,+79161234567,89161234567,+7 (916) 123-45-67,+491701234567,01701234567,07911123456,0912345678,0412345678,05321234567,09012345678,010-1234-5678,01012345678,13812345678,9876543210,+919876543210,11987654321,(11) 98765-4321,0501234567,3471234567,912 345 678,912345678,512345678,91234567,0791234567,085 123 4567,0851234567,0211234567,6912345678,081234567890,03001234567'
    return [...known.slice(0, MAX_KNOWN), ...numbers.split(',')]
  }

  /** Writes telephone numbers of our own with spaces, where the field has room for them. The fields that have them now. */
  function spaceOut(form: HTMLFormElement): HTMLInputElement[] {
    const fields = Array.from(form.elements).slice(0, MAX_FIELDS) as HTMLInputElement[]
    return fields.filter(field => {
      if (field.value !== OWN_PHONE || kindOf(field) !== 'tel' || !isVisible(field)) return false
      if (field.maxLength >= 0 && field.maxLength < SPACED_PHONE.length) return false
      write(field, SPACED_PHONE)
      // A mask may have taken them out again.
      if (field.validity.valid && field.value === SPACED_PHONE) return true
      write(field, OWN_PHONE)
      return false
    })
  }

  function kindOf(field: HTMLInputElement): string {
    const { type, name, id, autocomplete, inputMode, placeholder, min, max } = field
    const isCount = min !== '' || max !== '' || ![name, id].some(one => PHONE_NAME.test(one))
    if (type === 'number') return isCount ? type : 'tel'
    if (!/^(text|search|tel)$/.test(type)) return type
    const hints = `${name} ${id} ${autocomplete} ${inputMode} ${placeholder}`.toLowerCase()
    if (/card.?(no|num)|cc-num/.test(hints)) return 'card'
    if (type === 'tel') return type
    if (/mail/.test(hints)) return 'email'
    if (/phone|\btel|mobile|telefon/.test(hints)) return 'tel'
    if (/\b(zip|plz|postal|post.?code|numeric|decimal)/.test(hints)) return 'code'
    if (/\b(url|website)\b/.test(hints)) return 'url'
    return type
  }

  function isLike(value: string, pattern: string): boolean {
    try {
      return new RegExp(`^(?:${pattern})$`, 'v').test(value)
    } catch {
      return true
    }
  }

  const WRITTEN =
    'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=image], [type=button], [type=reset])'

  /** The fields in sight that a visitor writes in and that are not empty. */
  function writtenIn(form: HTMLFormElement): HTMLInputElement[] {
    return (Array.from(form.elements) as HTMLInputElement[]).filter(
      one => one.matches(WRITTEN) && !one.readOnly && one.value !== '' && isVisible(one),
    )
  }

  /**
   * What marks a field as wrong: it or what it alone stands in, by an attribute or a class, or a message there. What stands
   * with the button that sends the form is said of all of it.
   */
  function faultsOf(field: HTMLInputElement): Element[] {
    let box: Element = field
    const others = (Array.from(field.form?.elements ?? []) as HTMLInputElement[]).filter(
      one => one !== field && (one.matches(`${WRITTEN}, select`) || /^(submit|image)$/.test(one.type)),
    )
    const holds = (one: Element) => one === field.form || others.some(other => one.contains(other))
    while (box.parentElement && !holds(box.parentElement)) box = box.parentElement
    const isNamedSo = (one: Element) => /invalid|error|danger/i.test(one.getAttribute('class') ?? '')
    return [box, ...box.querySelectorAll('*')].filter(
      one =>
        one.getAttribute('aria-invalid') === 'true' ||
        (isNamedSo(one) && (one.contains(field) || (/\S/.test(one.textContent ?? '') && isVisible(one)))),
    )
  }

  return { submitsOf, sendersOf, fillIn, fillForm, spaceOut, write, othersFor, writtenIn, faultsOf }
}
