import type { CDPSession } from 'playwright'
import { DESKTOP } from '../../lib/widths.ts'
import { countDelegated, listensAround, listensTo, listensWithin } from '../page/listeners.ts'
import type { PageLoad } from '../page/page-load.ts'
import type { SiteSession } from '../page/site-session.ts'

export type FormArtifact = Awaited<ReturnType<typeof forms>>[number]
export type FieldArtifact = FormArtifact['fields'][number]

/** Forms field by field. Fields outside any form come as one last form with `loose: true`. */
export async function forms({ at, gaps }: SiteSession) {
  const pageLoad = await at(DESKTOP)
  const { world } = pageLoad
  const found = await world.run(
    ({
      elements,
      roleOf,
      nameOf,
      labelOf,
      contentOf,
      visibleBoxOf,
      contextOf,
      selectorOf,
      clean,
      bodyOf,
    }) => {
      // A list that the page draws itself, and an editable text: fields to the person who fills them in.
      const DRAWN_LIST = '[role=combobox]:not(input, select), button[aria-haspopup=listbox]'
      const EDITABLE = '[contenteditable]:not([contenteditable=false])'
      const DRAWN_CHOICE =
        ':is([role=switch], [role=checkbox], [role=radio], [role=slider], [role=button], button[type=button]):not(input)'
      const FIELDS = `input, select, textarea, button, ${DRAWN_LIST}, ${EDITABLE}`
      const ORDINARY = ['Anna Smith', 'anna.smith@example.com', 'anna@web-studio.com', 'anna@example.co.uk']
      // Numbers of several countries, each in the notations that people write.
      const PHONES = ['2025550143', '0671234567', '912345678', '0851234567'].flatMap(digits => [
        digits,
        digits.replace(/\d{3}(?=\d{3})/g, '$& '),
        digits.replace(/\d{3}(?=\d{3})/g, '$&-'),
      ])
      const all = elements().filter(element => !contextOf(element).ignored)
      const groups = new Map<HTMLFormElement | null, Element[]>()
      for (const element of all) if (element.localName === 'form') groups.set(element as HTMLFormElement, [])
      let count = 0
      let dropped = 0
      for (const element of all) {
        if (!element.matches(FIELDS)) continue
        // A `form` attribute that names no form of the document leaves a button without one, wherever it stands.
        const owner = ownerOf(element)
        if (isInsideEditable(element)) continue
        if (
          !owner &&
          !element.matches(DRAWN_LIST) &&
          (element.localName === 'button' ||
            /^(button|submit|reset|image)$/.test((element as HTMLInputElement).type))
        )
          continue
        if (count++ >= 2000) dropped++
        else groups.set(owner, [...(groups.get(owner) ?? []), element])
      }
      return [...groups].map(([form, members]) => {
        // A dialog's Cancel sends nothing.
        const senders = members
          .filter(isSubmit)
          .filter(button => button.getAttribute('formmethod')?.toLowerCase() !== 'dialog')
        const agreed = (attribute: string) => {
          const values = new Set(senders.map(button => button.getAttribute(attribute)))
          return values.size === 1 ? [...values][0]! : null
        }
        const own = form?.getAttribute('action') ?? null
        return {
          loose: form === null,
          /** Among the forms of the document; -1 for those that it does not list. */
          index: form ? Array.from(document.forms).indexOf(form) : -1,
          name: form ? nameOfForm(form) : '',
          landmark: form ? contextOf(form).landmark : '',
          /** Resolved; the page's own address when the attribute is missing. That of its buttons comes first, if they agree. */
          action: form ? resolve(agreed('formaction') ?? own) : '',
          method: form ? methodOf(agreed('formmethod') ?? form.getAttribute('method')) : '',
          novalidate: form?.noValidate ?? false,
          /** Its host or framework takes it wherever it is sent on the site: Netlify, a server action. */
          ...(form && isHosted(form) ? { hosted: true } : {}),
          ...visibleBoxOf(form ?? bodyOf(document)!, form ? [form.getBoundingClientRect()] : []),
          selector: form ? selectorOf(form) : '',
          fields: members.filter(member => !isSubmit(member) && !isPlainButton(member)).map(describe),
          submits: members.filter(isSubmit).map(button => ({
            name: nameOf(button),
            disabled: (button as HTMLButtonElement).disabled,
            /** Where and how this one sends it, if it says so itself; `dialog` sends nothing. */
            action: button.hasAttribute('formaction') ? resolve(button.getAttribute('formaction')) : null,
            method: button.hasAttribute('formmethod') ? methodOf(button.getAttribute('formmethod')) : null,
            ...visibleBoxOf(button, [button.getBoundingClientRect()]),
            selector: selectorOf(button),
          })),
          /** The names of buttons that do not submit it. */
          plain: members.filter(isPlainButton).slice(0, 20).map(nameOf),
          ...(form ? { drawn: drawnIn(form) } : {}),
          dropped,
        }
      })

      function ownerOf(element: Element): HTMLFormElement | null {
        return 'form' in element ? (element.form as HTMLFormElement | null) : element.closest('form')
      }

      function isHosted(form: HTMLFormElement) {
        const marks = 'input[type=hidden]:is([name="form-name"], [name^="$ACTION_"])'
        return form.matches('[data-netlify], [netlify]') || form.querySelector(marks) !== null
      }

      /** What may be an answer that the page draws itself, and is seen; all of it in a form that is put away. */
      function drawnIn(form: HTMLFormElement) {
        const isSeen = (one: Element) => visibleBoxOf(one).state === 'visible'
        const all = Array.from(form.querySelectorAll(DRAWN_CHOICE)).filter(one => !one.matches(DRAWN_LIST))
        const isAway = !isSeen(form) && !all.some(isSeen)
        return all
          .filter(one => isAway || isSeen(one))
          .slice(0, 40)
          .map(one => ({
            role: roleOf(one),
            /** Its label's, and its own. */
            names: [labelOf(one), nameOf(one)].filter(Boolean),
            /** A calendar or the like comes when it is pressed. */
            opens: /^(dialog|grid|true)$/.test(one.getAttribute('aria-haspopup') ?? ''),
          }))
      }

      function describe(element: Element) {
        const input = element as HTMLInputElement
        const options =
          element.localName === 'select' ? Array.from((element as unknown as HTMLSelectElement).options) : []
        return {
          /** text, email, select, textarea, checkbox, … */
          type: kindOf(element),
          name: (input.name ?? '').slice(0, 200),
          label: element.matches(DRAWN_LIST) ? labelOf(element) || givenName(element) : nameOf(element),
          visibleLabel: labelOf(element),
          placeholder: placeholderOf(element).slice(0, 200),
          required: input.required === true || element.getAttribute('aria-required') === 'true',
          disabled: input.matches(':disabled'),
          readonly: input.readOnly === true,
          pattern: (element.getAttribute('pattern') ?? '').slice(0, 500),
          /** Ordinary names, e-mail addresses and telephone numbers that the pattern does not let through. */
          ...(input.pattern && !input.form?.noValidate
            ? { refused: [...ORDINARY, ...PHONES].filter(isRefused(input)) }
            : {}),
          min: element.getAttribute('min') ?? '',
          max: element.getAttribute('max') ?? '',
          minlength: element.getAttribute('minlength') ?? '',
          maxlength: element.getAttribute('maxlength') ?? '',
          autocomplete: element.getAttribute('autocomplete') ?? '',
          /** The value of a choice or a hidden field; what a visitor may type is not read. */
          value: /^(radio|checkbox|hidden)$/.test(input.type ?? '') ? input.value.slice(0, 200) : '',
          /** Ticked or chosen before anybody touched it. */
          checked: input.checked === true,
          options: options.slice(0, 500).map(option => clean(option.label || option.text).slice(0, 200)),
          /** What is sent for each of them. */
          values: options.slice(0, 500).map(option => option.value.slice(0, 200)),
          ...visibleBoxOf(element, [element.getBoundingClientRect()]),
          /** Neither what it stands in nor a label of it is displayed, as in a later step. */
          ...(isPutAway(element) ? { putAway: true } : {}),
          selector: selectorOf(element),
        }
      }

      function isRefused({ pattern }: HTMLInputElement): (value: string) => boolean {
        try {
          const whole = new RegExp(`^(?:${pattern})$`, 'v')
          return value => !whole.test(value)
        } catch {
          return () => false
        }
      }

      function isPutAway(element: Element) {
        const isAway = (one: Element) => !contextOf(one).rendered
        // Labels are looked for in the whole document: last.
        return (
          element.parentElement !== null &&
          isAway(element.parentElement) &&
          Array.from((element as HTMLInputElement).labels ?? []).every(isAway)
        )
      }

      /** What a drawn list shows is its choice, or asks for one: its name is given to it. */
      function givenName(list: Element) {
        return list.matches('[aria-label], [aria-labelledby]') ? nameOf(list) : ''
      }

      function placeholderOf(element: Element) {
        if (element.matches(DRAWN_LIST))
          return labelOf(element) || givenName(element) ? '' : contentOf(element)
        return clean((element as HTMLInputElement).placeholder ?? element.getAttribute('aria-placeholder'))
      }

      function kindOf(element: Element) {
        if (element.matches(DRAWN_LIST)) return 'combobox'
        if (element.localName === 'input') return (element as HTMLInputElement).type
        return /^(select|textarea|button)$/.test(element.localName) ? element.localName : 'richtext'
      }

      function isInsideEditable(element: Element) {
        return element.matches(EDITABLE) && element.parentElement?.closest(EDITABLE) != null
      }

      function isSubmit(element: Element) {
        if (element.matches(DRAWN_LIST)) return false
        return /^(submit|image)$/.test((element as HTMLButtonElement).type)
      }

      function isPlainButton(element: Element) {
        if (element.matches(DRAWN_LIST)) return false
        return /^(button|reset)$/.test((element as HTMLButtonElement).type)
      }

      /** What is missing or unknown is GET (HTML, form submission attributes). */
      function methodOf(given: string | null) {
        const method = given?.toLowerCase() ?? ''
        return /^(post|dialog)$/.test(method) ? method : 'get'
      }

      /** Without an address it is sent to the page's own, whatever its `<base>` says (HTML, form submission). */
      function resolve(action: string | null) {
        try {
          return new URL(action || document.URL.replace(/#.*/, ''), document.baseURI).href.slice(0, 2048)
        } catch {
          return (action ?? '').slice(0, 2048)
        }
      }

      /** What a person takes for the form's title: its name, or the nearest heading above it. */
      function nameOfForm(form: HTMLFormElement) {
        const own = clean(form.getAttribute('aria-label'))
        if (own) return own.slice(0, 200)
        let title = ''
        for (const heading of document.querySelectorAll('h1, h2, h3, h4, legend')) {
          const place = heading.compareDocumentPosition(form)
          if (place & Node.DOCUMENT_POSITION_CONTAINS || place & Node.DOCUMENT_POSITION_FOLLOWING)
            title = clean(heading.textContent)
        }
        return title.slice(0, 200)
      }
    },
    undefined,
  )
  if (found.some(form => form.dropped > 0)) gaps.push('form fields beyond 2,000 were not looked at')
  const isAnySent = found.some(({ index }) => index >= 0)
  const scripted = isAnySent ? await scriptedForms(pageLoad) : []
  const pressedBeside = found.some(({ loose }) => loose) ? await pressedBesideFields(pageLoad) : []
  const delegated = isAnySent ? await countDelegated(pageLoad.cdp, 'submit') : 0
  return found.map(({ index, ...form }) => ({
    ...form,
    /** A script listens for its `submit`, or is its action. */
    scripted: scripted[index]?.submit ?? false,
    /** No script listens for its `submit` or to its buttons, as far as it was asked: not of every form. */
    ...(scripted[index]?.unheard ? { unheard: true } : {}),
    /** Nor for presses of or entries into anything in it, or for entries around it. */
    ...(scripted[index]?.inert ? { inert: true } : {}),
    /** Listeners for the `submit` of any form of the page. */
    ...(delegated > 0 ? { delegated } : {}),
    /** In a form without submit button, or beside fields in none: the texts of its buttons with a click listener. */
    pressed: form.loose ? pressedBeside : (scripted[index]?.pressed ?? []),
  }))
}

interface Scripted {
  /** A script listens for `submit`. */
  submit: boolean
  /** None listens for it, nor for a press of any of its submit buttons. */
  unheard: boolean
  /** Nor for a press of or an entry into anything in it, nor for entries around it, and no link of it runs a script. */
  inert: boolean
  /** The texts of those plain buttons, in a form without submit button, that a script listens to. */
  pressed: string[]
}

const GROUP = 'cutover-forms'
const MAX_FORMS = 50
const MAX_BUTTONS = 5
const MAX_BESIDE = 10

/**
 * Of the first 50 forms of the document, in its order: which of their events scripts listen for on the elements
 * themselves.
 */
async function scriptedForms({ cdp }: Pick<PageLoad, 'cdp'>): Promise<Scripted[]> {
  const found: Scripted[] = []
  for (let index = 0; index < MAX_FORMS; index++) {
    const form = await objectOf(cdp, `document.forms[${index}]`)
    if (!form) break
    const pressed = await pressedOf(
      cdp,
      MAX_BUTTONS,
      at => `(${plainButton})(document.forms[${index}], ${at})`,
    )
    const submit =
      (await listensTo(cdp, form, ['submit'])) || (await call<boolean>(cdp, form, isSentByFunction))
    const unheard = !submit && pressed.length === 0 && !(await isPressed({ cdp }, form, index))
    const inert =
      unheard &&
      !(await listensWithin(cdp, form, [...PRESSES, ...ENTRIES])) &&
      !(await call<boolean>(cdp, form, hasScriptLink)) &&
      !(await listensAround(cdp, form, CHANGES))
    found.push({ submit, unheard, inert, pressed })
  }
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  return found
}

const PRESSES = ['click', 'mousedown', 'pointerdown']
/** Of what is written or chosen: a filter may work as that is done. */
const ENTRIES = ['keydown', 'keypress', 'keyup', 'input', 'change', 'blur', 'focusout']

/** What a script listens for around fields that come and go. */
const CHANGES = ['input', 'change']

/** Whether a script listens for presses in a form or of a submit button of it, or it has too many of them to be asked. */
async function isPressed({ cdp }: Pick<PageLoad, 'cdp'>, form: string, index: number): Promise<boolean> {
  if (await listensTo(cdp, form, PRESSES)) return true
  for (let at = 0; at < MAX_BUTTONS; at++) {
    const button = await objectOf(cdp, `(${submitButton})(document.forms[${index}], ${at})`)
    if (!button) return false
    if (await listensTo(cdp, button, PRESSES)) return true
  }
  return true
}

/** The texts of buttons with a click listener that stand in no form beside fields that stand in none. */
async function pressedBesideFields({ cdp }: Pick<PageLoad, 'cdp'>): Promise<string[]> {
  const pressed = await pressedOf(cdp, MAX_BESIDE, at => `(${buttonBeside})(${at})`)
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  return pressed
}

/** The texts of those buttons, of as many as `max`, that a script listens to. */
async function pressedOf(cdp: CDPSession, max: number, expressionOf: (at: number) => string) {
  const pressed: string[] = []
  for (let at = 0; at < max; at++) {
    const button = await objectOf(cdp, expressionOf(at))
    if (!button) break
    if (await listensTo(cdp, button, ['click'])) pressed.push(await call<string>(cdp, button, textOf))
  }
  return pressed
}

async function objectOf(cdp: CDPSession, expression: string): Promise<string | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, objectGroup: GROUP })
  return result.objectId
}

