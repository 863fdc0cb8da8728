/** Presses of a slider that holds at its ends and a button that is exchanged, and of a popup that stays. */
import { expect, test } from 'vitest'
import { openTeaRoom, POPUP, SLIDER } from './tea-room.ts'

const introducedBy = openTeaRoom()

test.concurrent('harmless: a slider that holds at its ends, a button of a menu that is another one while that is open', async () => {
  const burger = `const drawer = document.querySelector('.drawer')
      const draw = () => {
        const burger = document.createElement('button')
        burger.className = 'burger'
        burger.ariaLabel = drawer.hidden ? 'Menu' : 'Close'
        burger.textContent = drawer.hidden ? '\u2630' : '\u00d7'
        burger.style.width = '36px'
        burger.onclick = () => { drawer.hidden = !drawer.hidden; draw() }
        document.querySelector('.burger').replaceWith(burger)
      }
      drawer.onclick = ({ target }) => { drawer.hidden ||= Boolean(target.hash); draw() }
      draw()`
  const slider = SLIDER.replace('(at + 2) % 3', 'Math.max(0, at - 1)').replace(
    '(at + 1) % 3',
    'Math.min(2, at + 1)',
  )
  expect(await introducedBy({ slider, burger })).toEqual([])
})

test.concurrent('a popup that comes by itself and whose button does nothing', async () => {
  const popup = POPUP.replace('popup.hidden = true', '')
  expect(await introducedBy({ popup })).toContain('serious consent:arrival-stuck')
})
