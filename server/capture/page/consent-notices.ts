/** Notices that ask for consent: what stands before the page, and the buttons by which it is answered. */
import { ANSWERS_CONSENT, ASKS_CONSENT, REFUSES_CONSENT, SPEAKS_OF_PRIVACY } from '../../lib/consent-words.ts'
import type { Injected } from '../injected/index.ts'
import { NOTICE } from './blocklist.ts'
import type { Overlay, PageLoad } from './page-load.ts'

/** Buttons of a banner that are pressed where the library could not dismiss it, and until it is gone after each. */
const MAX_ANSWERS = 4
const MAX_CLOSING_MS = 1000

export const WORDS = {
  asks: `${ASKS_CONSENT.source}|${SPEAKS_OF_PRIVACY.source}`,
  asksFor: ASKS_CONSENT.source,
  answers: ANSWERS_CONSENT.source,
  refuses: REFUSES_CONSENT.source,
  pressed: 'button, a, [role=button], input:is([type=button], [type=submit])',
  mark: NOTICE,
}

/**
 * Presses the buttons of a banner that stands before the page until it is gone, those that refuse first. Null where no such
 * banner is found, or none of its buttons can be pressed. Of one that the library has not found (`isFound`) only those that
 * refuse are pressed, and null is what does not close by them: it may be no banner.
 */
export async function pressAnswers(
  { world, page }: PageLoad,
  beforeAnswer: () => void,
  isFound: boolean,
): Promise<(Overlay & { refused: boolean }) | null> {
  await world.run(markNotices, WORDS)
  const found = await world.run(findAnswers, { ...WORDS, most: MAX_ANSWERS, isFound })
  if (found === null) return null
  const { text, refusals } = found
  let isPressed = false
  for (let index = 0; index < MAX_ANSWERS; index++) {
    const point = await world.run(aimAtAnswer, index)
    if (!point) continue
    isPressed = true
    beforeAnswer()
    await page.mouse.click(point.x, point.y)
    if (await world.run(isBannerGone, MAX_CLOSING_MS))
      return { text, closes: true, refused: index < refusals }
  }
  return isPressed && isFound ? { text, closes: false, refused: false } : null
}

/**
 * Marks what stands before the page wherever it is scrolled, asks for consent or tells of cookies in few words, and can be
 * answered: no part of what the page says. What has a heading of the page, a navigation or a text field is more than that.
 * Whether there is any. Runs in the page.
 */
export function markNotices(
  { elements, contextOf, nameOf, hasHandCursor, matches, clean }: Injected,
  { asks, answers, pressed, mark }: typeof WORDS,
): boolean {
  const [ASKS, ANSWERS] = [asks, answers].map(source => new RegExp(source, 'i'))
  const MAX_LETTERS = 1500
  const MORE =
    'h1, main, nav, header, footer, aside, article, textarea, [href^="tel:"], [href^="mailto:"], input:is([type=email], [type=text], [type=search], :not([type]))'
  const mayAnswer = (element: Element) =>
    (matches(element, pressed) || hasHandCursor(element)) &&
    ANSWERS!.test(nameOf(element) || clean(element.textContent))
  /** Without what is pressed: a link to "Cookie settings" asks for nothing. */
  const saidIn = (element: Element) => {
    const copy = element.cloneNode(true) as Element
    for (const control of copy.querySelectorAll(pressed)) control.remove()
    return clean(copy.textContent)
  }
  let isAny = false
  for (const element of elements()) {
    if (matches(element, MORE) || contextOf(element).style.position !== 'fixed') continue
    const text = clean(element.textContent)
    if (text.length > MAX_LETTERS || element.querySelector(MORE) || !ASKS!.test(saidIn(element))) continue
    if (!Array.from(element.querySelectorAll('*')).some(mayAnswer)) continue
    element.setAttribute(mark, '')
    isAny = true
  }
  return isAny
}

interface Answering {
  cutoverBanner?: { banner: Element; answers: Element[] }
}

/**
 * The words of the first notice in the window, and how many of its buttons refuse; it and the buttons that answer it are
 * remembered, those that refuse first. Runs in the page.
 */
function findAnswers(
  { elements, contextOf, hasArea, hasHandCursor, nameOf, clean }: Injected,
  {
    asksFor,
    answers,
    refuses,
    pressed,
    mark,
    most,
    isFound,
  }: typeof WORDS & { most: number; isFound: boolean },
): { text: string; refusals: number } | null {
  const [ASKS, ANSWERS, REFUSES] = [asksFor, answers, refuses].map(source => new RegExp(source, 'i'))
  /** Letters of the name of a button: a longer one is a sentence. */
  const MAX_NAME = 32
  const banner = elements().find(one => one.hasAttribute(mark) && contextOf(one).shown && hasArea(one))
  if (!banner || (!isFound && !ASKS!.test(clean(banner.textContent)))) return null
  const sayingOf = (element: Element) => nameOf(element) || clean(element.textContent)
  const found = Array.from(banner.querySelectorAll('*')).filter(
    element =>
      (element.matches(pressed) || hasHandCursor(element)) &&
      !element.matches('a[href]:not([href^="#"], [href^="javascript:"])') &&
      ANSWERS!.test(sayingOf(element)),
  )
  if (found.length === 0) return null
  const isRefusal = (name: string) => name.length <= MAX_NAME && REFUSES!.test(name)
  const { refusing = [], others = [] } = Object.groupBy(found, element =>
    isRefusal(sayingOf(element)) ? 'refusing' : 'others',
  )
  if (!isFound && refusing.length === 0) return null
  ;(globalThis as Answering).cutoverBanner = {
    banner,
    answers: (isFound ? [...refusing, ...others] : refusing).slice(0, most),
  }
  return { text: clean(banner.textContent).slice(0, 300), refusals: refusing.length }
}

/** Runs in the page. */
function aimAtAnswer({ holds }: Injected, index: number): { x: number; y: number } | null {
  const answer = (globalThis as Answering).cutoverBanner?.answers[index]
  if (!answer) return null
  const { left, top, width, height } = answer.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = (answer.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y)
  return hit && (holds(answer, hit) || holds(hit, answer)) ? { x, y } : null
}

/** Waits at most `most` ms. Runs in the page. */
async function isBannerGone({ hasArea }: Injected, most: number): Promise<boolean> {
  const { banner } = (globalThis as Answering).cutoverBanner!
  const isGone = () => {
    if (!banner.isConnected || !hasArea(banner)) return true
    if (!banner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true
    const { left, top, right, bottom } = banner.getBoundingClientRect()
    return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
  }
  const end = performance.now() + most
  while (!isGone() && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 50))
  return isGone()
}
