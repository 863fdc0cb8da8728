import { expect, test } from 'vitest'
import { contrastOf } from '../../../server/suites/a11y/axe/contrast.ts'

const paint = (text: string) => ({ text, background: 'image', size: 16, weight: 400 })
const NIGHT = [6, 9, 19] as const

test('letters that show a gradient behind them have no colour to be measured', () => {
  expect(contrastOf(paint('rgba(0, 0, 0, 0)'), NIGHT)).toBeNull()
  expect(contrastOf(paint('transparent'), NIGHT)).toBeNull()
  expect(contrastOf(paint('rgb(6, 9, 19)'), NIGHT)).toMatchObject({ ratio: 1, wanted: 4.5 })
  expect(contrastOf(paint('rgba(255, 255, 255, 0.5)'), NIGHT)!.ratio).toBeGreaterThan(4)
})
