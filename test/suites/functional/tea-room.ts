/** The page of a tea room whose controls are scripts and styles of an id each, and what copies with others introduce. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { functional } from '../../../server/suites/functional/index.ts'
import type { Mutation } from '../../mutations/page.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'

export const SLIDER = `let at = 0
const slides = [...document.querySelectorAll('.slide')]
const show = () => slides.forEach((slide, index) => { slide.hidden = index !== at })
document.querySelector('.back').onclick = () => { at = (at + 2) % 3; show() }
document.querySelector('.on').onclick = () => { at = (at + 1) % 3; show() }`

export const STEPPER = `const amount = document.querySelector('.amount')
const count = by => { amount.textContent = Math.max(1, Number(amount.textContent) + by) }
document.querySelector('.less').onclick = () => count(-1)
document.querySelector('.more').onclick = () => count(1)`

export const MENU = `const more = document.querySelector('.more-pages')
const list = document.getElementById('pages')
more.onclick = () => { list.hidden = !list.hidden }
document.addEventListener('click', event => { if (!event.target.closest('nav')) list.hidden = true })`

export const HOVER = 'nav li:hover > ul { display: block }'

export const BURGER = `const burger = document.querySelector('.burger')
const drawer = document.querySelector('.drawer')
burger.onclick = () => { drawer.hidden = !drawer.hidden }
drawer.onclick = event => { drawer.hidden ||= Boolean(event.target.hash) }`

export const POPUP = `const popup = document.querySelector('.popup')
setTimeout(() => { popup.hidden = false }, 800)
document.querySelector('.shut').onclick = () => { popup.hidden = true }`

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Harbour tea room</title>
<style>[hidden] { display: none !important } body { margin: 0; font: 16px/1.5 Arial } main { padding: 24px; min-height: 900px }</style>
<style>nav > ul { display: flex; gap: 32px } nav ul { list-style: none; margin: 0; padding: 0 } nav li { position: relative } nav li ul { position: absolute; top: 100%; left: 0; z-index: 3; background: #fff; padding: 12px; width: 160px } nav li ul.under { display: none }</style><style id="hover">${HOVER}</style>
<style>.popup { position: fixed; inset: 0; z-index: 9; background: #fffe } .burger { display: none } .drawer { position: fixed; top: 60px; left: 0; right: 0; bottom: 0; background: #fff; z-index: 5 } @media (max-width: 700px) { .burger { display: inline-block } nav { display: none } }</style>
<header><a href="/">Harbour tea room</a> <button type="button" class="burger" aria-label="Menu">&#9776;</button>
<div class="drawer" hidden><a href="/drinks.html">Cold drinks</a><br><a href="/cakes.html">Cakes of the day</a><br><a href="/way.html">The way to us</a><br><a href="#hours">Opening hours</a></div><nav><ul>
<li><a href="/teas.html">Teas</a><ul class="under"><li><a href="/black.html">Black teas</a></li><li><a href="/green.html">Green teas</a></li></ul></li>
<li><button type="button" class="more-pages">About</button><ul id="pages" hidden><li><a href="/story.html">Our story</a></li><li><a href="/boats.html">Boats and times</a></li></ul></li>
</ul></nav></header>
<main><h1>Tea by the water</h1>
<section class="voices"><h2>Guests say</h2>
<div class="stage"><blockquote class="slide">The best scones on this coast</blockquote><blockquote class="slide" hidden>We missed our ferry on purpose</blockquote><blockquote class="slide" hidden>Ask for the table at the window</blockquote></div>
<p><button type="button" class="back" aria-label="Previous voice">&#8249;</button> <button type="button" class="on" aria-label="Next voice">&#8250;</button></p></section>
<section><h2>Tin of black tea</h2><p>Leaves from the first harvest, for two hundred cups.</p><p>£14.50</p>
<p><button type="button" class="less">&minus;</button> <span class="amount">1</span> <button type="button" class="more">+</button></p></section>
</main><div class="popup" hidden><p>Ten percent off your first tin</p><button type="button" class="shut">Close</button></div><footer id="hours"><p style="height: 900px">Open from ten until the last boat</p></footer>
<script id="slider">${SLIDER}</script><script id="popup">${POPUP}</script><script id="burger">${BURGER}</script><script id="menu">${MENU}</script><script id="stepper">${STEPPER}</script></html>`

/** For all tests of a file, which calls this once: what is introduced by a page with other scripts and styles, by their ids. */
export function openTeaRoom(): (texts: Readonly<Record<string, string>>) => Promise<string[]> {
  let folder: string
  let pages: RebuiltPages
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trials-'))
    await writeFile(join(folder, 'index.html'), PAGE)
    pages = await openRebuiltPages(functional, folder)
  })
  afterAll(async () => {
    await pages?.close()
    await rm(folder, { recursive: true })
  })

  return async texts => {
    const apply: Mutation['apply'] = ({ $ }) =>
      Object.entries(texts).every(([id, text]) => $(`#${id}`).text(text).length > 0)
    const result = await pages.judge({ apply })
    return result!.issues
      .filter(({ status }) => status === 'introduced')
      .flatMap(({ members, ...issue }) => members ?? [issue])
      .map(({ key, severity }) => `${severity} ${key.replace('functional/', '')}`)
      .toSorted()
  }
}
