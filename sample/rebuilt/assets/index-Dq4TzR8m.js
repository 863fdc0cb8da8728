const toggle = document.querySelector('[data-toggle-nav]')
const nav = document.getElementById(toggle.getAttribute('aria-controls'))

const show = open => {
  nav.toggleAttribute('data-open', open)
  toggle.setAttribute('aria-expanded', `${open}`)
}

toggle.addEventListener('click', () => show(!nav.hasAttribute('data-open')))
for (const link of nav.querySelectorAll('a')) link.addEventListener('click', () => show(false))
