/** What changes the whole page, or all its texts, as pages.browser.test.ts does by other means. */
import { afterAll, beforeAll, test } from 'vitest'
import { type Agency, openAgency } from './agency-pages.ts'

let agency: Agency
beforeAll(async () => {
  agency = await openAgency()
})
afterAll(() => agency?.close())

test.concurrent('must fail: nothing rendered', () =>
  agency.expectDefects([
    ['nothing rendered', $ => $('body').attr('style', 'opacity: 0'), 'critical content/text:unseen'],
  ]))

test.concurrent('must stay silent: text split over blocks, letters and prices', () =>
  agency.expectSilence($ => {
    $('.lead, #call, p.text-muted').each((_, element) => {
      const words = $(element).text().split(' ')
      $(element).html(words.map(word => `<span style="display: inline-block">${word}</span>`).join(' '))
    })
    $('#prices h2').html(
      [...'What it costs'].map(letter => `<span style="display: inline-block">${letter}</span>`).join(''),
    )
    $('.price').first().html('<div>$</div><div>49</div>')
    $('.price').last().html('<span>$</span><span>1,290</span><sup>.00</sup>')
    $('.offers').replaceWith(
      `<p>${$('.offers')
        .html()!
        .replace(/<[^>]+>/g, ' ')}</p>`,
    )
  }))
