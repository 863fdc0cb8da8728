import type { CDPSession } from 'playwright'
import { within } from '../../page/isolated-world.ts'

/** A page that answers no key is no page to walk. */
const TIMEOUT = 3000

const KEYS = {
  Tab: { code: 9, text: undefined },
  Escape: { code: 27, text: undefined },
  Enter: { code: 13, text: '\r' },
  ArrowLeft: { code: 37, text: undefined },
  ArrowUp: { code: 38, text: undefined },
  ArrowRight: { code: 39, text: undefined },
  ArrowDown: { code: 40, text: undefined },
}

/** What a hand leaves behind and no key: the page may refuse the browser something once more (HTML, user activation). */
export async function touch(cdp: CDPSession): Promise<void> {
  await within(cdp.send('Runtime.evaluate', { expression: '0', userGesture: true }), TIMEOUT)
}

/** Presses a key as a hand would: the browser moves the focus, the page hears it. */
export async function press(cdp: CDPSession, key: keyof typeof KEYS, shift = false): Promise<void> {
  const { code, text } = KEYS[key]
  const about = { key, code: key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 }
  await within(
    Promise.all([
      cdp.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...about }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...about }),
    ]),
    TIMEOUT,
  )
}
