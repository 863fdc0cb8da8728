/** What stands one step away: on the pages of the site to which the navigation or a call to action of a page leads. */
import { memo } from '../../lib/memo.ts'
import { dialledOf, samePhone } from '../../lib/phone.ts'
import { words } from '../../lib/text.ts'
import { isSamePage } from '../../lib/url.ts'
import { NotCollected } from './run.ts'
import type { Side } from './suite.ts'

/** Words in a row by which a text is known where it is met again, and the share of them that a page has to have. */
const RUN = 4
const MIN_SAID = 0.8

const PHONE = /\+?\d[\d\s()/.-]{5,24}\d/g
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Of pages as they are served; none where nobody could ask for them, nor of older captures. */
export interface LinkedPages {
  /** Whether one page says a text of four words or more, or nearly all of it; `whole`: all, so that no figure is another one. */
  say(text: string, whole?: 'whole'): boolean
  /** Whether one states this telephone number or mailbox. */
  state(contact: { kind: string; value: string }): boolean
}

export function linkedPages(side: Side<'linkTargets' | 'document'>): LinkedPages {
  const pages = pagesOf(side)
  return {
    say(text, whole) {
      const runs = runsOf(text)
      return (
        runs.length > 0 &&
        pages.some(
          page => runs.filter(run => page.runs.has(run)).length >= (whole ? 1 : MIN_SAID) * runs.length,
        )
      )
    },
    state: ({ kind, value }) =>
      pages.some(({ phones, mails }) =>
        kind === 'phone' ? phones.some(one => samePhone(one, value)) : kind === 'e-mail' && mails.has(value),
      ),
  }
}

const pagesOf = memo((side: Side<'linkTargets' | 'document'>) => {
  const { url: own } = side.document
  const isItself = (url: string) => isSamePage(withoutIndex(url), withoutIndex(own))
  return targetsOf(side).flatMap(({ finalUrl, status, shell, page }) => {
    if (!page?.text || status < 200 || status > 299 || shell !== undefined || isItself(finalUrl)) return []
    return [
      {
        runs: new Set(runsOf(page.text)),
        phones: (page.text.match(PHONE) ?? []).map(dialledOf),
        mails: new Set((page.text.match(MAIL) ?? []).map(one => one.toLowerCase())),
      },
    ]
  })
})

function targetsOf(side: Side<'linkTargets'>) {
  try {
    return side.linkTargets.targets
  } catch (error) {
    if (error instanceof NotCollected) return []
    throw error
  }
}

function withoutIndex(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/(?:index|default)\.\w+$/i, '/')
  url.search = ''
  return url.href
}

function runsOf(text: string): string[] {
  const all = words(text)
  return all.slice(RUN - 1).map((_, at) => all.slice(at, at + RUN).join(' '))
}
