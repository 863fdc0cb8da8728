import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import type { FormFault } from './endpoint.ts'
import { scriptButton } from './script-button.ts'

type Submit = FormArtifact['submits'][number]

/**
 * The way to send the form: lost, or not to be pressed any more. `waits`: whether a disabled button could be pressed once
 * the form was filled in; undefined where not all of it could be.
 */
export function submitFault(
  before: FormArtifact,
  now: FormArtifact,
  endpoint: FormFault | null,
  waits: (of: 'original' | 'rebuilt', button: Submit) => boolean | undefined,
): FormFault[] {
  const enabled = before.submits.filter(button => !button.disabled || waits('original', button))
  if (before.loose || before.submits.length === 0) return []
  const name = (enabled[0] ?? before.submits[0]!).name || 'Submit'
  const byScript = now.submits.length === 0 ? scriptButton(before, now) : undefined
  // That a script sends it was said where its address is gone.
  if (byScript !== undefined && endpoint?.rule === 'action') return []
  if (byScript !== undefined)
    return [
      {
        rule: 'submit',
        severity: 'moderate',
        penalty: 0.15,
        message: `is sent by a script when "${byScript}" is pressed, which cannot be seen to arrive anywhere`,
        fix: `Send it once by hand and see that it arrives, or make "${byScript}" a submit button`,
      },
    ]
  // A search of one field is sent by Enter as well.
  const searches = isSearch(before) && isSearch(now)
  if (now.submits.length === 0)
    return [
      {
        rule: 'submit',
        severity: searches ? 'moderate' : 'serious',
        penalty: searches ? 0.15 : 0.5,
        message: `lost its submit button "${name}"`,
        fix: `Add the submit button "${name}" again`,
      },
    ]
  const byName = new Map(now.submits.map(button => [normalise(button.name), button]))
  return enabled.slice(0, 5).flatMap((button, index): FormFault[] => {
    const counterpart =
      byName.get(normalise(button.name)) ?? now.submits[Math.min(index, now.submits.length - 1)]!
    if (!counterpart.disabled) return []
    const [name, key] = [button.name || 'Submit', normalise(button.name)]
    const isWaiting = waits('rebuilt', counterpart)
    if (isWaiting === undefined)
      return [
        {
          rule: `submit-disabled:${key}`,
          severity: button.disabled ? 'minor' : 'moderate',
          penalty: button.disabled ? 0.03 : 0.15,
          message: `has its submit button "${name}" disabled; not all of it could be filled in to see whether it can be pressed then`,
          fix: `Leave the button "${name}" enabled, and say at the field what is missing`,
        },
      ]
    if (!isWaiting)
      return [
        {
          rule: `submit-disabled:${key}`,
          severity: 'serious',
          penalty: 0.5,
          message: `has its submit button "${name}" disabled, also once it is filled in`,
          fix: `Enable the button "${name}"`,
        },
      ]
    if (button.disabled) return []
    return [
      {
        rule: `submit-waits:${key}`,
        severity: 'minor',
        penalty: 0.03,
        message: `has its submit button "${name}" disabled until it is filled in, and does not say what is missing; the original's can be pressed from the start`,
        fix: `Leave the button "${name}" enabled, and say at the field what is missing`,
      },
    ]
  })
}

/** Forms of a single text field need no button to be sent (HTML, implicit submission). */
function isSearch({ fields, landmark, method }: FormArtifact): boolean {
  const shown = fields.filter(({ type }) => type !== 'hidden')
  return (
    method === 'get' &&
    shown.length === 1 &&
    (shown[0]!.type === 'search' || (landmark === 'search' && shown[0]!.type === 'text'))
  )
}
