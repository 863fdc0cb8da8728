import { listensTo } from '../../page/listeners.ts'
import type { PageLoad } from '../../page/page-load.ts'

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
 * themselves.
 */
export async function scriptedForms({ cdp }: Pick<PageLoad, 'cdp'>): Promise<Scripted[]> {
  const found: Scripted[] = []
  for (let index = 0; index < MOST; index++) {
    const form = await objectOf(`document.forms[${index}]`)
    if (!form) break
    const pressed: string[] = []
    for (let at = 0; at < MOST_BUTTONS; at++) {
      const button = await objectOf(`(${plainButton})(document.forms[${index}], ${at})`)
      if (!button) break
      if (await listensTo(cdp, button, ['click'])) pressed.push(await call<string>(button, written))
    }
    found.push({ submit: await listensTo(cdp, form, ['submit']), pressed })
  }
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  return found

  async function objectOf(expression: string): Promise<string | undefined> {
    const { result } = await cdp.send('Runtime.evaluate', { expression, objectGroup: GROUP })
    return result.objectId
  }

  async function call<T>(objectId: string, declared: () => T): Promise<T> {
    const { result } = await cdp.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: String(declared),
      returnByValue: true,
    })
    return result.value as T
  }
}

const GROUP = 'cutover-forms'

// What follows runs in the page, in its own world.

function plainButton(form: HTMLFormElement | undefined, at: number): Element | undefined {
  const buttons = Array.from(form?.elements ?? []) as HTMLInputElement[]
  if (buttons.some(({ type }) => type === 'submit' || type === 'image')) return undefined
  // What shows a password, or opens a list, sends nothing.
  const aside = '[aria-pressed], [aria-expanded], [aria-haspopup], [aria-controls]'
  return buttons.filter(one => one.type === 'button' && !one.disabled && !one.matches(aside))[at]
}

function written(this: HTMLButtonElement): string {
  return (this.getAttribute('aria-label') || this.innerText || this.value || '').trim().slice(0, 200)
}
