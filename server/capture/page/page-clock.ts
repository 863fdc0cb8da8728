/**
 * The time that a page lives in, alike on both sites: its clock starts at noon of the day, or an hour later in a load
 * that tells what only says the time, its random numbers are the
 * same, and what repeats or comes late by itself does not happen, so that no carousel, clock or delayed advert makes two
 * captures of a page differ. While the page is looked through, time goes by frames instead of seconds: what needs a
 * second takes as many frames on a busy machine as on an idle one.
 */
import { MAX_REFRESH_SECONDS } from '../../lib/refresh.ts'

/** Page time, ms: what falls due later than this after its cause is held back for as long as the page is judged. */
export const HELD_AFTER_MS = 3000
/** Timers of so many ms begin a chain: what they set in turn counts from the chain's cause, and what is as long is held back. */
const CHAINED_MS = 500
/** A timer that runs later than this after a press belongs to none, ms. */
const MAX_PRESSED_MS = 600
/** Timers that start each other in a longer chain are a clock. */
const MAX_CHAIN = 3
/** Page time, ms: what falls due later than this after its cause never happens. */
export const NEVER_AFTER_MS = MAX_REFRESH_SECONDS * 1000
/** Page time that goes by in a frame while the page is looked through: six times as fast as at 60 frames a second. */
export const FRAME_MS = 100

/** Real time, ms: for so long timers shorter than half a second, and frames, are run when the page goes on. */
const MAX_SHORT_MS = 3000
/** Page time, ms: a visitor moves as often when the page goes on. */
const MOVES_EVERY_MS = 1000
/** Real time, ms: a page whose frames take longer than this keeps the browser busy, and draws seldom while it is read. */
const SLOW_FRAME_MS = 100
/** Between such frames: so many times as long as they take, at most so many ms. */
const PAUSE = { times: 5, max: 3000 }

/** Events on `document` by which our own world talks to the page's clock. */
export interface ClockEvents {
  /** Time goes by frames from now on; sent again, what a timer did before it may do again: the page was scrolled. */
  byFrames: string
  /** Time goes by itself again, and the page is read: timers of half a second or more do not happen. */
  byItself: string
  /** They do: the page is operated. */
  operated: string
  /** The page has been shot: frames of one that draws slowly come seldom from now on, or what is asked of it takes too long. */
  seldom: string
  /** They come as they come: it was resized, say. */
  often: string
  /** Cancelled while a timer is waiting that is not held back. */
  isWaiting: string
  /** Cancelled while scripts have asked for a frame. */
  isDrawing: string
  /** Cancelled while a timer is waiting that a press may have set: it is to run soon, and is no clock. */
  isSettling: string
  /** Cancelled while a timer is waiting, held back or not, that was set since this was sent before. */
  isHolding: string
  /**
   * The next of the timers and frames that wait happens, with the clock at its time; cancelled while there is one. Its
   * visitor is awake: what only comes over one who is away does not happen. The last that is done with the page.
   */
  goOn: string
}

/** Names that no page knows. */
export function clockEvents(): ClockEvents {
  const secret = Math.random().toString(36).slice(2)
  return {
    byFrames: `f${secret}`,
    byItself: `i${secret}`,
    operated: `o${secret}`,
    seldom: `r${secret}`,
    often: `n${secret}`,
    isWaiting: `w${secret}`,
    isDrawing: `d${secret}`,
    isSettling: `s${secret}`,
    isHolding: `l${secret}`,
    goOn: `g${secret}`,
  }
}

/** The script that runs first in every frame of a page; `startsAt` in ms since 1970. */
export function pageClock(startsAt: number, events: ClockEvents): string {
  return `(${installClock})(${JSON.stringify({ startsAt, events, heldAfter: HELD_AFTER_MS, neverAfter: NEVER_AFTER_MS, chained: CHAINED_MS, frame: FRAME_MS, maxPressed: MAX_PRESSED_MS, maxChain: MAX_CHAIN, maxShort: MAX_SHORT_MS, movesEvery: MOVES_EVERY_MS, slowFrame: SLOW_FRAME_MS, pause: PAUSE })})`
}

