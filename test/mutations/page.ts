/**
 * Changes to a page, one at a time, by rewriting answers: the defects that a suite must find and the differences that
 * it must not mind. They name no page: each looks for something it can be applied to.
 */
import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import type { SuiteName } from '../../server/contract.ts'
import type { Rewrite, Rewritten } from '../serve.ts'
import type { Seen } from './seen.ts'

/** An element as cheerio has it, which does not export the type. */
export type Element = ReturnType<ReturnType<CheerioAPI['root']>['find']> extends Cheerio<infer E> ? E : never

type Made = Exclude<Rewritten, undefined>
export type FileChange = (body: Buffer, path: string) => Rewritten | Promise<Rewritten>

export interface PageEdit {
  $: CheerioAPI
  /** The elements that a visitor meets at once at 1440 px: nothing hidden, clipped away, or off the screen. */
  shown(selector: string): Cheerio<Element>
  /** How the browser drew an element of the untouched page; undefined where nobody looked. */
  seen(element: Element | undefined): Seen | undefined
  /** Adds rules at the end of the head. */
  css(rules: string): void
  /** Changes another file as it is served; `path` without query. */
  file(path: RegExp, change: FileChange): void
  /** Serves a file that the page did not have, at an absolute path. */
  add(path: string, file: Made | (() => Promise<Made>)): void
  /** The text of the page's own style sheets, as served, and of its style elements. */
  readonly styles: string
  /** The untouched page's path, and one of its files' bytes by absolute path; null where there is none. */
  readonly path: string
  read(path: string): Promise<Buffer | null>
}

/** False: nothing here to make the change to. Texts: the first issue has to name one of them. */
export type Applied = boolean | string | string[]

export interface Mutation {
  name: string
  kind: 'must-fail' | 'must-raise' | 'silent'
  /** The suite that owns the defect. */
  suite?: SuiteName
  /** Suites that may fail as well, because what they own is gone too. */
  also?: readonly SuiteName[]
  /** What the first issues must be about: key or message. */
  about?: RegExp
  /** Why this is a defect, or harmless, in a line; needed where the name does not say it. */
  why?: string
  apply(edit: PageEdit): Applied | Promise<Applied>
}

export interface PageSource {
  /** Of the page, e.g. `/index.html`. */
  path: string
  html: string
  styles: string
  /** By the order of the elements in the document. */
  seen?: readonly (Seen | null)[]
  read?(path: string): Promise<Buffer | null>
}

export interface Change {
  html: string
  files: { path: RegExp; change: FileChange }[]
  added: Map<string, Made | (() => Promise<Made>)>
  /** What the issue has to name; empty where it is enough that it is about the right thing. */
  places: string[]
  rewrite: Rewrite
}

/** `mutation` made to a page, or null where it does not apply: there is nothing to change, or nothing changed. */
export async function changeOf(
  mutation: Pick<Mutation, 'apply'>,
  source: PageSource,
): Promise<Change | null> {
  const $ = load(source.html)
  const before = $.html()
  const elements = $('*').toArray()
  const order = new Map(elements.map((element, index) => [element, index]))
  const files: Change['files'] = []
  const added: Change['added'] = new Map()
  const seen = (element: Element | undefined) =>
    (element && source.seen?.[order.get(element) ?? -1]) ?? undefined
  const applied = await mutation.apply({
    $,
    seen,
    shown: selector =>
      $<Element, string>(selector).filter((_, element) =>
        source.seen ? !!seen(element)?.shown : notTuckedAway($, element),
      ),
    css: rules => {
      $('head').append(`<style>${rules}</style>`)
    },
    file: (path, change) => {
      files.push({ path, change })
    },
    add: (path, file) => {
      added.set(path, file)
    },
    styles: source.styles,
    path: source.path,
    read: path => source.read?.(path) ?? Promise.resolve(null),
  })
  const html = $.html()
  if (applied === false || (html === before && !files.length && !added.size)) return null
  return {
    html,
    files,
    added,
    places: applied === true ? [] : [applied].flat().filter(text => text.trim() !== ''),
    rewrite: (path, body) => {
      if (path === source.path) return html
      const made = added.get(path)
      if (made !== undefined) return typeof made === 'function' ? made() : made
      return files.find(file => file.path.test(path))?.change(body, path)
    },
  }
}

/** A rewrite that makes `mutation` to `page` (e.g. `/index.html`), or null where it does not apply. */
export async function rewriteFor(
  mutation: Pick<Mutation, 'apply'>,
  page: string,
  html: string,
  styles = '',
): Promise<Rewrite | null> {
  return (await changeOf(mutation, { path: page, html, styles }))?.rewrite ?? null
}

/** The best guess where no browser has looked: nothing in a dialog or a collapsed part. */
function notTuckedAway($: CheerioAPI, element: Element): boolean {
  return (
    $(element).closest('.modal, dialog, [hidden], .d-none, .collapse, template, noscript, svg, head')
      .length === 0
  )
}
