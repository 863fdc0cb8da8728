/** What a search field in sight finds, as words of the page's own headings are written into it. */
import { SEARCH_WORDS } from '../../../lib/search-words.ts'
import type { Injected } from '../../injected/index.ts'
import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import type { ReadOnlyMode } from '../../page/read-only-mode.ts'
import { press } from '../keyboard/keys.ts'

export interface Searched {
  /** Of the field. */
  selector: string
  /** That was written last. */
  word: string
  /** Results came into sight, it would have led to a page of them, or neither. */
  outcome: 'shows' | 'goes' | 'nothing'
}

const TIMEOUT_MS = 12_000
/**
 * For results to come: where nothing at all happens, where an index may be on its way, and after Enter. A busy machine looks
 * as often as another one: at least in half of the pauses.
 */
const WAIT = { idleMs: 700, maxMs: 5000, enterMs: 1500, pauseMs: 100, mostMs: 9000 }
/** For what was asked for without a sign of it in the page. */
const MAX_ANSWER_MS = 3000
const MAX_ENTRIES = 3000

/** Writes words into the first search field of the page until one finds something, and empties it again. */
export async function trySearch(pageLoad: PageLoad, readOnly: ReadOnlyMode): Promise<Searched | undefined> {
  const { world, cdp, site, page, network } = pageLoad
  const field = await world.run(findSearch, { max: MAX_ENTRIES, called: SEARCH_WORDS }, TIMEOUT_MS)
  if (!field) return undefined
  const [left, address] = [readOnly.navigations.length, page.url()]
  const goes = () => readOnly.navigations.length > left || page.url() !== address
  const { selector, words } = field
  let last: Searched | undefined
  for (const word of words) {
    last = { selector, word, outcome: await outcomeOf(word) }
    await press(cdp, 'Escape')
    await world.run(leaveSearch, undefined, TIMEOUT_MS)
    if (last.outcome !== 'nothing') break
  }
  return last

  async function outcomeOf(word: string): Promise<Searched['outcome']> {
    const wait = (maxMs: number) =>
      world.run(awaitResults, { ...WAIT, word, maxMs, ignore: site.ignore }, TIMEOUT_MS)
    await world.run(enterSearch, undefined, TIMEOUT_MS)
    for (const letter of word) await typeLetter(letter)
    let shows = await wait(WAIT.maxMs)
    if (!shows && !goes()) {
      await network.idle(60, MAX_ANSWER_MS)
      await press(cdp, 'Enter')
      shows = await wait(WAIT.enterMs)
    }
    return goes() ? 'goes' : shows ? 'shows' : 'nothing'
  }

  async function typeLetter(letter: string): Promise<void> {
    const code = letter.toUpperCase().charCodeAt(0)
    const about = { key: letter, windowsVirtualKeyCode: code < 128 ? code : 0 }
    const down = cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...about })
    await within(
      down.then(() => cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...about })),
      TIMEOUT_MS,
    )
  }
}

// What follows runs in the page.

interface SearchState {
  /** `known`: what may be taken for a result, and was in sight before, each with the boxes of a list that it may be of. */
  cutoverSearch?: { field: HTMLInputElement; known: Map<Element, Element[]>; max: number }
}

