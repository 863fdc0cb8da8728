/**
 * Changes to a page, one at a time, by rewriting answers: the defects that a suite must find and the differences that
 * it must not mind. They name no page: each looks for something it can be applied to.
 */
import { type CheerioAPI, load } from 'cheerio'
import type { SuiteName } from '../../server/contract.ts'
import type { Rewrite, Rewritten } from '../serve.ts'

export interface PageEdit {
  $: CheerioAPI
  /** Adds rules at the end of the head. */
  css(rules: string): void
  /** Changes another file as it is served; `path` without query. */
  file(path: RegExp, change: (body: Buffer, path: string) => Rewritten | Promise<Rewritten>): void
  /** The text of the page's own style sheets, as served. */
  readonly styles: string
}

export interface Mutation {
  name: string
  kind: 'must-fail' | 'must-raise' | 'silent'
  /** The suite that owns the defect. */
  suite?: SuiteName
  /** What the first issue must be about: its key or message. */
  about?: RegExp
  /** Makes the change; false where the page has nothing that it could be made to. */
  apply(edit: PageEdit): boolean | Promise<boolean>
}

/** A rewrite that makes `mutation` to `page` (e.g. `/index.html`), or null where it does not apply. */
export async function rewriteFor(
  mutation: Mutation,
  page: string,
  html: string,
  styles = '',
): Promise<Rewrite | null> {
  const $ = load(html)
  const files: [RegExp, (body: Buffer, path: string) => Rewritten | Promise<Rewritten>][] = []
  const applied = await mutation.apply({
    $,
    css: rules => {
      $('head').append(`<style>${rules}</style>`)
    },
    file: (path, change) => {
      files.push([path, change])
    },
    styles,
  })
  if (!applied) return null
  const changed = $.html()
  return (path, body) => {
    if (path === page) return changed
    const file = files.find(([pattern]) => pattern.test(path))
    return file?.[1](body, path)
  }
}
