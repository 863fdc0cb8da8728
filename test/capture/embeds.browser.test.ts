import { expect, test } from 'vitest'
import { embeds } from '../../server/capture/collectors/embeds.ts'
import { images } from '../../server/capture/collectors/images/index.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test.concurrent('videos and frames of other sites, and what names one', async () => {
  const site = await servePages({
    '/inner': page(
      '<iframe src="https://player.vimeo.com/video/76979871" width="640" height="360"></iframe>',
    ),
    '/': page(`<main>
      <iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Our  film" width="640" height="360"></iframe>
      <video src="/waves.mp4" autoplay muted loop style="display: block; width: 800px; height: 300px"></video>
      <video style="width: 300px; height: 200px"></video>
      <iframe src="/inner" width="700" height="400" style="border: 0"></iframe>
      <iframe src="https://www.google.com/recaptcha/api2/anchor" width="300" height="80"></iframe>
      <iframe src="https://help.example/" style="position: fixed; right: 0; bottom: 0; width: 300px; height: 400px"></iframe>
      <div style="height: 0; overflow: hidden"><iframe src="https://maps.google.com/maps?q=Quay&output=embed" style="height: 100%"></iframe></div>
      <div style="display: none"><iframe src="https://calendly.com/acme" width="640" height="360"></iframe></div>
      <iframe data-src="https://maps.google.com/maps?q=Gate&output=embed" width="640" height="360"></iframe>
      <lite-youtube videoid="aaaaaaaaaaa" style="display: block; height: 200px"></lite-youtube>
      <div class="leaflet-container" style="height: 300px"></div>
      <img data-src="/quay.jpg" alt="" width="40" height="40"><p data-testid="hero-button" data-framer-name="Stack">None</p></main>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const found = await embeds(session)
    expect(
      found.map(({ kind, address, says, name, loops, shown, state, seen }) => [
        kind,
        (address || says).replace(site.origin, ''),
        state,
        ...(name ? [name] : []),
        ...(loops ? ['loops'] : []),
        ...(shown ? [] : ['hidden']),
        ...(state === 'visible' ? [`${seen.width} × ${seen.height}`] : []),
      ]),
    ).toEqual([
      ['frame', 'https://www.youtube.com/embed/dQw4w9WgXcQ', 'visible', 'Our film', '644 × 364'],
      ['video', '/waves.mp4', 'visible', 'loops', '800 × 300'],
      ['frame', 'https://player.vimeo.com/video/76979871', 'visible', '644 × 364'],
      ['frame', 'https://maps.google.com/maps?q=Quay&output=embed', 'clipped'],
      ['frame', 'https://calendly.com/acme', 'hidden', 'hidden'],
      ['named', 'https://maps.google.com/maps?q=Gate&output=embed', 'visible', '644 × 364'],
      ['named', 'aaaaaaaaaaa', 'visible', expect.stringMatching(/× 200$/)],
      ['map', '', 'visible', expect.stringMatching(/× 300$/)],
    ])
    // A film is a picture of the page as well, where its player has one.
    const films = (await images(session)).filter(({ kind }) => kind === 'video')
    expect(films.map(({ url, plays, file }) => [url, plays, file])).toEqual([
      [`${site.origin}/waves.mp4`, true, null],
    ])
  })
  await site.close()
})

test.concurrent('what a consent manager holds back is known by its marks', async () => {
  const film = 'https://www.youtube.com/embed/dQw4w9WgXcQ'
  const frame = (attributes: string) => `<iframe ${attributes} width="640" height="360"></iframe>`
  const site = await servePages({
    '/': page(
      [
        `data-cookieblock-src="${film}" data-cookieconsent="marketing"`,
        'uc-src="https://reviews.example/widget" data-usercentrics="Reviews"',
        `class="cmplz-iframe" data-src-cmplz="${film}"`,
        `class="_iub_cs_activate" data-suppressedsrc="${film}"`,
        `data-name="youtube" data-src="${film}"`,
        `data-src="${film}" loading="lazy"`,
      ]
        .map(frame)
        .join(''),
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const found = await embeds(session)
    expect(
      found.map(({ kind, says, awaitsConsent = false }) => [kind, says.split(' ').at(-1), awaitsConsent]),
    ).toEqual([
      ['named', film, true],
      ['named', 'https://reviews.example/widget', true],
      ['named', film, true],
      ['named', film, true],
      ['named', film, true],
      ['named', film, false],
    ])
  })
  await site.close()
})

test.concurrent('a film that the server picks anew for each visit is volatile, and a token in an address is none', async () => {
  let visit = 0
  const site = await servePages({
    '/': (_, response) => {
      const film = ['dQw4w9WgXcQ', 'aaaaaaaaaaa'][visit++ % 2]
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        page(`<iframe src="https://www.youtube.com/embed/${film}" width="640" height="360"></iframe>
          <iframe src="https://player.vimeo.com/video/76979871?visit=${visit}" width="640" height="360"></iframe>`),
      )
    },
  })
  await openWith(`${site.origin}/`, async session => {
    expect((await embeds(session)).map(({ volatile = false }) => volatile)).toEqual([true, false])
  })
  await site.close()
})
