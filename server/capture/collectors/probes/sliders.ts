/** Sliders whose arrows are pressed beyond both of their ends: whether a slide is in sight after that. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import type { Candidate } from './find.ts'

export interface SliderTrial {
  /** What came into sight or went out of it, by which a slider is known on the other page. */
  slides: string[]
  /** The way back first: it leads before the first slide where the page opens with that. */
  arrows: Arrow[]
}

export interface Arrow extends Pick<Candidate, 'selector' | 'box' | 'name' | 'role' | 'landmark'> {
  way: 'back' | 'on'
  /** How often it was pressed with a slide in sight after that. */
  shows: number
  /** Then no slide was in sight, nothing changed any more, or one came again; null where it was not pressed so far. */
  end: 'blank' | 'stays' | 'again' | null
}

/**
 * Sliders that are tried, presses of each arrow, and as many without effect in turn as an end takes: a script may ignore one
 * while a slide is on its way. Real time, ms: for all of it on a slow machine (a fast one takes half a second for a slider),
 * for one press, and for a slide that comes late.
 */
const LIMITS = {
  sliders: 2,
  presses: 8,
  idle: 2,
  texts: 12,
  items: 300,
  levels: 4,
  maxMs: 4000,
  pressMs: 500,
  lateMs: 1000,
}
const TIMEOUT_MS = 12_000

/** Presses arrows until they have been beyond the ends. Nothing is done on a page without any. */
export async function trySliders({ world, clock, site }: PageLoad): Promise<SliderTrial[]> {
  const arg = { ...LIMITS, isSettling: clock.isSettling, ignore: site.ignore, unsafe: UNSAFE_NAME.source }
  return await world.run(pressArrows, arg, TIMEOUT_MS)
}

