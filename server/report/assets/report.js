// The list of issues: filtered while one types, opened by its links, selectors to be copied. All of it works without.
{
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector('[data-filter]')
  const count = document.querySelector('[data-count]')
  /** @type {HTMLElement[]} */
  const items = Array.from(document.querySelectorAll('[data-issue]'))
  /** What is searched of an issue. @type {Map<Element, string>} */
  const texts = new Map()

  const textOf = (/** @type {Element} */ item) => {
    const known = texts.get(item) ?? (item.textContent ?? '').toLowerCase()
    texts.set(item, known)
    return known
  }

  /** Read while nothing else is to be done, so that the first letter does not wait for it. */
  const readAhead = (/** @type {number} */ from) => {
    const end = performance.now() + 8
    let next = from
    while (next < items.length && performance.now() < end) textOf(/** @type {Element} */ (items[next++]))
    if (next < items.length) setTimeout(readAhead, 20, next)
  }

  const lists = Array.from(document.querySelectorAll('[data-suite]'), suite => ({
    suite,
    groups: Array.from(suite.querySelectorAll('details[data-group]'), group => ({
      group,
      number: group.querySelector('[data-number]'),
      /** @type {HTMLElement[]} */
      items: Array.from(group.querySelectorAll('[data-issue]')),
    })),
  }))

  const apply = () => {
    if (!form) return
    const data = new FormData(form)
    const value = (/** @type {string} */ name) => String(data.get(name) ?? '')
    const facets = [value('suite'), value('severity'), value('status')]
    const words = value('q').toLowerCase().split(/\s+/).filter(Boolean)
    const asked = words.length > 0 || facets.some(Boolean)
    const fits = (/** @type {HTMLElement} */ item) => {
      const own = (item.dataset.issue ?? '').split(' ')
      return (
        facets.every((facet, index) => facet === '' || facet === own[index]) &&
        words.every(word => textOf(item).includes(word))
      )
    }
    let shown = 0
    /** @type {HTMLElement[]} */
    const changes = []
    for (const { suite, groups } of lists) {
      const before = shown
      for (const { group, number, items } of groups) {
        let left = 0
        for (const item of items) {
          const fitting = fits(item)
          if (item.hidden === fitting) changes.push(item)
          if (fitting) left++
        }
        shown += left
        if (group.hasAttribute('hidden') === left > 0) group.toggleAttribute('hidden', left === 0)
        if (number && number.textContent !== String(left)) number.textContent = String(left)
        if (words.length > 0 && left > 0) group.setAttribute('open', '')
      }
      suite.toggleAttribute('hidden', asked && shown === before)
    }
    if (count)
      count.textContent = shown === items.length ? `${shown} issues` : `${shown} of ${items.length} issues`
    turn(changes)
  }

  let frame = 0
  /** From the top, as many as one frame has time for: the next letter waits for no list. */
  const turn = (/** @type {HTMLElement[]} */ changes) => {
    cancelAnimationFrame(frame)
    for (const item of changes.slice(0, 100)) item.hidden = !item.hidden
    if (changes.length > 100) frame = requestAnimationFrame(() => turn(changes.slice(100)))
  }

  // A list that the server has filtered already holds no more: another question is for the server.
  const isWhole = form !== null && !new URLSearchParams(location.search).size
  if (form && isWhole) {
    form.hidden = false
    form.querySelector('[data-apply]')?.setAttribute('hidden', '')
    form.addEventListener('input', apply)
    setTimeout(readAhead, 200, 0)
    form.addEventListener('submit', event => {
      event.preventDefault()
      apply()
    })
    // What a browser has kept of an earlier visit.
    if ([...new FormData(form).values()].some(Boolean)) apply()
  }

  /** A link to an issue shows it, whatever is closed or filtered away. */
  const reveal = () => {
    const id = location.hash.slice(1)
    const target = id.startsWith('i-') ? document.getElementById(id) : null
    if (!target) return
    const item = target.closest('[data-issue]')
    if (form && item?.hasAttribute('hidden')) {
      form.reset()
      apply()
    }
    for (let open = target.closest('details'); open; open = open.parentElement?.closest('details') ?? null)
      open.open = true
    item?.scrollIntoView({ block: 'start' })
  }
  addEventListener('hashchange', reveal)
  reveal()

  const clipboard = navigator.clipboard
  /** Its button comes when an issue is opened: thousands of buttons that nobody sees would cost. */
  document.addEventListener(
    'toggle',
    event => {
      if (!clipboard || !(event.target instanceof HTMLDetailsElement) || !event.target.open) return
      for (const code of event.target.querySelectorAll('.selector > code:only-child')) {
        if (code.closest('details') !== event.target) continue
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'copy-selector'
        button.textContent = 'Copy'
        button.setAttribute('aria-label', 'Copy the selector')
        button.addEventListener('click', async () => {
          button.textContent = await clipboard.writeText(code.textContent ?? '').then(
            () => 'Copied',
            () => 'Not allowed',
          )
        })
        code.after(button)
      }
    },
    true,
  )
}
