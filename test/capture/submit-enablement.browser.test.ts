/** Submit buttons that wait for what is written into their form, and what comes of it when forms are sent. */
import { expect, test } from 'vitest'
import { forms } from '../../server/capture/collectors/forms.ts'
import { submitEnablement } from '../../server/capture/collectors/submit-enablement.ts'
import { page, servePages } from './pages.ts'
import { field, oneOfAKind, sent } from './submit-trials.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const form = (id: string, fields: string, disabled = 'disabled') =>
  `<form id="${id}" action="/sent" method="post"><h2>${id}</h2>${fields}<button ${disabled}>Send ${id}</button></form>`

test('submit buttons that wait for what is written and ticked are told from dead ones', async () => {
  const site = await servePages({
    '/': page(`<main>
      ${form('consent', '<label><input type="checkbox" id="agreed"> I agree</label>')}
      ${form('checked', '<label>Name <input id="who"></label><label>E-mail <input name="email" id="mail"></label><label>Post code <input id="code" pattern="[0-9]{5}"></label>')}
      ${form('chosen', '<label>Topic <select id="topic"><option value="">Choose</option><option>Order</option></select></label><label><input type="radio" name="way" value="a"> A</label><label><input type="radio" name="way" value="b"> B</label>')}
      ${form('drawn', '<svg role="checkbox" aria-checked="false" tabindex="0" id="box"></svg>')}
      ${form('captcha', '<label>Name <input></label><iframe srcdoc="Are you a robot?"></iframe>')}
      ${form('dead', '<label>Name <input></label><label style="display: none">Leave empty <input id="trap"></label>')}
      ${form('open', '<label>Name <input></label>', '')}
      </main><script>
      const on = (id, test) => document.getElementById(id).addEventListener('input', () => test(document.getElementById(id)))
      const send = id => document.querySelector('#' + id + ' button')
      agreed.addEventListener('change', () => { send('consent').disabled = !agreed.checked })
      let timer
      checked.addEventListener('input', () => {
        fetch('/draft', { method: 'POST', body: who.value })
        setTimeout(() => fetch('/later', { method: 'POST', body: who.value }), 900)
        clearTimeout(timer)
        timer = setTimeout(() => { send('checked').disabled = !(who.value && mail.value.includes('@') && code.checkValidity() && code.value) }, 200)
      })
      chosen.addEventListener('change', () => { send('chosen').disabled = !(topic.value && chosen.elements.way.value) })
      box.addEventListener('click', () => { box.setAttribute('aria-checked', 'true'); send('drawn').disabled = false })
      trap.addEventListener('input', () => { send('dead').disabled = false })
      </script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const names = new Map(
      (await forms(session)).flatMap(({ submits }) => submits).map(one => [one.selector, one.name]),
    )
    const { enabled, unsure } = await submitEnablement(session)
    expect(unsure.map(selector => names.get(selector))).toEqual(['Send captcha'])
    expect(enabled.map(selector => names.get(selector))).toEqual([
      'Send consent',
      'Send checked',
      'Send chosen',
      'Send drawn',
    ])
    const { page } = await session.at(1440)
    await page.waitForTimeout(1200)
    expect(await page.title()).toBe('A page')
  })
  expect(site.seen.every(({ method }) => method === 'GET')).toBe(true)
  await site.close()
})

test('a submit button that may wait for a CAPTCHA is unsure', async () => {
  const name = '<label>Name <input></label>'
  const site = await servePages({
    '/': page(`<main>
      ${form('turnstile', `${name}<div class="cf-turnstile"></div>`)}
      ${form('token', `${name}<div><div id="closed"></div><input type="hidden" name="cf-turnstile-response"></div>`)}
      ${form('recaptcha', `${name}<textarea name="g-recaptcha-response" style="display: none"></textarea>`)}
      ${form('other', `${name}<div data-sitekey="a1"></div>`)}
      ${form('dead', `${name}<input type="hidden" name="survey-response">`)}
      </main>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const names = new Map(
      (await forms(session)).flatMap(({ submits }) => submits).map(one => [one.selector, one.name]),
    )
    const { enabled, unsure } = await submitEnablement(session)
    expect(enabled).toEqual([])
    expect(unsure.map(selector => names.get(selector))).toEqual([
      'Send turnstile',
      'Send token',
      'Send recaptcha',
      'Send other',
    ])
  })
  await site.close()
})

test('what came of sending a form is told, and nothing goes out', async () => {
  const { phones, ...outcomes } = await sent(openWith, oneOfAKind)
  expect(outcomes).toEqual({
    sends: ['native', 'posted', 'asked', 'mailed', 'trapped'],
    pretends: [
      'thanks',
      'cleared',
      'gone',
      'analytics',
      'alerted',
      'national',
      'anyPhone',
      'digits',
      'worded',
    ],
    refuses: ['refused', 'strict', 'patterned'],
    nothing: ['silent'],
  })
  expect(phones).toEqual([
    ['national', { spaced: [], bare: field('national') }],
    ['anyPhone', { spaced: field('anyPhone'), bare: [] }],
    ['digits', { spaced: [], bare: field('digits') }],
    ['worded', { spaced: [], bare: field('worded') }],
  ])
})

test('a form in a dialog is tried as well', async () => {
  const site = await servePages({
    '/': page(`<main><h1>Order</h1><button>Details</button><button data-ends>Log out</button><svg role="button" tabindex="0" width="20" height="20"><rect width="20" height="20" /></svg><button data-opens>Buy now</button>
      <div id="order" style="display: none"><form><label>E-mail <input name="email"></label><button>Order</button></form></div>
      <div style="display: none"><form id="never"><label>E-mail <input name="email"></label><button>Order</button></form></div>
      </main><script>
      document.querySelector('[data-opens]').addEventListener('click', () => { order.style.display = 'block' })
      document.querySelector('[data-ends]').addEventListener('click', () => { never.parentElement.style.display = 'block' })
      order.addEventListener('submit', event => { event.preventDefault(); fetch('/api', { method: 'POST', body: new FormData(event.target) }) })
      </script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { trials } = await submitEnablement(session)
    expect(trials).toEqual([
      {
        selector: '#order > form',
        outcome: 'sends',
        carries: { 'e-mail': true },
        sentTo: { action: `${site.origin}/api`, method: 'post' },
        spare: [expect.stringContaining('#order')],
      },
    ])
  })
  expect(site.seen.map(({ path }) => path)).not.toContain('/api')
  await site.close()
})

test('a form that begins a chat or a mail is sent there', async () => {
  const FIELDS = '<label>E-mail <input type="email" name="mail"></label><button>Send</button>'
  const site = await servePages({
    '/': page(`<main>${['chat', 'asked', 'mail'].map(id => `<form id="${id}">${FIELDS}</form>`).join('')}</main><script>
      const on = (id, send) => document.getElementById(id).addEventListener('submit', event => {
        event.preventDefault()
        send(encodeURIComponent('From ' + event.target.elements.mail.value))
      })
      on('chat', text => open('https://wa.me/4915100000?text=' + text, '_blank'))
      on('asked', text => { if (confirm('Go on?')) open('https://api.whatsapp.com/send?phone=%2B49 15100001&text=' + text) })
      on('mail', text => { location.href = 'mailto:?to=Sales@example.org,office@example.org&body=' + text })
      </script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { trials } = await submitEnablement(session)
    const sent = (action: string) => ({ action, method: 'get' })
    expect(trials).toMatchObject([
      { selector: '#chat', outcome: 'sends', sentTo: sent('https://wa.me/4915100000') },
      { selector: '#asked', outcome: 'sends', sentTo: sent('https://wa.me/4915100001') },
      { selector: '#mail', outcome: 'sends', sentTo: sent('mailto:office@example.org,sales@example.org') },
    ])
  })
  await site.close()
})

test('what was written into a form, and whether it is in what is sent', async () => {
  const fields = (name: string) =>
    `<label>E-mail <input type="email" name="mail"></label><label>Telephone <input type="tel" name="tel"></label>
    <label>Message <textarea ${name}></textarea></label><button>Send</button>`
  const site = await servePages({
    '/': page(`<main><form id="posted" action="/sent" method="post">${fields('name="words"')}</form>
      <form id="nameless" action="/sent" method="post">${fields('id="words"')}</form>
      <form id="scripted">${fields('name="words"')}</form></main><script>
      document.getElementById('scripted').onsubmit = event => {
        event.preventDefault()
        const { mail, words } = Object.fromEntries(new FormData(event.target))
        fetch('/api', { method: 'POST', body: JSON.stringify({ mail, words }) })
      }
      </script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { trials } = await submitEnablement(session)
    expect(trials).toMatchObject([
      { selector: '#posted', carries: { 'e-mail': true, telephone: true, message: true } },
      { selector: '#nameless', carries: { 'e-mail': true, telephone: true, message: false } },
      { selector: '#scripted', carries: { 'e-mail': true, telephone: false, message: true } },
    ])
  })
  await site.close()
})

test('what a form can do without, says all the same, and only says', async () => {
  const fields = `<label>E-mail <input type="email" name="mail"></label><label>Name <input name="who" required></label>
    <label>Words <textarea name="words"></textarea></label><button>Send</button>`
  const site = await servePages({
    '/': page(`<main>${['careful', 'hasty', 'led'].map(id => `<form id="${id}">${fields}</form>`).join('')}</main><script>
      const on = (id, send) => document.getElementById(id).addEventListener('submit', event => {
        event.preventDefault()
        send(Object.fromEntries(new FormData(event.target)))
      })
      const post = entries => fetch('/api', { method: 'POST', body: JSON.stringify(entries) })
      on('careful', async entries => {
        if (!entries.mail) return alert('Where can we reach you?')
        await post(entries).then(() => { location.href = '/thanks' }, () => alert('It did not go out'))
      })
      on('hasty', entries => { for (let i = 0; i < 2; i++) post(entries).catch(() => {}); alert('Vielen Dank!') })
      on('led', entries => { alert('Thank you'); location.href = '/thanks' })
      </script>`),
    // Nothing says that it was sent; what is sent late, or once, or draft by draft, tells of no field.
    '/honest':
      page(`<main>${['late', 'once', 'drafts'].map(id => `<form id="${id}">${fields}<p class="said"></p></form>`).join('')}</main><script>
      var open = false, print = document.body
      const on = (id, send) => document.getElementById(id).addEventListener('submit', event => {
        event.preventDefault()
        send(event.target, Object.fromEntries(new FormData(event.target)))
      })
      const post = (path, entries) => fetch(path, { method: 'POST', body: JSON.stringify(entries) })
      on('late', (form, entries) => setTimeout(() => post('/api', entries).catch(() => {
        form.querySelector('.said').textContent = 'Your message has not been sent. Please try again.'
      }), 600))
      let isBusy = false
      on('once', (form, entries) => { if (!isBusy) post('/api', entries); isBusy = true })
      drafts.addEventListener('change', () => post('/draft', Object.fromEntries(new FormData(drafts))))
      on('drafts', (form, entries) => entries.mail ? post('/api', entries).catch(() => post('/api', entries)) : alert('Please write your e-mail first. Thank you.'))
      </script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { trials } = await submitEnablement(session)
    const [careful, hasty, led] = trials!
    const field = (id: string, name: string) => expect.stringMatching(new RegExp(`#${id}.*${name}`))
    expect(careful).toMatchObject({
      outcome: 'sends',
      needed: [field('careful', 'label:nth-of-type\\(1\\)')],
      spare: [field('careful', 'label:nth-of-type\\(3\\)')],
    })
    expect(careful).not.toHaveProperty('thanksAnyway')
    expect(hasty).toMatchObject({ outcome: 'sends', thanksAnyway: true, twice: true })
    expect(careful).not.toHaveProperty('twice')
    expect(hasty!.spare).toHaveLength(2)
    expect(led).toEqual({ selector: '#led', outcome: 'pretends' })
  })
  await openWith(`${site.origin}/honest`, async session => {
    const { trials } = await submitEnablement(session)
    const [late, once, drafts] = trials!
    for (const one of trials!) {
      expect(one.outcome).toBe('sends')
      expect(one).not.toHaveProperty('thanksAnyway')
      // What is tried again once it failed is no second one.
      expect(one).not.toHaveProperty('twice')
    }
    // A second time their scripts send nothing.
    for (const one of [late, once]) {
      expect(one).not.toHaveProperty('needed')
      expect(one).not.toHaveProperty('spare')
    }
    expect(drafts!.needed).toHaveLength(1)
  })
  expect(site.seen.map(({ path }) => path)).not.toContain('/api')
  await site.close()
})
