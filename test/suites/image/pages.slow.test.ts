/** More defects and harmless changes of pictures than pages.browser.test.ts has, and a page whose colours are turned. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { all, introduced, withPage, withStyles } from '../studio.ts'
import { type Defect, expectDefects, openStudio } from './studio-pages.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openStudio()
})
afterAll(() => pages?.close())

test.concurrent.each<[string, Defect[]]>([
  [
    'another picture, two exchanged, a background whose file is gone, a blur, no logo',
    [
      [
        'another picture at the same place',
        withPage($ => $('img[src*=quay]').attr('src', 'img/forest.jpg')),
        ['serious image/lost:workshop at the quay'],
      ],
      [
        'two pictures exchanged',
        withPage($ => {
          $('img[src*=pier]').attr('src', 'img/x')
          $('img[src*=dune]').attr('src', 'img/pier.jpg')
          $('img[src="img/x"]').attr('src', 'img/dune.jpg')
        }),
        ['serious image/swapped:house behind the dune / house on a pier'],
      ],
      [
        'a background picture whose file is gone',
        withStyles('.hero { background-image: url(img/nothing-here) }'),
        ['critical image/broken:hero.jpg'],
      ],
      [
        'a blurred picture',
        withStyles('img[src*=etching] { filter: blur(3px) }'),
        ['moderate image/blurred:the harbour in 1890'],
      ],
      [
        'the logo hidden by style',
        withStyles('nav a img { visibility: hidden }'),
        ['serious image/lost:harbour studio'],
      ],
    ],
  ],
])('%s', (_, defects) => expectDefects(pages, defects))

test.concurrent('a dark page instead of a light one fails', async () => {
  const result = await pages.judge(withStyles('body, .navbar { background: #111827; color: #e5e7eb }'))
  expect(introduced(result)).toContain('serious image/colours:inverted')
  expect(result!.pass).toBe(false)
})

test.concurrent('pictures of AVIF in half the size for their place, cut by it; sizes in rem; a gallery of other markup; pictures a little larger, at another place, at half a pixel; icons and pictures by CSS: nothing above minor', async () => {
  const result = await pages.judge(
    all([
      withPage($ =>
        $('.card img').each((_, image) => {
          $(image).attr('src', $(image).attr('src')!.replace('.jpg', '.avif'))
        }),
      ),
      withStyles('body { font-size: 1rem } .button { padding: .75rem 1.75rem }'),
      withPage($ => $('.strip img').wrap('<figure style="margin: 0; display: contents"></figure>')),
      withStyles('.card img { height: 236px; margin-top: 0.5px } #work { padding-top: 100.5px }'),
      withPage($ =>
        $('.strip img[src*=boris]').replaceWith(
          '<div role="img" aria-label="Boris on the roof" style="flex: none; width: 300px; height: 200px; background: image-set(url(img/boris.webp) 1x, url(img/boris.avif) 2x) center / cover"></div>',
        ),
      ),
    ]),
  )
  expect(introduced(result).filter(issue => !issue.startsWith('minor '))).toEqual([])
  expect(result!.pass).toBe(true)
})

test.concurrent('another text of a picture, one made lazy, buttons without their look, a dark picture: told, and may wait', async () => {
  const result = await pages.judge(
    all([
      withPage($ => $('img[src*=pier]').attr('alt', 'Our annual barbecue')),
      withPage($ =>
        $('.hero').before('<img src="img/forest.jpg" alt="Forest" width="1440" height="500" loading="lazy">'),
      ),
      withStyles('.button { background: none; color: inherit; padding: 0 }'),
      withStyles('.card img[src*=dune] { filter: brightness(0.35) }'),
    ]),
  )
  expect(introduced(result).toSorted()).toEqual([
    'moderate image/alt:house on a pier',
    'moderate image/blocks:button:look',
    'moderate image/lazy:forest',
    'moderate image/redrawn:house behind the dune',
  ])
})
