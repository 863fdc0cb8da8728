/**
 * Our own JavaScript world inside a page: same DOM, but untouched built-ins, so that a page which overrides
 * Array.prototype or JSON cannot lie to a collector or break it.
 */
import type { CDPSession } from 'playwright'
import { type Injected, injectedSource } from '../injected/index.ts'
import { PageUnresponsive } from './failure.ts'

export interface IsolatedWorld {
  /**
   * Runs `fn` in the page with the injected functions; both it and its result must be serialisable, so it can use nothing from
   * around it but `arg`. Throws PageUnresponsive when the page does not answer within `timeout` ms.
   */
  run<A, R>(fn: (injected: Injected, arg: A) => R | Promise<R>, arg: A, timeout?: number): Promise<R>
  /** Makes a global script (axe-core) available to later runs. */
  inject(source: string): Promise<void>
  /** Runs a global script in the document that is there now. */
  script(source: string): Promise<void>
}

/** The same world until `end` is called: what is still under way by then asks the page for nothing more. */
export function untilEnd(world: IsolatedWorld): { world: IsolatedWorld; end(): void } {
  let isOver = false
  const run: IsolatedWorld['run'] = async (...given) => {
    if (isOver) throw new Error('it is given up')
    return await world.run(...given)
  }
  return {
    world: { ...world, run },
    end: () => {
      isOver = true
    },
  }
}

const RUN_TIMEOUT_MS = 12_000

/** `ignore`: CSS selectors of regions that no collector may see. */
export async function openIsolatedWorld(cdp: CDPSession, ignore: readonly string[]): Promise<IsolatedWorld> {
  let context: Promise<number> | undefined
  const injected: string[] = []
  const lost = () => {
    context = undefined
  }
  // Of new documents alone: an address that changes within the page leaves our world as it is.
  cdp.on('Page.frameNavigated', ({ frame }) => frame.parentId === undefined && lost())
  cdp.send('Page.enable').catch(() => {}) // not waited for: a renderer in an endless loop never answers

  async function create(): Promise<number> {
    const { frameTree } = await cdp.send('Page.getFrameTree')
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'cutover',
    })
    for (const source of [`globalThis.cutoverInjected = ${injectedSource()}`, ...injected])
      await evaluate(executionContextId, source)
    return executionContextId
  }

  async function evaluate(contextId: number, expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async function attempt(expression: string, timeout: number): Promise<unknown> {
    context ??= create()
    context.catch(lost) // a failed creation may be tried again
    const run = context.then(id => evaluate(id, expression))
    return await within(run, timeout)
  }

  return {
    async run(fn, arg, timeout = RUN_TIMEOUT_MS) {
      // The layout may have changed: each run measures anew.
      const fresh = `globalThis.cutoverInjected.remeasure(${JSON.stringify(ignore)})`
      const expression = `(${fn})(${fresh}, ${JSON.stringify(arg) ?? 'undefined'})`
      const ends = performance.now() + timeout
      for (;;)
        try {
          return (await attempt(expression, timeout)) as never
        } catch (error) {
          if (!isLostContext(error)) throw error
          // A page that always leads on never has a document that could answer.
          if (performance.now() > ends) throw new PageUnresponsive(timeout)
          lost() // the page navigated meanwhile: once more in its new document
        }
    },
    async script(source) {
      await attempt(source, RUN_TIMEOUT_MS)
    },
    async inject(source) {
      injected.push(source)
      if (context)
        await within(
          context.then(id => evaluate(id, source)),
          RUN_TIMEOUT_MS,
        )
    },
  }
}

function isLostContext(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|Cannot find context|uniqueContextId not found|Inspected target navigated/i.test(
      error.message,
    )
  )
}

/** `promise`, or PageUnresponsive after `timeout` ms: a renderer in an endless loop never answers. */
export async function within<T>(promise: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageUnresponsive(timeout)), timeout)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => {}) // it lost the race; its failure has no reader
  }
}
