// What `[data-events]` shows of a job goes on by itself: a <progress>, the phase in [data-phase], percent in [data-share].
// The page of a job that has ended has no such element. Without this script, a refresh in <noscript> does the same.

/** When the server takes no more streams, or is not there. */
const AGAIN_MS = 10_000

/** @type {NodeListOf<HTMLElement>} */
const followed = document.querySelectorAll('[data-events]')
for (const element of followed) follow(element)

/** @param {HTMLElement} element */
function follow(element) {
  const source = new EventSource(element.dataset.events ?? '')
  source.addEventListener('progress', ({ data }) => show(element, JSON.parse(data)))
  for (const end of ['ended', 'deleted'])
    source.addEventListener(end, () => {
      source.close()
      location.reload()
    })
  // An EventSource connects again by itself, unless it was refused.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), AGAIN_MS)
  })
}

/**
 * @param {HTMLElement} element
 * @param {{ progress: { value: number, phase: string } }} job
 */
function show(element, { progress }) {
  const bar = element.querySelector('progress')
  if (bar) bar.value = progress.value * bar.max
  write(element.querySelector('[data-phase]'), progress.phase)
  write(element.querySelector('[data-share]'), `${Math.round(progress.value * 100)} %`)
}

/**
 * Only what is new, since it may be read aloud.
 * @param {Element | null} element
 * @param {string} text
 */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text
}
