/** Pictures of galleries, which a press shows larger: which file that is. */
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import { readFiles } from '../images/files.ts'
import type { Candidate } from './find.ts'

export interface EnlargedPicture extends Pick<Candidate, 'selector' | 'box' | 'name' | 'role' | 'landmark'> {
  /** The picture that was pressed, and the one that came into sight. */
  own: PictureOf
  shown: PictureOf
}

interface PictureOf {
  url: string
  fingerprint: ImageFingerprint | null
}

/**
 * Galleries that are tried, pictures of each, and the least side of one, CSS px. How many times as large what is shown is.
 * Real time, ms: for all of it, for what a press shows, for its file, and until it is gone.
 */
const LIMITS = {
  galleries: 2,
  pictures: 6,
  side: 48,
  larger: 1.2,
  maxMs: 5000,
  pressMs: 500,
  fileMs: 1000,
  closeMs: 400,
}
const TIMEOUT_MS = 12_000

interface Gallery {
  pictures: (Pick<EnlargedPicture, 'selector' | 'box' | 'name' | 'role' | 'landmark'> & {
    own: string
    shown: string
    size: { width: number; height: number }
  })[]
  /** What was shown last lies over the page still. */
  isOpen: boolean
}

/** Presses each picture, and closes what that shows. Nothing is done on a page without galleries. */
export async function tryGalleries(
  pageLoad: PageLoad,
): Promise<{ enlarged: EnlargedPicture[]; isOpen: boolean }> {
  const { world, clock, site } = pageLoad
  const arg = {
    ...LIMITS,
    isSettling: clock.isSettling,
    ignore: site.ignore,
    unsafe: UNSAFE_NAME.source,
  }
  const { pictures, isOpen } = await world.run(enlargeAll, arg, TIMEOUT_MS)
  const { files } = await readFiles(
    pageLoad,
    pictures.flatMap(({ own, shown, size }) => [own, shown].map(url => ({ url, box: size }))),
  )
  const pictureOf = (url: string) => ({ url, fingerprint: files.get(url)?.fingerprint ?? null })
  const enlarged = pictures.map(({ own, shown, size: _, ...about }) => ({
    ...about,
    own: pictureOf(own),
    shown: pictureOf(shown),
  }))
  return { enlarged, isOpen }
}

