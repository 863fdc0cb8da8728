/** Forms that are sent by way of trial, each answered otherwise by its script: what is told of them. */
import { expect } from 'vitest'
import type { Trial } from '../../server/capture/collectors/form-trials.ts'
import { submitEnablement } from '../../server/capture/collectors/submit-enablement.ts'
import { page, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

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
  worded: TELEPHONE,
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
/** What a form's script does as it is sent, by the form's name. */
const handlers = {
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
  worded: `say(/^\\d+$/.test(form.elements.tel.value) ? 'Thank you' : 'Enter a telephone number')`,
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
type Name = keyof typeof handlers

const scriptOf = (id: Name) => `document.getElementById('${id}').addEventListener('submit', event => {
  event.preventDefault()
  const form = event.target, email = form.elements.email?.value
  const say = text => { form.querySelector('.said').textContent = text }
  ${handlers[id]}
})`
const CHECK = `document.getElementById('checked')?.elements.email.addEventListener('change', async event => {
  event.target.form.isTaken = await fetch('/check').then(() => true, () => false)
})`

/** Of answers that are of one kind, one; the others: submit-enablement.slow.test.ts. */
const FIRST = new Set<Name>([
  'native',
  'posted',
  'asked',
  'mailed',
  'other',
  'thanks',
  'cleared',
  'gone',
  'analytics',
  'refused',
  'trapped',
  'next',
  'silent',
  'alerted',
  'judgedLate',
  'strict',
  'national',
  'anyPhone',
  'digits',
  'worded',
  'patterned',
  'checked',
])
const names = Object.keys(handlers) as Name[]
export const oneOfAKind = names.filter(name => FIRST.has(name))
export const theOthers = names.filter(name => !FIRST.has(name))

/** What came of sending the forms of these names, by its kind; nothing goes out. */
export async function sent(openWith: OpenWith, names: readonly Name[]) {
  const outcomes: Record<Trial['outcome'], string[]> = { sends: [], pretends: [], refuses: [], nothing: [] }
  const phones = new Map<string, Trial['phones']>()
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
  return { ...outcomes, phones: [...phones] }
}

/** The field of a form's telephone. */
export const field = (id: Name) => [expect.stringContaining(`#${id}`)]
