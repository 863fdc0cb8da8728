// The list of issues: filtered while one types, opened by its links, selectors to be copied. All of it works without.
{
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector('[data-filter]')
  const count = document.querySelector('[data-count]')
  /** @typedef {{ item: HTMLElement, facets: string[], text: string | null }} Entry */

  const lists = Array.from(document.querySelectorAll('[data-suite]'), suite => ({
    suite,
    groups: Array.from(suite.querySelectorAll('details[data-group]'), group => ({
      group,
      number: group.querySelector('[data-number]'),
      entries: Array.from(
        /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll('[data-issue]')),
        /** @returns {Entry} */ item => ({ item, facets: (item.dataset.issue ?? '').split(' '), text: null }),
      ),
    })),
  }))
  const entries = lists.flatMap(({ groups }) => groups.flatMap(group => group.entries))

  /** What is searched of an issue. @param {Entry} entry */
  const textOf = entry => {
    entry.text ??= (entry.item.textContent ?? '').toLowerCase()
    return entry.text
  }

  /** Shows what is asked for and hides the rest, from the top; rests after each issue, and says whether it turned it. */
  function* answers() {
    const data = form ? new FormData(form) : new FormData()
    const value = (/** @type {string} */ name) => String(data.get(name) ?? '')
    const wanted = [value('suite'), value('severity'), value('status')]
    const words = value('q').toLowerCase().split(/\s+/).filter(Boolean)
    const asked = words.length > 0 || wanted.some(Boolean)
    const fits = (/** @type {Entry} */ entry) =>
      wanted.every((facet, index) => facet === '' || facet === entry.facets[index]) &&
      words.every(word => textOf(entry).includes(word))
    let shown = 0
    for (const { suite, groups } of lists) {
      const before = shown
      for (const { group, number, entries } of groups) {
        let left = 0
        for (const entry of entries) {
          const fitting = fits(entry)
          if (fitting) left++
          const turns = entry.item.hidden === fitting
          if (turns) entry.item.hidden = !fitting
          yield turns
        }
        shown += left
        if (group.hasAttribute('hidden') === left > 0) group.toggleAttribute('hidden', left === 0)
        if (number && number.textContent !== String(left)) number.textContent = String(left)
        if (words.length > 0 && left > 0) group.setAttribute('open', '')
      }
      suite.toggleAttribute('hidden', asked && shown === before)
    }
    if (count)
      count.textContent =
        shown === entries.length ? `${shown} issues` : `${shown} of ${entries.length} issues`
  }

  /** Of one frame: what is turned is laid out anew. */
  const MAX_MS = 8
  const MAX_TURNED = 100
  let frame = 0

  /** As much as one frame has time for, then the next: no letter waits for the list. */
  const goOn = (/** @type {Generator<boolean, void>} */ steps) => {
    const end = performance.now() + MAX_MS
    let turned = 0
    while (turned < MAX_TURNED && performance.now() < end) {
      const { done, value } = steps.next()
      if (done) return
      if (value) turned++
    }
    frame = requestAnimationFrame(() => goOn(steps))
  }
  const apply = () => {
    cancelAnimationFrame(frame)
    goOn(answers())
  }

  /** Read while nothing else is to be done, so that the first letter has less to read. */
  const readAhead = (/** @type {number} */ from) => {
    const end = performance.now() + MAX_MS
    let next = from
    while (next < entries.length && performance.now() < end) textOf(/** @type {Entry} */ (entries[next++]))
    if (next < entries.length) setTimeout(readAhead, 20, next)
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
      cancelAnimationFrame(frame)
      for (const _ of answers());
    }
    for (let open = target.closest('details'); open; open = open.parentElement?.closest('details') ?? null)
      open.open = true
    item?.scrollIntoView({ block: 'start' })
  }
  addEventListener('hashchange', reveal)
  reveal()

  // Not each browser fetches for paper what it left for later on the screen.
  addEventListener('beforeprint', () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
  })

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
