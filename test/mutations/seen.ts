/** How a browser draws each element of a page, so that a defect is made where a visitor meets it. */
import { load } from 'cheerio'
import type { OpenBrowser } from '../../server/capture/page/browser.ts'

export interface Seen {
  /** To be seen at 1440 px without doing anything but scrolling. */
  shown: boolean
  /** The same at 375 px. */
  mobile: boolean
  /** At 375 px something around it would cut it off if it were wider. */
  framed: boolean
  /** CSS px at 1440 px, from the top left of the page. */
  x: number
  y: number
  width: number
  height: number
  /** Computed, as the browser writes them: `rgb(…)`, `url(…)` or `none`, a list of families. `layer`: behind or over it. */
  colour: string
  background: string
  picture: string
  layer: string
  family: string
  /** As styled, e.g. `static` or `sticky`. */
  position: string
  /** Of the text, e.g. `16px` and `700`. */
  size: string
  weight: string
}

/** The page with every element numbered, for `look`. */
export function numbered(html: string): string {
  const $ = load(html)
  $('*').each((index, element) => {
    $(element).attr('data-n', String(index))
  })
  return $.html()
}

/** Looks at a page that was served `numbered`; null for what the scripts took out or nobody draws. */
export async function see(browser: OpenBrowser, url: string): Promise<(Seen | null)[]> {
  const desktop = await measure(browser, url, 1440)
  const mobile = await measure(browser, url, 375)
  return desktop.map(
    (seen, index) => seen && { ...seen, mobile: !!mobile[index]?.shown, framed: !!mobile[index]?.framed },
  )
}

async function measure(browser: OpenBrowser, url: string, width: number): Promise<(Seen | null)[]> {
  const context = await browser.playwright.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(500)
    // What comes in when it is scrolled to has to come in.
    await page.evaluate(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight && y < 30_000; y += 700) {
        scrollTo(0, y)
        await new Promise(resolve => setTimeout(resolve, 30))
      }
      scrollTo(0, 0)
    })
    await page.waitForTimeout(300)
    return await page.evaluate(drawn)
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function drawn(): (Seen | null)[] {
  const found: (Seen | null)[] = []
  for (const element of document.querySelectorAll('[data-n]')) {
    const index = Number(element.getAttribute('data-n'))
    while (found.length <= index) found.push(null)
    if (found[index]) continue
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
    let framed = false
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      framed ||= overflowX !== 'visible'
      const clip = up.getBoundingClientRect()
      ;[left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)]
      ;[top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
    }
    const middle = (left + right) / 2
    found[index] = {
      shown:
        right - left > 2 &&
        bottom - top > 2 &&
        middle >= 0 &&
        middle < document.documentElement.clientWidth &&
        bottom + scrollY > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      mobile: false,
      framed,
      x: Math.round(box.left + scrollX),
      y: Math.round(box.top + scrollY),
      width: Math.round(box.width),
      height: Math.round(box.height),
      colour: style.color,
      background: style.backgroundColor,
      picture: style.backgroundImage.slice(0, 200),
      layer: ['::before', '::after']
        .map(part => getComputedStyle(element, part).backgroundImage.slice(0, 200))
        .join(),
      family: style.fontFamily,
      position: style.position,
      size: style.fontSize,
      weight: style.fontWeight,
    }
  }
  return found
}
