import type { Visit } from '../../visit.ts'

export interface Scripted {
  /** A script listens for `submit`. */
  submit: boolean
  /** What is written on the plain buttons of a form without submit button that a script listens to. */
  pressed: string[]
}

const MOST = 50
const MOST_BUTTONS = 5

/**
 * Of the first 50 forms of the document, in its order: which of their events scripts listen for on the elements
 * themselves. Asked of the browser, nothing is sent or pressed. React and Svelte listen elsewhere and leave their
 * handlers in a property of the element.
 */
export async function scriptedForms({ cdp }: Pick<Visit, 'cdp'>): Promise<Scripted[]> {
  const found: Scripted[] = []
  for (let index = 0; index < MOST; index++) {
    const form = await objectOf(`document.forms[${index}]`)
    if (!form) break
    const pressed: string[] = []
    for (let at = 0; at < MOST_BUTTONS; at++) {
      const button = await objectOf(`(${plainButton})(document.forms[${index}], ${at})`)
      if (!button) break
      if (await listens(button, 'click')) pressed.push(await call<string>(button, written))
    }
    found.push({ submit: await listens(form, 'submit'), pressed })
  }
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  return found

  async function objectOf(expression: string): Promise<string | undefined> {
    const { result } = await cdp.send('Runtime.evaluate', { expression, objectGroup: GROUP })
    return result.objectId
  }

  async function listens(objectId: string, event: 'click' | 'submit'): Promise<boolean> {
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId })
    return listeners.some(({ type }) => type === event) || (await call(objectId, handles, event)) === true
  }

  async function call<T>(objectId: string, declared: (...given: never[]) => T, given?: string): Promise<T> {
    const { result } = await cdp.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: String(declared),
      arguments: [{ value: given }],
      returnByValue: true,
    })
    return result.value as T
  }
}

const GROUP = 'cutover-forms'

// What follows runs in the page, in its own world: that is where the properties of frameworks are to be seen.

function plainButton(form: HTMLFormElement | undefined, at: number): Element | undefined {
  const buttons = Array.from(form?.elements ?? []) as HTMLInputElement[]
  if (buttons.some(({ type }) => type === 'submit' || type === 'image')) return undefined
  return buttons.filter(({ type, disabled }) => type === 'button' && !disabled)[at]
}

function written(this: HTMLButtonElement): string {
  return (this.getAttribute('aria-label') || this.innerText || this.value || '').trim().slice(0, 200)
}

function handles(this: Element, event: string): boolean {
  const held = this as unknown as Record<string, Record<string, unknown> | undefined>
  const handler = event === 'click' ? 'onClick' : 'onSubmit'
  if (typeof held[`__${event}`] === 'function') return true
  return Object.keys(this).some(
    key => /^__react(Props|EventHandlers)\$/.test(key) && typeof held[key]?.[handler] === 'function',
  )
}
