import type { FailureCode } from '../../contract.ts'

/** A page that cannot be captured at all. `message` tells the reader what happened and what to do. */
export class CaptureFailure extends Error {
  code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The renderer did not answer: an endless loop, or far too much to lay out. */
export class PageUnresponsive extends Error {
  constructor(timeout: number) {
    super(`the page did not answer within ${timeout / 1000} s`)
  }
}

/** The renderer or the whole browser died. Worth one more try in a fresh one. */
export class PageCrashed extends Error {
  constructor(options?: ErrorOptions) {
    super('the renderer crashed while the page was open', options)
  }
}

export function unresponsive(url: string): CaptureFailure {
  return new CaptureFailure(
    'page_unresponsive',
    `${url} keeps its main thread busy and answers nothing; look for an endless loop in its scripts, or for files by the thousand`,
  )
}