/** Runs in the page. */
async function enlargeAll(
  {
    elements,
    parentOf,
    isVisible,
    contextOf,
    nameOf,
    saysClose,
    looksLikeCross,
    describe,
    hasHandCursor,
    remeasure,
    finishMotion,
    pressOn,
    passFrames,
    DIALOG,
  }: Injected,
  limits: typeof LIMITS & { isSettling: string; ignore: readonly string[]; unsafe: string },
): Promise<Gallery> {
  interface One {
    control: HTMLElement
    picture: HTMLImageElement
  }
  const PICTURE = /\.(avif|gif|jpe?g|png|webp)$/i
  const UNSAFE = new RegExp(limits.unsafe, 'i')
  const until = performance.now() + limits.maxMs
  const pictures: Gallery['pictures'] = []
  const address = location.href
  const inFront = whatIsInFront()
  for (const gallery of galleries()) {
    let idle = 0
    for (const one of gallery) {
      if (performance.now() > until) return { pictures, isOpen: isLeftOpen() }
      const seen = await enlarge(one)
      if (seen) pictures.push(seen.picture)
      if (seen && !(await close(seen.shown, seen.isInPlace))) return { pictures, isOpen: true }
      if (isLeftOpen()) return { pictures, isOpen: true }
      // Where one place shows them all, it shows the first already.
      if (!seen && idle++ > 0) break
    }
  }
  return { pictures, isOpen: false }

  function whatIsInFront(): Element | null {
    scrollTo({ top: 0, behavior: 'instant' })
    return document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  }

  /** The page has another address, or something else lies over its middle. */
  function isLeftOpen(): boolean {
    return location.href.replace(/#$/, '') !== address.replace(/#$/, '') || whatIsInFront() !== inFront
  }

  /** Controls built alike with a picture each, two or more of a kind. */
  function galleries(): One[][] {
    const byShape = new Map<string, One[]>()
    for (const element of elements()) {
      if (element.localName !== 'img' || element.ownerDocument !== document) continue
      const picture = element as HTMLImageElement
      const control = isPicture(picture) && controlOf(picture)
      if (!control) continue
      const shape = [control, parentOf(control)].map(one => `${one?.localName} ${one?.className}`).join(' ')
      byShape.set(shape, [...(byShape.get(shape) ?? []), { control, picture }])
    }
    return [...byShape.values()]
      .filter(({ length }) => length > 1)
      .slice(0, limits.galleries)
      .map(gallery => gallery.slice(0, limits.pictures))
  }

  function isPicture(picture: HTMLImageElement): boolean {
    const { clientWidth, clientHeight } = picture
    return (
      Math.min(clientWidth, clientHeight) >= limits.side && !contextOf(picture).ignored && isVisible(picture)
    )
  }

  function fileOf({ currentSrc, src }: HTMLImageElement): string {
    return currentSrc || src
  }

  /** What a press on a picture is meant for: no link to a page, and nothing that holds other pictures as well. */
  function controlOf(picture: HTMLImageElement): HTMLElement | null {
    const control =
      (picture.closest('a, button, [role=button], [onclick]') as HTMLElement | null) ??
      [picture, parentOf(picture) as HTMLElement].find(one => one && hasHandCursor(one))
    if (!control || control.matches('form *, :disabled, nav *')) return null
    const href = control.localName === 'a' ? (control.getAttribute('href') ?? '') : '#'
    const isPlace = /^(#|javascript:|$)/i.test(href)
    if (
      !isPlace &&
      !(URL.canParse(href, location.href) && PICTURE.test(new URL(href, location.href).pathname))
    )
      return null
    return control.querySelectorAll('img').length > 1 || UNSAFE.test(nameOf(control)) ? null : control
  }

  /** What came into sight with a press, and is larger than the picture. Null where nothing did. */
  async function enlarge({ control, picture }: One) {
    if (!control.isConnected || !isVisible(picture)) return null
    const { selector, box, name, role, landmark } = describe(control)
    const [own, area] = [fileOf(picture), areaOf(picture)]
    const before = new Map(inSight().map(one => [one, fileOf(one)]))
    press(control)
    const news = () =>
      inSight().filter(
        one =>
          !control.contains(one) && before.get(one) !== fileOf(one) && areaOf(one) >= limits.larger * area,
      )
    const found = await waitFor(limits.pressMs, () => (news().length > 0 ? news() : undefined))
    const [shown] = found ?? []
    // Neighbours that look in beside it, or a list of them all.
    if (!shown || found!.length > 1) return null
    await Promise.race([
      shown.decode().catch(() => {}),
      new Promise(resolve => setTimeout(resolve, limits.fileMs)),
    ])
    const { clientWidth: width, clientHeight: height } = shown
    const isInPlace = before.has(shown)
    const file = fileOf(shown)
    // One that goes on by itself shows another one by then.
    if (isInPlace) {
      press(control)
      await passFrames(2)
      if (fileOf(shown) !== file) return null
    }
    const enlarged = { selector, box, name, role, landmark, own, shown: file, size: { width, height } }
    return { picture: enlarged, shown, isInPlace }
  }

  /** Where no script does, the browser would lead to the file. */
  function press(control: HTMLElement): void {
    const stay = (event: Event) => event.preventDefault()
    window.addEventListener('click', stay)
    pressOn(control)
    window.removeEventListener('click', stay)
  }

  /** By Escape, by a control that says so, or by a press beside the picture; what was in sight before stays. */
  async function close(shown: HTMLImageElement, isInPlace: boolean): Promise<boolean> {
    const isGone = () => (shown.isConnected && isVisible(shown) ? undefined : true)
    if (isInPlace) return true
    const layer = layerOf(shown)
    const ways = [
      () => {
        const keys = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
        for (const type of ['keydown', 'keyup'])
          (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(type, keys))
        const native = shown.closest('dialog[open]') as HTMLDialogElement | null
        native?.close()
      },
      () => closersIn(layer).forEach(pressOn),
      () => pressOn(layer as HTMLElement),
    ]
    for (const way of ways) {
      way()
      if (await waitFor(limits.closeMs, isGone)) return true
    }
    return false
  }

  function layerOf(shown: Element): Element {
    let layer: Element = shown
    for (let here: Element | null = shown; here && here !== document.body; here = parentOf(here)) {
      if (/^(fixed|absolute)$/.test(getComputedStyle(here).position)) layer = here
      if (here.matches(DIALOG)) return here
    }
    return layer
  }

  function closersIn(layer: Element): HTMLElement[] {
    const controls = Array.from(layer.querySelectorAll<HTMLElement>('*'))
    return controls.filter(one => (saysClose(one) || looksLikeCross(one)) && isVisible(one)).slice(0, 1)
  }

  function inSight(): HTMLImageElement[] {
    remeasure([...limits.ignore])
    return Array.from(document.images).filter(one => fileOf(one) !== '' && isPicture(one))
  }

  function areaOf({ clientWidth, clientHeight }: Element): number {
    return clientWidth * clientHeight
  }

  /** What `look` finds once the page has come to rest, or within `ms`. */
  async function waitFor<T>(ms: number, look: () => T | undefined): Promise<T | undefined> {
    const end = performance.now() + ms
    for (;;) {
      await passFrames(2)
      finishMotion()
      const isBusy = !document.dispatchEvent(new Event(limits.isSettling, { cancelable: true }))
      const found = look()
      if (found !== undefined && !isBusy) return found
      if (performance.now() > end) return found
    }
  }
}
