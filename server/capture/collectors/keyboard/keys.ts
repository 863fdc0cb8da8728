import type { CDPSession } from 'playwright'
import { within } from '../../page/isolated-world.ts'

const KEY_TIMEOUT_MS = 3000

const KEYS = {
  Tab: { code: 9, text: undefined },
  Escape: { code: 27, text: undefined },
  Enter: { code: 13, text: '\r' },
  ArrowLeft: { code: 37, text: undefined },
  ArrowUp: { code: 38, text: undefined },
  ArrowRight: { code: 39, text: undefined },
  ArrowDown: { code: 40, text: undefined },
}

/** Marks a user gesture without a key: scripts may prevent the browser's default once more (HTML, user activation). */
export async function userGesture(cdp: CDPSession): Promise<void> {
  await within(cdp.send('Runtime.evaluate', { expression: '0', userGesture: true }), KEY_TIMEOUT_MS)
}

/** Presses a key as a person would: the browser moves the focus, the page gets its events. */
export async function press(cdp: CDPSession, key: keyof typeof KEYS, shift = false): Promise<void> {
  const { code, text } = KEYS[key]
  const about = { key, code: key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 }
  await within(
    Promise.all([
      cdp.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...about }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...about }),
    ]),
    KEY_TIMEOUT_MS,
  )
}
