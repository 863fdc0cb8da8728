/** What the steps of a scan are given and hand on to each other. */
import type { Capture } from '../capture/artifact.ts'
import type { KeptOriginal } from '../capture/reuse.ts'
import type { RemoteBrowser } from '../config/index.ts'
import type { AcceptedIssue, Submission } from '../contract.ts'

export interface ScanRequest extends Submission {
  /** All that is accepted for the page, by whom and why: `accept` of the submission is among it. */
  accepted?: readonly AcceptedIssue[]
}

export interface ScanOptions {
  /** Exact host:port that may be reached although they are not public. */
  allowHosts: readonly string[]
  /** Of this service, which may not be reached. */
  publicUrl?: string
  chromePath?: string
  /** Connected to instead of starting one. */
  remote?: RemoteBrowser
  /** The browser's own. Default: on, but for root, to whom Chromium refuses it. */
  sandbox?: boolean
  /** The browser gets a network of its own, in which there is our proxy and nothing else. Default: off. */
  ownNetwork?: boolean
  /** Folders with what is not for a browser's eyes; none has any of it in a network of its own. */
  hidden?: readonly string[]
  /** Where captures and screenshots are kept: `original/` and `rebuilt/` below it. */
  artifactsDir?: string
  /** After so many ms the scan is stopped: measuring is over before. Default: never. */
  deadlineMs?: number
  /** `value` from 0 to 1. */
  onProgress(phase: string, value: number): void
  /** What a store may cost. Default: `STORE_LIMITS`. */
  store?: StoreLimits
  /** The new site is a store, whose reading takes its own time. */
  onStore?(): void
  /** Other scans may take over what is captured of the original, and this one what is `kept`. Default: neither. */
  reuse?: { kept?: KeptOriginal }
  /** What was captured of the original is left in a way that other scans can take it over. */
  onReusable?(): void
  /** Leader of the browser's process group, for whoever may have to kill it. */
  onBrowser(pid: number): void
}

/** What stores may cost. */
export interface StoreLimits {
  /** Minutes for both stores together. */
  minutes: number
  /** Requests at once to one host. */
  requests: number
  /** Old addresses that are followed. */
  urls: number
}

export interface CapturedPair {
  original: Capture
  rebuilt: Capture
}

/** A capture as it may be kept: without what a page has told back of the submission's secrets. */
export type RedactCapture = (capture: Capture) => Capture
