import { DESKTOP } from '../../lib/widths.ts'
import type { Injected } from '../injected/index.ts'
import { PageUnresponsive } from '../page/failure.ts'
import { enterReadOnlyMode } from '../page/read-only-mode.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type Trial, tryForms } from './form-trials.ts'

export type { Trial } from './form-trials.ts'

/** For all forms together. */
const TIMEOUT_MS = 8000
/** Forms with a disabled submit button that are filled in. */
const MAX_FORMS = 5

interface SubmitEnablement {
  enabled: string[]
  /** Those of a form that could not all be filled in. */
  unsure: string[]
  trials?: Trial[]
}

/**
 * Submit buttons that are disabled until their form is filled in: fills in forms that have a disabled one, and checks
 * whether it is enabled then. Then tries what comes of sending a form, with every request stopped. Selectors, at 1440 px.
 * The last collector of the page: requests that would send what was filled in are stopped for as long as it is open.
 */
export async function submitEnablement(session: SiteSession): Promise<SubmitEnablement> {
  const pageLoad = await session.at(DESKTOP)
  try {
    if (!(await pageLoad.world.run(isAnySubmit, undefined))) return { enabled: [], unsure: [] }
    const readOnly = await enterReadOnlyMode(pageLoad)
    const { enabled, unsure } = await pageLoad.world.run(fillDisabled, MAX_FORMS, TIMEOUT_MS)
    return { enabled, unsure, trials: await tryForms(pageLoad, readOnly) }
  } catch (error) {
    // Everything else is collected by now: a page that hangs when its forms are filled in does not fail the capture.
    if (error instanceof PageUnresponsive) throw new Error(error.message)
    throw error
  }
}

// What follows runs in the page.

function isAnySubmit({ elements }: Injected): boolean {
  return elements().some(
    element =>
      element.matches('form :is(button, input)') &&
      /^(submit|image)$/.test((element as HTMLButtonElement).type),
  )
}

/** Which of the disabled submit buttons are enabled once their form is filled in. */
async function fillDisabled(
  { elements, submitsOf, fillIn }: Injected,
  max: number,
): Promise<{ enabled: string[]; unsure: string[] }> {
  const forms = (elements() as HTMLFormElement[])
    .filter(({ localName }) => localName === 'form')
    .filter(form => submitsOf(form).some(({ disabled }) => disabled))
  const buttons = await fillIn(forms.slice(0, max))
  const left = buttons.filter(({ isEnabled }) => !isEnabled)
  return {
    enabled: buttons.filter(({ isEnabled }) => isEnabled).map(({ selector }) => selector),
    unsure: left.filter(({ isFilled }) => !isFilled).map(({ selector }) => selector),
  }
}