async function call<T>(cdp: CDPSession, objectId: string, declared: () => T): Promise<T> {
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: String(declared),
    returnByValue: true,
  })
  return result.value as T
}

// What follows runs in the page, in its own world.

function plainButton(form: HTMLFormElement | undefined, at: number): Element | undefined {
  const buttons = Array.from(form?.elements ?? []) as HTMLInputElement[]
  if (buttons.some(({ type }) => type === 'submit' || type === 'image')) return undefined
  // A button that shows a password or opens a list sends nothing.
  const others = '[aria-pressed], [aria-expanded], [aria-haspopup], [aria-controls]'
  return buttons.filter(one => one.type === 'button' && !one.disabled && !one.matches(others))[at]
}

function submitButton(form: HTMLFormElement | undefined, at: number): Element | undefined {
  const buttons = Array.from(form?.elements ?? []) as HTMLInputElement[]
  return buttons.filter(({ type }) => type === 'submit' || type === 'image')[at]
}

/** Of the buttons in the smallest boxes around fields in no form that have any. */
function buttonBeside(at: number): Element | undefined {
  const isLoose = (one: Element) => !(one as HTMLInputElement).form && !one.closest('form')
  const fields =
    'textarea, select, input:not([type=hidden], [type=button], [type=submit], [type=reset], [type=image])'
  const buttons = 'button:enabled, [role=button], input:is([type=button], [type=submit]):enabled'
  // A button that shows a password or opens a list sends nothing.
  const others = '[aria-pressed], [aria-expanded], [aria-haspopup], [aria-controls]'
  const found = new Set<Element>()
  for (const field of Array.from(document.querySelectorAll(fields)).filter(isLoose).slice(0, 20))
    for (let box = field.parentElement; box; box = box.parentElement) {
      const beside = Array.from(box.querySelectorAll(buttons)).filter(
        one => isLoose(one) && !one.matches(others),
      )
      for (const button of beside.slice(0, 5)) found.add(button)
      if (beside.length > 0) break
    }
  return [...found][at]
}

/** A form of React whose action, or that of one of its buttons, is a function. */
function isSentByFunction(this: HTMLFormElement): boolean {
  return [this, ...Array.from(this.querySelectorAll('button, input'))].some(element => {
    const key = Object.keys(element).find(name => name.startsWith('__reactProps$'))
    const props = key ? (element as unknown as Record<string, Record<string, unknown> | undefined>)[key] : {}
    return typeof props?.action === 'function' || typeof props?.formAction === 'function'
  })
}

function hasScriptLink(this: HTMLFormElement): boolean {
  return this.querySelector('a[href^="javascript:" i]') !== null
}

function textOf(this: HTMLButtonElement): string {
  return (this.getAttribute('aria-label') || this.innerText || this.value || '').trim().slice(0, 200)
}
