import type { Visit } from '../../visit.ts'

const MOST = 50

/**
 * Of the first 50 forms of the document, in its order: whether a script listens for `submit` on the form itself. Asked of
 * the browser, nothing is sent or pressed. React listens elsewhere and leaves its handlers in a property of the element.
 */
export async function scriptedForms({ cdp }: Pick<Visit, 'cdp'>): Promise<boolean[]> {
  const scripted: boolean[] = []
  for (let index = 0; index < MOST; index++) {
    const { result } = await cdp.send('Runtime.evaluate', {
      expression: `document.forms[${index}]`,
      objectGroup: GROUP,
    })
    if (!result.objectId) break
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
    const own = await cdp.send('Runtime.callFunctionOn', {
      objectId: result.objectId,
      functionDeclaration: String(handlesSubmit),
      returnByValue: true,
    })
    scripted.push(listeners.some(({ type }) => type === 'submit') || own.result.value === true)
  }
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  return scripted
}

const GROUP = 'cutover-forms'

/** Runs in the page, in its own world: that is where React's property is to be seen. */
function handlesSubmit(this: HTMLFormElement): boolean {
  const held = this as unknown as Record<string, { onSubmit?: unknown } | undefined>
  return Object.keys(this).some(
    key => /^__react(Props|EventHandlers)\$/.test(key) && typeof held[key]?.onSubmit === 'function',
  )
}