/** Runs in the page. */
async function pressArrows(
  {
    elements,
    parentOf,
    isVisible,
    contextOf,
    roleOf,
    nameOf,
    textOf,
    clean,
    describe,
    hasHandCursor,
    remeasure,
    finishMotion,
    pressOn,
    passFrames,
    isTextNode,
    childNodesOf,
  }: Injected,
  limits: typeof LIMITS & { isSettling: string; ignore: readonly string[]; unsafe: string },
): Promise<SliderTrial[]> {
  const NAMES = {
    back: /^(go (back )?to )?(the )?(prev(ious)?|vorherige[rs]?|zurück|précédente?|anterior|precedente|indietro|vorige|назад|предыдущ\S*)\b(?! to)|^[‹«←❮◀◁⟨<]$|^(前|이전|上一)/iu,
    on: /^(go to )?(the )?(next|nächste[rs]?|weiter|suivante?|siguiente|próxim[oa]|seguinte|successiv[oa]|avanti|volgende|вперёд|далее|следующ\S*)\b|^[›»→❯▶▷⟩>]$|^(次|다음|下一)/iu,
  }
  const CLASSES = {
    back: /(^|[-_ ])(prev(ious)?|left|back)($|[-_ ])/i,
    on: /(^|[-_ ])(next|right|forward)($|[-_ ])/i,
  }
  /** What a script writes that counts from before the first. */
  const NOTHING = /^(undefined|null|NaN|\[object Object\])$/
  /** CSS px: a smaller picture is an icon, and a larger control is none. */
  const MIN_PICTURE = 64
  const MAX_SIDE = 160
  /** It counts along, and is no slide. */
  const POSITION = /^\d+ ?(\/|of|von|de|из|sur) ?\d+$/
  const UNSAFE = new RegExp(limits.unsafe, 'i')
  type Way = Arrow['way']
  interface Look {
    seen: Map<Element, string>
    key: string
  }
  interface Found {
    area: Element
    arrows: { way: Way; element: HTMLElement }[]
  }
  const ways = new Map<HTMLElement, Way>()
  for (const element of elements() as HTMLElement[]) {
    const way = wayOf(element)
    if (way) ways.set(element, way)
  }
  const sliders = findSliders()
  const trials: SliderTrial[] = []
  const until = performance.now() + limits.maxMs
  for (const slider of sliders.slice(0, limits.sliders)) {
    const trial = await tryOne(slider)
    if (trial) trials.push(trial)
  }
  return trials

  function wayOf(element: HTMLElement): Way | null {
    const isPressed =
      element.localName === 'button' ||
      roleOf(element) === 'button' ||
      (element.localName === 'a' && /^(#|javascript:|$)/i.test(element.getAttribute('href') ?? '')) ||
      (/^(div|span|i|img)$/.test(element.localName) && hasHandCursor(element))
    if (!isPressed || element.matches(':disabled, form *') || element.ownerDocument !== document) return null
    const { width, height } = element.getBoundingClientRect()
    if (Math.max(width, height) > MAX_SIDE || contextOf(element).ignored || !isVisible(element)) return null
    const name = nameOf(element).trim()
    if (UNSAFE.test(name)) return null
    if (NAMES.back.test(name)) return 'back'
    if (NAMES.on.test(name)) return 'on'
    if (/[\p{L}\p{N}]/u.test(clean(textOf(element)))) return null
    const signs = [element, ...element.querySelectorAll('*')].slice(0, 6)
    const classes = signs.map(one => `${one.getAttribute('class') ?? ''} ${one.id}`).join(' ')
    const [back, on] = [CLASSES.back.test(classes), CLASSES.on.test(classes)]
    return back === on ? null : back ? 'back' : 'on'
  }

  /** One arrow of each way, or one alone, in the largest box around them that has no others in it. */
  function findSliders(): Found[] {
    const found: Found[] = []
    const taken = new Set<HTMLElement>()
    for (const arrow of ways.keys()) {
      if (taken.has(arrow)) continue
      let area: Found | null = null
      let level = 0
      for (let here = parentOf(arrow); here && level < limits.levels; here = parentOf(here)) {
        if (here.matches('body, main, [role=main]')) break
        const around = here
        const inside = [...ways].filter(([one]) => isWithin(around, one))
        const count = (way: Way) => inside.filter(([, its]) => its === way).length
        if (count('back') > 1 || count('on') > 1) break
        if (inside.length === 2 || area) level++
        const arrows = inside.map(([element, way]) => ({ way, element }))
        if (look(here).seen.size > 0)
          area = { area: here, arrows: arrows.sort(one => (one.way === 'back' ? -1 : 1)) }
      }
      if (!area) continue
      for (const { element } of area.arrows) taken.add(element)
      found.push(area)
    }
    return found
  }

  /** Texts and pictures in sight, without those of buttons. */
  function look(area: Element): Look {
    remeasure([...limits.ignore])
    const seen = new Map<Element, string>()
    let items = 0
    for (const one of area.isConnected ? partsOf(area) : []) {
      const said = wordsOf(one)
      if (!said || one.closest('button, [role=button]') || ways.has(one as HTMLElement)) continue
      if (items++ >= limits.items) break
      if (isVisible(one)) seen.set(one, said)
    }
    return { seen, key: [...seen.values()].join('\n') }
  }

  /** With those in shadow trees. */
  function partsOf(area: Element): Iterable<Element> {
    const own = area.querySelectorAll('*')
    const isPlain = ![area, ...own].some(one => one.localName.includes('-'))
    return isPlain ? own : elements().filter(one => one !== area && isWithin(area, one))
  }

  function isWithin(area: Element, inner: Element): boolean {
    for (let here: Element | null = inner; here; here = parentOf(here)) if (here === area) return true
    return false
  }

  function wordsOf(one: Element): string {
    if (one.localName === 'img') {
      const { alt, currentSrc, src, complete, naturalWidth, clientWidth, clientHeight } =
        one as HTMLImageElement
      if (Math.min(clientWidth, clientHeight) < MIN_PICTURE || (complete && naturalWidth === 0)) return ''
      const file = (currentSrc || src).split(/[?#]/)[0]!.split('/').at(-1)!
      return `picture ${clean(alt)} ${file}`.slice(0, 120)
    }
    if (/^(script|style|template|noscript|title|option)$/.test(one.localName)) return ''
    const own = Array.from(childNodesOf(one), node => (isTextNode(node) ? node.nodeValue : '')).join('')
    const text = clean(own).slice(0, 80)
    return /\p{L}/u.test(text) && !NOTHING.test(text) && !POSITION.test(text) ? text : ''
  }

  async function tryOne({ area, arrows }: Found): Promise<SliderTrial | null> {
    const address = location.pathname + location.search
    const looks = [look(area)]
    const isElsewhere = () => location.pathname + location.search !== address
    /** A script that fails at what is not there may take the page with it. */
    const isEmpty = () => !area.isConnected && clean(document.body?.innerText ?? '') === ''
    const isLost = () => isElsewhere() || (!area.isConnected && !isEmpty())
    const described = new Map(arrows.map(({ element }) => [element, describe(element)]))
    const walks: { arrow: Found['arrows'][number]; shows: number; end: Arrow['end']; last: Look }[] = []
    for (const arrow of arrows) {
      // Pressed before, a script may count from far before the first.
      const idle = walks[0]?.shows === 0 ? 2 * limits.idle : limits.idle
      walks.push({ arrow, ...(await walk(arrow.element, idle)) })
      if (isLost()) return null
      if (isEmpty()) break
    }
    // Leaves a slide in sight.
    for (let at = 0; at < limits.idle && isBlank(looks.at(-1)!); at++) await press(walks[0]!.arrow.element)
    const slides = [...new Set(looks.flatMap(({ seen }) => [...seen.values()]))].filter(isPassing)
    if (slides.length === 0) return null
    return {
      slides: slides.slice(0, limits.texts),
      arrows: walks.map(({ arrow: { element, way }, shows, end, last }) => {
        const { selector, box, name, role, landmark } = described.get(element)!
        return { way, selector, box, name, role, landmark, shows, end: isBlank(last) ? 'blank' : end }
      }),
    }

    async function walk(arrow: HTMLElement, idleAtMost: number) {
      const keys = new Set([looks.at(-1)!.key])
      let [shows, idle, end] = [0, 0, null as Arrow['end']]
      for (
        let presses = 0;
        end === null && presses < limits.presses && performance.now() < until;
        presses++
      ) {
        if (isLost()) break
        const before = looks.at(-1)!
        const isOff =
          arrow.matches(':disabled, [aria-disabled=true]') || !arrow.isConnected || !isVisible(arrow)
        const now = isOff ? before : await press(arrow)
        if (now.key === before.key) {
          if (isOff || ++idle >= idleAtMost) end = 'stays'
          continue
        }
        idle = 0
        if (isBlank(now)) end = 'blank'
        else {
          shows++
          if (keys.has(now.key)) end = 'again'
        }
        keys.add(now.key)
      }
      return { shows, end, last: looks.at(-1)! }
    }

    /** Pressed once, and looked at when it has come to rest. */
    async function press(arrow: HTMLElement): Promise<Look> {
      pressOn(arrow)
      const before = looks.at(-1)!
      let now = await atRest(limits.pressMs, (one, last) => one.key === last.key)
      looks.push(now)
      if (now.key !== before.key && isBlank(now)) {
        now = await atRest(limits.lateMs, one => !isBlank(one))
        looks[looks.length - 1] = now
      }
      return now
    }

    async function atRest(ms: number, isDone: (now: Look, last: Look) => boolean): Promise<Look> {
      const end = performance.now() + ms
      for (let last: Look | undefined; ; ) {
        await passFrames(2)
        const ran = finishMotion()
        const isBusy = !document.dispatchEvent(new Event(limits.isSettling, { cancelable: true }))
        const now = look(area)
        if (performance.now() > end || (last && !ran && !isBusy && isDone(now, last))) return now
        last = now
      }
    }

    /** Nothing is in sight but what is always there, and that says what it always says. */
    function isBlank({ seen }: Look): boolean {
      const moving = new Set(
        looks.flatMap(one => [...one.seen.keys()]).filter(one => !looks.every(other => other.seen.has(one))),
      )
      const shapes = new Set([...moving].map(shapeOf))
      return moving.size > 0 && ![...seen].some(([one, said]) => shapes.has(shapeOf(one)) || isPassing(said))
    }

    function isPassing(said: string): boolean {
      return !looks.every(({ seen }) => [...seen.values()].includes(said))
    }
  }

  /** Slides of one row are built alike. */
  function shapeOf(one: Element): string {
    const path = [one, one.parentElement, one.parentElement?.parentElement].map(each => each?.localName)
    return `${path} ${one.getAttribute('class') ?? ''}`
  }
}
