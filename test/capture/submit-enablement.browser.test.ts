import { expect, test } from 'vitest'
import type { Trial } from '../../server/capture/collectors/form-trials.ts'
import { forms } from '../../server/capture/collectors/forms.ts'
import { submitEnablement } from '../../server/capture/collectors/submit-enablement.ts'
import { page, servePages } from './pages.ts'
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
  const EMAIL = '<label>E-mail <input type="email" name="email" required></label>'
  const TELEPHONE = `<div>${EMAIL}</div><div><label>Telephone <input type="tel" name="tel"></label></div>`
  const FIELDS: Record<string, string> = {
    strict: TELEPHONE,
    national: TELEPHONE,
    judgedLate: TELEPHONE,
    patterned: '<label>Telephone <input type="tel" name="tel" pattern="[0-9]{14,23}" required></label>',
    number: '<label>VAT number <input name="vat" pattern="[A-Z]{2}[0-9]{9}" required></label>',
    sum: '<label>3 + 4 <input name="sum"></label>',
    captcha: `${EMAIL}<div class="g-recaptcha"></div>`,
    anyPhone: TELEPHONE,
    digits: TELEPHONE,
    short: TELEPHONE.replace('type="tel"', 'type="tel" maxlength="10"'),
    fewer: `<button>-</button>${EMAIL}`,
    portugal: TELEPHONE,
    listed: `<div>${EMAIL}<p class="said"></p></div>`,
    ticks: `<div>${EMAIL}<b>I agree</b><p class="error said"></p><button>Send</button></div>`,
    script: '<label>フリガナ <input name="name_kana"></label>',
    calendar: `${EMAIL}<label>Date <input name="date" readonly></label>`,
    scrolled: `<div style="width: 200px; overflow: hidden"><div style="width: 400px">${EMAIL}</div></div>`,
    ticked: `${EMAIL}<input type="checkbox" name="done" style="display: none">`,
  }
  const tried = (id: string, fields = FIELDS[id] ?? EMAIL) =>
    `<form id="${id}"><h2>${id}</h2>${fields}<input type="checkbox" name="robot" style="display:none"><p class="said"></p><button>Send</button></form>`
  const handlers: Record<string, string> = {
    native: '',
    posted: `fetch('/api', { method: 'POST', body: JSON.stringify({ email }) }).then(() => say('Thank you'), () => say('Failed'))`,
    later: `say('Sent!'); setTimeout(() => fetch('/api', { method: 'POST', body: email }), 1500)`,
    asked: `fetch('/api?email=' + encodeURIComponent(email)); form.reset()`,
    mailed: `location.href = 'mailto:a@example.org?body=' + email`,
    other: `fetch('/ping'); say('Thank you')`,
    counted: `navigator.sendBeacon('/api', email); say('Thank you')`,
    socket: `new WebSocket('ws://' + location.host + '/socket'); say('Thank you')`,
    thanks: `say('Thank you! We will be in touch.')`,
    delayed: `setTimeout(() => say('Your message has been sent'), 1200)`,
    cleared: `form.reset()`,
    gone: `form.outerHTML = '<p>Tot ziens</p>'`,
    analytics: `navigator.sendBeacon('https://www.google-analytics.com/g/collect?v=2'); say('Thank you')`,
    refused: `form.querySelector('input').setAttribute('aria-invalid', 'true'); say('Please enter a business e-mail')`,
    trapped: `if (form.elements.robot.checked) say('Thank you'); else fetch('/api', { method: 'POST', body: email })`,
    next: `form.elements.email.value = ''; form.querySelector('input').placeholder = 'Name'`,
    step: `form.outerHTML = '<form><h2>Step 2</h2><label>Name <input></label><label>Town <input></label></form>'`,
    silent: '0',
    kept: `localStorage.setItem('email', email)`,
    alerted: `alert('Thank you')`,
    fewer: '0',
    late: `setTimeout(() => say('Thank you'), 3500)`,
    judgedLate: `setTimeout(() => {
      const isTaken = /^0\\d{9}$/.test(form.elements.tel.value)
      form.elements.tel.setAttribute('aria-invalid', !isTaken)
    }, 600)`,
    focused: `form.querySelector('input').focus()`,
    strict: `form.elements.tel.classList.toggle('is-invalid', !/^[0-9]{14,23}$/.test(form.elements.tel.value))`,
    national: `const isTaken = /^0\\d{9}$/.test(form.elements.tel.value)
      form.elements.tel.setAttribute('aria-invalid', !isTaken)
      if (isTaken) say('Thank you')`,
    anyPhone: `say('Thank you')`,
    digits: `const isTaken = /^\\d+$/.test(form.elements.tel.value)
      form.elements.tel.setAttribute('aria-invalid', !isTaken)
      if (isTaken) say('Thank you')`,
    short: `say('Thank you')`,
    patterned: '0',
    number: `form.elements.vat.classList.add('error')`,
    sum: `form.elements.sum.classList.add('error')`,
    captcha: `form.elements.email.classList.add('error')`,
    portugal: `form.elements.tel.setAttribute('aria-invalid', !/^9\\d{8}$/.test(form.elements.tel.value))`,
    script: `form.elements.name_kana.setAttribute('aria-invalid', !/^[ァ-ヶー]+$/.test(form.elements.name_kana.value))`,
    listed: `form.querySelector('.said').role = 'alert'; say('You are on the list!')`,
    ticks: `say('Please agree first')`,
    calendar: `if (form.elements.date.value) say('Thank you')`,
    scrolled: `form.querySelector('div').scrollLeft = 200`,
    ticked: `form.elements.done.checked = true`,
    shaken: `form.animate([{ translate: '-5px' }, { translate: 'none' }], 300)`,
    checked: `if (!form.isTaken) form.elements.email.classList.add('error')`,
  }
  const scriptOf = (id: string) => `document.getElementById('${id}').addEventListener('submit', event => {
    event.preventDefault()
    const form = event.target, email = form.elements.email?.value
    const say = text => { form.querySelector('.said').textContent = text }
    ${handlers[id]}
  })`
  const CHECK = `document.getElementById('checked')?.elements.email.addEventListener('change', async event => {
    event.target.form.isTaken = await fetch('/check').then(() => true, () => false)
  })`
  const outcomes = {
    sends: [] as string[],
    pretends: [] as string[],
    refuses: [] as string[],
    nothing: [] as string[],
  }
  const phones = new Map<string, Trial['phones']>()
  const names = Object.keys(handlers)
  for (let at = 0; at < names.length; at += 3) {
    const some = names.slice(at, at + 3)
    const scripts = some.filter(id => handlers[id]).map(scriptOf)
    const body = `<main><h1>Write</h1>${some.map(id => tried(id)).join('')}</main><script>${[...scripts, CHECK].join('\n')}</script>`
    const site = await servePages({ '/': page(body) })
    await openWith(`${site.origin}/`, async session => {
      const { trials = [] } = await submitEnablement(session)
      for (const trial of trials) {
        outcomes[trial.outcome].push(trial.selector.slice(1))
        if (trial.phones) phones.set(trial.selector.slice(1), trial.phones)
      }
    })
    expect(site.seen.map(({ path }) => path)).not.toContain('/api')
    expect(site.seen.map(({ path }) => path)).not.toContain('/ping')
    await site.close()
  }
  // What comes after a second and more a busy machine may not wait for: nothing is known then.
  expect(outcomes.sends.filter(id => id !== 'later')).toEqual([
    'native',
    'posted',
    'asked',
    'mailed',
    'trapped',
  ])
  expect(outcomes.pretends.filter(id => id !== 'delayed')).toEqual([
    'thanks',
    'cleared',
    'gone',
    'analytics',
    'national',
    'anyPhone',
    'digits',
    'short',
  ])
  const field = (id: string) => [expect.stringContaining(`#${id}`)]
  expect([...phones]).toEqual([
    ['national', { spaced: [], bare: field('national') }],
    ['anyPhone', { spaced: field('anyPhone'), bare: [] }],
    ['digits', { spaced: [], bare: field('digits') }],
  ])
  expect(outcomes.refuses).toEqual(['refused', 'strict', 'patterned'])
  expect(outcomes.nothing).toEqual(['silent', 'kept'])
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