/** Finds the first search field in sight, and words of the page's headings to look for. */
function findSearch(
  { elements, isVisible, contextOf, selectorOf, parentOf, bodyOf }: Injected,
  { max, called }: { max: number; called: string },
): { selector: string; words: string[] } | null {
  const SEARCH = new RegExp(called, 'iu')
  const MAX_WORDS = 2
  const saysSo = ({ type, name, id, placeholder, ariaLabel }: HTMLInputElement) =>
    type === 'search' || SEARCH.test(`${name} ${id} ${placeholder} ${ariaLabel ?? ''}`)
  const all = elements()
  const field = (all as HTMLInputElement[]).find(
    one =>
      one.matches('input:not([type]), input[type=text], input[type=search]') &&
      (saysSo(one) || one.closest('[role=search], search') !== null) &&
      !(one.disabled || one.readOnly || contextOf(one).ignored) &&
      isVisible(one),
  )
  if (!field) return null
  // The sign beside a heading by which people link to it is no word of it.
  const said = (heading: Element): string[] => {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    const texts = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('a[href^="#"], script, style')) texts.push(node.nodeValue ?? '')
    return texts.flatMap(text => text.match(/(?<![\p{L}\p{N}])\p{L}{4,20}(?![\p{L}\p{N}])/gu) ?? [])
  }
  const words = ['h1', 'h2', 'h3'].flatMap(level =>
    all
      .filter(one => one.localName === level && isVisible(one))
      .slice(0, 3)
      .flatMap(one => said(one).sort((a, b) => b.length - a.length)[0] ?? []),
  )
  const entries = all.filter(one =>
    one.matches('a[href], li, [role=option], [class*=result], [class*=suggest]'),
  )
  const listsOf = (entry: Element) => {
    const lists: Element[] = []
    for (let at = parentOf(entry); at && at !== bodyOf(document) && lists.length < 3; at = parentOf(at))
      lists.push(at)
    return lists
  }
  const known = new Map(
    entries
      .slice(0, max)
      .filter(isVisible)
      .map(entry => [entry, listsOf(entry)]),
  )
  ;(globalThis as SearchState).cutoverSearch = { field, known, max }
  // As a phone writes the first word.
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return words.length > 0
    ? { selector: selectorOf(field), words: [...new Set(words.map(capital))].slice(0, MAX_WORDS) }
    : null
}

function enterSearch(_: Injected): void {
  const field = (globalThis as SearchState).cutoverSearch?.field
  field?.focus()
  field?.click()
}

/**
 * Whether entries that hold the word come into sight, or stay there while others of their list go; given up early where nothing
 * in the page changes.
 */
async function awaitResults(
  { elements, isVisible, remeasure, textOf, clean }: Injected,
  { word, idleMs, maxMs, pauseMs, mostMs, ignore }: typeof WAIT & { word: string; ignore: readonly string[] },
): Promise<boolean> {
  const NONE =
    /\b(no|0|zero)\b.{0,30}\b(results?|match|found|pages?|hits?)|nothing|not found|\bkeine?\b|aucun|\brien\b|ning[uú]n|\bsin\b|nessun|nenhum|\bgeen\b|\bbrak\b|не найден|ничего|没有|見つかりません/i
  const state = (globalThis as SearchState).cutoverSearch
  if (!state) return false
  const wanted = word.toLowerCase()
  let isStirred = false
  const observer = new MutationObserver(() => {
    isStirred = true
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const since = performance.now()
  let isFound = false
  const isOver = (turns: number) => {
    const [limit, passed] = [isStirred ? maxMs : Math.min(idleMs, maxMs), performance.now() - since]
    return passed > mostMs || (passed >= limit && turns >= limit / pauseMs / 2)
  }
  const holdsWord = (one: Element) => {
    const text = clean(textOf(one) ?? '')
    return text.toLowerCase().includes(wanted) && !NONE.test(text) && isVisible(one)
  }
  const isFiltered = () => {
    const known = [...state.known]
    const left = new Set(known.flatMap(([one, lists]) => (isVisible(one) ? [] : lists)))
    return left.size > 0 && known.some(([one, lists]) => lists.some(list => left.has(list)) && holdsWord(one))
  }
  for (let turns = 0; !isFound && !isOver(turns); turns++) {
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    remeasure([...ignore])
    isFound =
      elements()
        .filter(one => one.matches('a[href], li, [role=option], [class*=result], [class*=suggest]'))
        .slice(0, state.max)
        .some(one => !state.known.has(one) && holdsWord(one)) || isFiltered()
  }
  observer.disconnect()
  return isFound
}

/** Leaves the field as it was. */
function leaveSearch({ write }: Injected): void {
  const field = (globalThis as SearchState).cutoverSearch?.field
  if (!field?.isConnected) return
  write(field, '')
  field.blur()
}
