/** Checks the pages themselves, not Cutover: scrolls slowly as a visitor does, and notes what comes into sight. */
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../server/setup/browser.mjs'
import { serve } from '../../test/serve.ts'
import { type Recipe, render, serving, truthOf } from './pages.ts'
import { letters } from './visibility.ts'

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]
/** Of a screen, each time; and how long it is looked at. */
const STEP = 0.2
const LOOK_MS = 550
/** Pages side by side. */
const TABS = 4

export interface Visit {
  name: string
  recipe: Recipe
  /** CSS px; both when absent. */
  width?: number
}

/** What of the truth about these pages does not hold, in sentences. */
export async function visit(visits: readonly Visit[], folder: string): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--mute-audio'],
  })
  const wrong: string[] = []
  const left = visits.flatMap(({ name, recipe, width }) =>
    SCREENS.filter(screen => screen.width === (width ?? screen.width)).map(screen => ({
      name,
      recipe,
      screen,
    })),
  )
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { name, recipe, screen } = next
      const site = await serve(folder, serving(render(recipe)))
      const page = await browser.newPage({ viewport: screen })
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      await page.goto(site.origin)
      const { texts, glimpses, pictures } = await scrolledThrough(page, screen.height)
      await page.close()
      await site.close()
      const told = (what: string) => wrong.push(`${name} at ${screen.width}: ${what}`)
      const truth = truthOf(recipe)
      const read = (text: string) => texts.has(letters(text))
      for (const error of errors) told(`error: ${error}`)
      for (const text of truth.texts) if (!read(text)) told(`not seen: ${text}`)
      for (const text of truth.never) if (glimpses.has(letters(text))) told(`seen: ${text}`)
      for (const name of truth.pictures)
        if (!pictures.has(`/img/${name}.jpg`)) told(`picture not seen: ${name}`)
    }
  }
  await Promise.all(Array.from({ length: TABS }, work))
  await browser.close()
  return wrong
}

async function scrolledThrough(page: Page, height: number) {
  const texts = new Set<string>()
  const glimpses = new Set<string>()
  const pictures = new Set<string>()
  await page.mouse.move(20, height / 2)
  for (let end = false, turns = 0; !end && turns < 400; turns++) {
    await page.waitForTimeout(LOOK_MS)
    const sight = await page.evaluate(inSight)
    for (const text of sight.texts) texts.add(letters(text))
    for (const text of sight.glimpses) glimpses.add(letters(text))
    for (const address of sight.pictures) pictures.add(new URL(address).pathname)
    if (sight.end) await page.waitForTimeout(2000)
    end = sight.end
    await page.mouse.wheel(0, height * STEP)
  }
  const last = await page.evaluate(inSight)
  for (const text of last.texts) texts.add(letters(text))
  return { texts, glimpses, pictures }
}

/** Runs in the page. */
function inSight() {
  const shown = (element: Element, least: number) => {
    let opacity = 1
    for (let here: Element | null = element; here; here = here.parentElement)
      opacity *= Number(getComputedStyle(here).opacity)
    const { top, left, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + Math.min(width / 2, 60), top + height / 2]
    // What is invisible may lie over it; what is clipped is not met at all.
    const isMet = document.elementsFromPoint(x, y).some(hit => element.contains(hit))
    return opacity > least && element.checkVisibility({ visibilityProperty: true }) && isMet
  }
  const clipped = (element: Element) => {
    for (let here: Element | null = element; here; here = here.parentElement) {
      const { overflow, clipPath } = getComputedStyle(here)
      if (overflow === 'hidden' && here !== document.body && here.getBoundingClientRect().height < 5)
        return true
      if (/inset\(0(px)? ([3-9]\d|100)/.test(clipPath)) return true
    }
    return false
  }
  const holders = Array.from(document.body.querySelectorAll('h1, h2, h3, p, li, a, strong, span'))
  const box = document.querySelector('#box') ?? document.documentElement
  const textsFrom = (least: number) =>
    holders.filter(each => shown(each, least) && !clipped(each)).map(each => each.textContent ?? '')
  return {
    /** Wholly there, and there at all. */
    texts: textsFrom(0.9),
    glimpses: textsFrom(0.1),
    pictures: Array.from(document.images)
      .filter(each => shown(each, 0.9) && !clipped(each) && each.naturalWidth > 1)
      .map(each => each.src),
    end: box.scrollTop + box.clientHeight >= box.scrollHeight - 2,
  }
}
