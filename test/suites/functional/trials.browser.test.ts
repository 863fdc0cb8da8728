/** Mistakes that show at the second press, or at a press as a person makes it: found, and harmless ways are not minded. */
import { expect, test } from 'vitest'
import { BURGER, HOVER, MENU, openTeaRoom, SLIDER, STEPPER } from './tea-room.ts'

const introducedBy = openTeaRoom()

const GAP = `${HOVER} nav li ul.under { margin-top: 40px }`

test.concurrent('a slider beyond its ends, a quantity below nothing, a menu that goes with the mouse button, one that Escape alone closes', async () => {
  const found = await introducedBy({
    slider: SLIDER.replace('(at + 2) % 3', 'at - 1').replace('(at + 1) % 3', 'at + 1'),
    stepper: STEPPER.replace(
      'Math.max(1, Number(amount.textContent) + by)',
      'Number(amount.textContent) + by',
    ),
    menu: `${MENU}\ndocument.addEventListener('mousedown', event => { if (event.target !== more) setTimeout(() => { list.hidden = true }, 20) })`,
    burger: `${BURGER.replace('!drawer.hidden', 'false')}
      addEventListener('keydown', event => { if (event.key === 'Escape') drawer.hidden = true })`,
  })
  expect(found).toEqual([
    'moderate behaviour:quantity:button|-|main',
    'serious behaviour:empty-slide:back',
    'serious behaviour:empty-slide:on',
    'serious behaviour:unclosed:button|menu|banner',
    'serious behaviour:unreachable',
  ])
})

test.concurrent('a gap between what is hovered over and its menu, a menu of a phone that closes on scrolling, a slider that passes by its last slide', {
  tags: 'variant',
}, async () => {
  const burger = `${BURGER}\naddEventListener('scroll', () => { drawer.hidden = true })`
  // Its arrows stand in a shadow tree.
  const slider = `const section = document.querySelector('.voices')
    section.attachShadow({ mode: 'open' }).append(document.createElement('slot'), document.querySelector('.back'), document.querySelector('.on'))
    ${SLIDER.replaceAll('document.querySelector(', 'section.shadowRoot.querySelector(').replace(/\(at \+ \d\) % 3/g, '(at + 1) % 2')}`
  expect(await introducedBy({ hover: GAP, burger, slider })).toEqual([
    'moderate behaviour:collapses:button|menu|banner',
    'serious behaviour:slide-skipped',
    'serious behaviour:unreachable',
  ])
})

test.concurrent('a menu of a phone that lies over the place that one of its links leads to; harmless: a quantity that holds, a menu that goes late, a bridge over the gap', {
  tags: 'variant',
}, async () => {
  const found = await introducedBy({
    burger: BURGER.replace(/drawer\.onclick = .*/, ''),
    stepper: STEPPER.replace(
      'amount.textContent = Math.max(1, Number(amount.textContent) + by)',
      'if (by > 0 || Number(amount.textContent) > 1) amount.textContent = Number(amount.textContent) + by',
    ),
    // The blur of its button, once its link is pressed.
    menu: `${MENU}\nmore.onblur = () => setTimeout(() => { list.hidden = true }, 250)`,
    hover: `${GAP} nav li ul.under::before { content: ""; position: absolute; left: 0; right: 0; top: -40px; height: 40px }`,
  })
  expect(found).toEqual(['serious behaviour:left-open:button|menu|banner'])
})