interface Settings {
  startsAt: number
  events: ClockEvents
  heldAfter: number
  neverAfter: number
  chained: number
  frame: number
  maxPressed: number
  maxChain: number
  maxShort: number
  movesEvery: number
  slowFrame: number
  pause: { times: number; max: number }
}

/** Runs in the page's own world, before its scripts. */
function installClock(settings: Settings): void {
  const { startsAt, events, heldAfter, neverAfter, chained, frame, maxPressed, maxChain } = settings
  const { maxShort, movesEvery, slowFrame, pause } = settings
  type Method = (...given: unknown[]) => unknown
  const page = globalThis as unknown as Record<
    | 'setTimeout'
    | 'clearTimeout'
    | 'setInterval'
    | 'clearInterval'
    | 'requestAnimationFrame'
    | 'cancelAnimationFrame',
    Method
  > & { Date: DateConstructor }
  const { setTimeout, clearTimeout, clearInterval, requestAnimationFrame, cancelAnimationFrame } = page
  const native = (method: Method, ...given: unknown[]) => Reflect.apply(method, page, given)
  const realNow = performance.now.bind(performance)

  const STEP_MS = 0.01
  // Page time is real time plus what was gained by counting frames.
  let gained = 0
  let counted: number | undefined
  // A loop that waits for time to pass ends, though no frame is drawn meanwhile.
  const now = () => {
    if (counted === undefined) return realNow() + gained
    counted += STEP_MS
    return counted
  }
  const opened = now()

  const Real = Date
  class PageDate extends Real {
    constructor(...given: []) {
      if (given.length) super(...given)
      else super(PageDate.now())
    }
    static override now = () => Math.floor(startsAt + now() - opened)
  }
  page.Date = new Proxy(PageDate, { apply: () => new PageDate().toString() }) as unknown as DateConstructor
  PageDate.prototype.constructor = page.Date
  performance.now = now

  let seed = 42
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  interface Timer {
    run: () => void
    /** ms; of an interval, its period. */
    delay: number
    due: number
    repeats: boolean
    /** When it was set, or when the chain of timers that it belongs to began. */
    cause: number
    inChain: boolean
    /** How many timers have set each other up to it, this one counted. */
    depth: number
    code: string
    again: boolean
    /** It was waiting when the page began to be read. */
    paused: boolean
    native: unknown
  }
  const timers = new Map<number, Timer>()
  /** Far from the browser's own numbers. */
  let lastId = 1_000_000_000
  /** Where the timer that runs now belongs to a chain: when that began. */
  let chain: number | undefined
  let depth = 0

  let isRead = false
  /** Timers that waited when the page went on; what they set in turn has a larger id, and their cause. */
  let held: Set<number> | undefined
  /** Timers that have run: one that is set again by what its effects set off, and by no timer, is a repetition. */
  const done = new Set<string>()

  /** In whole ms: three seconds after some time is by a fraction of a rounding error less than three seconds later. */
  const after = ({ due, cause }: Timer) => Math.round(due - cause)
  const isHeld = (timer: Timer) =>
    timer.delay >= chained && (timer.again || timer.paused || after(timer) >= heldAfter)

  function arm(id: number, timer: Timer): void {
    timer.native = undefined
    if (isHeld(timer) || counted !== undefined) return
    timer.native = native(setTimeout, () => fire(id, timer), Math.max(0, timer.due - now()))
  }

  function fire(id: number, timer: Timer): void {
    if (timers.get(id) !== timer) return
    if (timer.repeats) {
      timer.due = Math.max(now(), timer.due) + Math.max(held ? frame : 4, timer.delay)
      arm(id, timer)
    } else timers.delete(id)
    if (held || timer.delay >= chained || timer.inChain) {
      chain = timer.cause
      if (timer.delay >= chained) done.add(timer.code)
      // Promises that it settles are its doing too: their callbacks run before the next task.
      native(
        setTimeout,
        () => {
          chain = undefined
        },
        0,
      )
    }
    const before = depth
    depth = timer.depth
    try {
      timer.run()
    } finally {
      depth = before
    }
  }

  function add(given: unknown[], repeats: boolean): unknown {
    const [handler, wait, ...rest] = given
    const delay = Math.max(0, Number(wait) || 0)
    const id = ++lastId
    // By whom it is set: bound functions and the ends of promises all have one text.
    const code = delay >= chained ? String(new Error().stack) : ''
    // Once: a page that is interrupted between two looks at the clock has a timer that falls due too early for its cause.
    const at = now()
    const timer: Timer = {
      // Text to be evaluated stays under the page's content security policy.
      run: () =>
        typeof handler === 'function' ? native(handler as Method, ...rest) : native(setTimeout, handler),
      delay,
      due: at + (held ? Math.max(frame, delay) : delay),
      repeats,
      cause: chain ?? at,
      inChain: chain !== undefined,
      depth: depth + 1,
      code,
      again: chain === undefined && done.has(code),
      paused: isRead,
      native: undefined,
    }
    timers.set(id, timer)
    arm(id, timer)
    return id
  }

  function remove(id: unknown, method: Method): void {
    const timer = timers.get(Number(id))
    if (timer) {
      timers.delete(Number(id))
      if (timer.native !== undefined) native(clearTimeout, timer.native)
    } else native(method, id)
  }

  page.setTimeout = (...given) => add(given, false)
  page.setInterval = (...given) => add(given, true)
  page.clearTimeout = id => remove(id, clearTimeout)
  page.clearInterval = id => remove(id, clearInterval)

  interface Frame {
    callback: unknown
    cancel(): void
    /** It waits to be asked for. */
    draw: (() => void) | undefined
  }
  const asked = new Map<unknown, Frame>()
  let isSeldom = false
  /** From being asked for to its end, ms, the slowest frame since the page began to be read. */
  let slowest = 0
  const drawAt = (callback: unknown) => () => native(callback as Method, now())
  page.requestAnimationFrame = callback => {
    if (held) return add([drawAt(callback), 0], false)
    const id = ++lastId
    const frame: Frame = { callback, cancel: () => {}, draw: undefined }
    asked.set(id, frame)
    const draw = () => {
      frame.draw = undefined
      const since = realNow()
      const own = native(requestAnimationFrame, (time: number) => {
        asked.delete(id)
        try {
          native(callback as Method, counted ?? time + gained)
        } finally {
          if (isRead) slowest = Math.max(slowest, realNow() - since)
        }
      })
      frame.cancel = () => native(cancelAnimationFrame, own)
    }
    if (isSeldom && slowest > slowFrame) {
      const own = native(setTimeout, draw, Math.min(pause.max, pause.times * slowest))
      frame.draw = draw
      frame.cancel = () => native(clearTimeout, own)
    } else draw()
    return id
  }
  page.cancelAnimationFrame = id => {
    const frame = asked.get(Number(id))
    asked.delete(Number(id))
    timers.delete(Number(id))
    if (frame) frame.cancel()
    else native(cancelAnimationFrame, id)
  }

  /** One frame's worth of time, and what falls due in it, in order. */
  function tick(): void {
    if (counted === undefined) return
    native(requestAnimationFrame, tick)
    counted += frame
    const due = [...timers].filter(([, timer]) => timer.due <= counted! && !isHeld(timer))
    for (const [id, timer] of due.sort(([, a], [, b]) => a.due - b.due))
      try {
        fire(id, timer)
      } catch (error) {
        reportError(error)
      }
  }

  const byFrames = () => {
    done.clear()
    isRead = false
    often()
    for (const timer of timers.values()) timer.paused = false
    if (counted !== undefined) return
    counted = now()
    for (const timer of timers.values()) if (timer.native !== undefined) native(clearTimeout, timer.native)
    tick()
  }
  const byItself = () => {
    if (counted === undefined) return
    gained = counted - realNow()
    counted = undefined
    isRead = true
    slowest = 0
    for (const [id, timer] of timers) {
      timer.paused = true
      arm(id, timer)
    }
  }
  const operated = () => {
    isRead = false
    often()
    done.clear()
  }
  const seldom = () => {
    isSeldom = true
  }
  const often = () => {
    isSeldom = false
    for (const { draw, cancel } of asked.values()) {
      if (!draw) continue
      cancel()
      draw()
    }
  }
  const isWaiting = (event: Event) => {
    const waits = (timer: Timer) => !timer.repeats || timer.delay >= chained
    if ([...timers.values()].some(timer => waits(timer) && !isHeld(timer))) event.preventDefault()
  }
  const isDrawing = (event: Event) => {
    if (asked.size > 0) event.preventDefault()
  }
  const isSettling = (event: Event) => {
    const isPressed = (timer: Timer) =>
      !timer.repeats && timer.delay <= maxPressed && timer.depth <= maxChain && !isHeld(timer)
    if ([...timers.values()].some(isPressed)) event.preventDefault()
  }
  let lastAsked = 0
  const isHolding = (event: Event) => {
    if ([...timers.keys()].some(id => id > lastAsked)) event.preventDefault()
    lastAsked = lastId
  }
  let lastHeld = 0
  let wentOn = 0
  let moved = Number.NEGATIVE_INFINITY
  const begin = () => {
    wentOn = realNow()
    counted ??= now()
    chain = undefined
    for (const timer of timers.values()) if (timer.native !== undefined) native(clearTimeout, timer.native)
    for (const { callback, cancel } of asked.values()) {
      cancel()
      add([drawAt(callback), 0], false)
    }
    asked.clear()
    held = new Set(timers.keys())
    lastHeld = lastId
  }
  const goOn = (event: Event) => {
    if (!held) begin()
    // What ends an endless row of short ones leaves the long ones their turn.
    const isOver = realNow() - wentOn > maxShort
    const isNext = ([id, timer]: [number, Timer]) =>
      after(timer) <= neverAfter &&
      (held!.has(id) || (id > lastHeld && timer.inChain)) &&
      (timer.delay >= chained || !isOver)
    const next = [...timers].filter(isNext).sort(([, a], [, b]) => a.due - b.due)[0]
    if (!next) return
    event.preventDefault()
    const [id, timer] = next
    counted = Math.max(counted ?? 0, timer.due)
    // What comes over a visitor who moves is nobody's doing.
    chain = undefined
    if (counted - moved >= movesEvery) {
      moved = counted
      move()
    }
    try {
      fire(id, timer)
    } catch (error) {
      reportError(error)
    }
  }

  /** All that a page may take for a sign of its visitor, from within its body. */
  function move(): void {
    const target = document.body ?? document.documentElement
    if (!target) return
    const at = { bubbles: true, clientX: Math.floor(moved / movesEvery) % 300, clientY: 200 }
    const touch = new Touch({ ...at, identifier: 0, target })
    const key = { bubbles: true, key: 'Shift', code: 'ShiftLeft' }
    for (const type of ['mousemove', 'mousedown', 'mouseup', 'click'])
      target.dispatchEvent(new MouseEvent(type, at))
    for (const type of ['pointermove', 'pointerdown', 'pointerup'])
      target.dispatchEvent(new PointerEvent(type, at))
    for (const type of ['touchstart', 'touchmove'])
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [touch], changedTouches: [touch] }))
    for (const type of ['keydown', 'keypress', 'keyup']) target.dispatchEvent(new KeyboardEvent(type, key))
    target.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: 1 }))
    document.dispatchEvent(new Event('scroll', { bubbles: true }))
    dispatchEvent(new Event('focus'))
  }
  const listeners = {
    byFrames,
    byItself,
    operated,
    seldom,
    often,
    isWaiting,
    isDrawing,
    isSettling,
    isHolding,
    goOn,
  }
  const listen = () => {
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(events[name as keyof ClockEvents], listener)
  }
  listen()
  // A document that is opened anew forgets its listeners.
  for (const name of ['open', 'write', 'writeln'] as const) {
    const method = Document.prototype[name] as Method
    Document.prototype[name] = function (this: Document, ...given: never[]) {
      const answer = Reflect.apply(method, this, given)
      if (this === document) listen()
      return answer
    } as never
  }

  // What a script waits for without letting go of the page would never be answered while the page is read.
  const { open, send } = XMLHttpRequest.prototype
  const waitingFor = new WeakSet<XMLHttpRequest>()
  XMLHttpRequest.prototype.open = function (...given: unknown[]) {
    if (given.length > 2 && !given[2]) waitingFor.add(this)
    else waitingFor.delete(this)
    Reflect.apply(open, this, given)
  }
  XMLHttpRequest.prototype.send = function (body) {
    if (isRead && waitingFor.has(this)) throw new DOMException('Failed to load', 'NetworkError')
    Reflect.apply(send, this, [body])
  }
}
