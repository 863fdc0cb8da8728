/** The ten ways in which pages show what is scrolled to. */

export type Attributes = Record<string, string>

export interface Timing {
  /** ms */
  duration: number
  /** Delay from one element of a group to the next, ms. */
  step: number
  /** How far into the window an element has to come, px. */
  offset: number
}

/** How one page reveals. Elements are hidden by styles, by a library, or are not there yet. */
export interface Reveal {
  /** Files of packages, in their order: `aos/dist/aos.js`. */
  libraries?: string[]
  css?: string
  script?: string
  /** Of the element that is revealed. */
  attributes(delay: number): Attributes
  /** The same where the trigger is broken: hidden for good. */
  broken(delay: number): Attributes
  /** Puts the element into something. */
  wrap?(html: string, broken: boolean, address: string): string
  /** The elements of a section share one stage. */
  stage?(units: string[]): string
}

export interface Technique {
  name: string
  /** `variant`: 0 to 3. `scroller`: a selector where the body itself does not scroll. */
  reveal(variant: number, timing: Timing, scroller: string | null): Reveal
}

const MAX_DELAY_MS = 1200
const capped = (delay: number) => Math.min(delay, MAX_DELAY_MS)

/** Calls `on(element, isIn)` of the page for what is scrolled in and out. */
const observing = (options: string, selector = '[data-watch]') =>
  `const seer = new IntersectionObserver(entries => entries.forEach(entry => on(entry.target, entry.isIntersecting)), ${options})
document.querySelectorAll('${selector}').forEach(element => seer.observe(element))`

const aos = (packageName: string, options: string): Technique['reveal'] => {
  const kinds = ['fade-up', 'fade-right', 'zoom-in', 'flip-left']
  return (variant, { duration, offset }) => ({
    libraries: [`${packageName}/dist/aos.css`, `${packageName}/dist/aos.js`],
    css: 'body { overflow-x: hidden }',
    script: `AOS.init({ duration: ${duration}, offset: ${offset}, ${options} })`,
    attributes: delay => ({ 'data-aos': kinds[variant]!, 'data-aos-delay': `${capped(delay)}` }),
    broken: () => ({ 'data-aos': kinds[variant]!, 'data-aos-offset': '99999' }),
  })
}

/** Hidden and shown by a class that a script sets. */
const toggled = (
  hidden: string,
  shown: string,
  { duration }: Timing,
  script: string,
  easing = 'ease-out',
): Reveal => ({
  css: `.unseen { ${hidden}; transition: all ${duration}ms ${easing} var(--wait, 0ms) } .unseen.seen { ${shown} }`,
  script,
  attributes: delay => ({ class: 'unseen', 'data-watch': '', style: `--wait: ${capped(delay)}ms` }),
  broken: () => ({ class: 'unseen' }),
})

const BELOW = 'opacity: 0; transform: translateY(40px)'
const BOTH_WAYS = `const on = (element, isIn) => element.classList.toggle('seen', isIn)`

const gsap: Technique['reveal'] = (variant, { duration, offset }, scroller) => {
  const trigger = `trigger: element, start: element.dataset.start || 'top bottom-=${offset}', ${scroller ? `scroller: '${scroller}',` : ''}`
  const timed = `duration: ${duration / 1000}, delay: element.dataset.delay / 1000`
  const tween = [
    `gsap.from(element, { opacity: 0, y: 60, ${timed}, scrollTrigger: { ${trigger} toggleActions: 'play reverse play reverse' } })`,
    `gsap.from(element, { opacity: 0, x: -60, ${timed}, scrollTrigger: { ${trigger} toggleActions: 'play reverse play reverse' } })`,
    `gsap.fromTo(element, { autoAlpha: 0, y: 60 }, { autoAlpha: 1, y: 0, ${timed}, scrollTrigger: { ${trigger} toggleActions: 'play reverse play reverse' } })`,
    `gsap.from(element, { opacity: 0, y: 60, scrollTrigger: { ${trigger} end: 'top center', scrub: 0.5 } })`,
  ][variant]
  return {
    libraries: ['gsap/dist/gsap.min.js', 'gsap/dist/ScrollTrigger.min.js'],
    css: variant === 2 ? '.tween { visibility: hidden }' : '',
    script: `gsap.registerPlugin(ScrollTrigger)
document.querySelectorAll('.tween').forEach(element => ${tween})`,
    attributes: delay => ({ class: 'tween', 'data-delay': `${capped(delay)}` }),
    broken: () => ({ class: 'tween', 'data-delay': '0', 'data-start': 'top+=99999 top' }),
  }
}

/** As server-rendered components have it: the hidden state is in the markup. */
const motion: Technique['reveal'] = (variant, { duration }, scroller) => {
  const leaves =
    variant % 2
      ? ''
      : `return () => Motion.animate(element, { opacity: 0, y: 40 }, { duration: ${duration / 2000} })`
  const root = scroller ? `, { root: document.querySelector('${scroller}') }` : ''
  return {
    libraries: ['motion/dist/motion.js'],
    script: `Motion.inView('.in-view', element => {
  Motion.animate(element, { opacity: 1, y: 0 }, { duration: ${duration / 1000}, delay: element.dataset.delay / 1000 })
  ${leaves}
}${root})`,
    attributes: delay => ({
      class: 'in-view',
      'data-delay': `${capped(delay)}`,
      style: 'opacity:0;transform:translateY(40px)',
    }),
    broken: () => ({ class: 'in-veiw', style: 'opacity:0;transform:translateY(40px)' }),
  }
}

const timeline: Technique['reveal'] = (variant, { offset }) =>
  variant % 2
    ? {
        // Where no timeline has the name, the animation never begins.
        css: `@keyframes pass { entry 0% { opacity: 0; transform: translateY(40px) } entry 100% { opacity: 1; transform: none }
  exit 0% { opacity: 1; transform: none } exit 100% { opacity: 0; transform: translateY(-40px) } }
.pass { opacity: 0; animation: pass linear both; animation-timeline: view() } .pass.astray { animation-timeline: --nowhere }`,
        attributes: () => ({ class: 'pass' }),
        broken: () => ({ class: 'pass astray' }),
      }
    : {
        css: `@keyframes rise { to { opacity: 1; transform: none } }
.rise { ${BELOW} } .rise.play { animation: rise linear both; animation-timeline: view(); animation-range: entry 10% cover ${offset * 0.3}% }`,
        attributes: () => ({ class: 'rise play' }),
        broken: () => ({ class: 'rise' }),
      }

const scrollReveal: Technique['reveal'] = (variant, { duration, step, offset }) =>
  variant < 2
    ? {
        libraries: ['scrollreveal/dist/scrollreveal.js'],
        css: 'html.sr .load-hidden { visibility: hidden }',
        script: `ScrollReveal().reveal('.revealed', { distance: '50px', duration: ${duration}, interval: ${Math.min(step, 100)}, viewOffset: { bottom: ${offset / 2} }, reset: ${variant === 1} })`,
        attributes: () => ({ class: 'load-hidden revealed' }),
        broken: () => ({ class: 'load-hidden' }),
      }
    : {
        libraries: ['wow.js/dist/wow.js'],
        css: `.wow { visibility: hidden } @keyframes fadeInUp { from { opacity: 0; transform: translate3d(0, 100%, 0) } to { opacity: 1; transform: none } }
.animated { animation-duration: ${duration}ms; animation-fill-mode: both } .fadeInUp { animation-name: fadeInUp }`,
        script: `new WOW({ offset: ${offset} }).init()`,
        attributes: delay => ({ class: 'wow fadeInUp', 'data-wow-delay': `${capped(delay) / 1000}s` }),
        broken: () => ({ class: 'wow fadeInUp', 'data-wow-offset': '99999' }),
      }

const scrollHandler: Technique['reveal'] = (variant, timing) => {
  const script = `let waits = false
const look = () => {
  waits = false
  document.querySelectorAll('[data-watch]').forEach(element => {
    const { top, bottom } = element.getBoundingClientRect()
    const isIn = top < innerHeight - ${timing.offset} && bottom > 0
    ${variant === 0 ? `element.classList.toggle('seen', isIn)` : `if (isIn) element.classList.add('seen')`}
  })
}
addEventListener('scroll', () => { if (!waits) { waits = true; setTimeout(look, 100) } })
addEventListener('load', look)`
  if (variant === 3)
    return {
      ...toggled('grid-template-rows: 0fr', 'grid-template-rows: 1fr', timing, script),
      attributes: () => ({}),
      broken: () => ({}),
      wrap: (html, broken) =>
        `<div class="unseen" style="display:grid"${broken ? '' : ' data-watch'}><div style="overflow:hidden">${html}</div></div>`,
    }
  return [
    toggled(BELOW, 'opacity: 1; transform: none', timing, script),
    toggled('visibility: hidden; opacity: 0', 'visibility: visible; opacity: 1', timing, script),
    toggled('clip-path: inset(0 100% 0 0)', 'clip-path: inset(0)', timing, script),
  ][variant]!
}

/** What is not in the document before it is near the window; or one step at a time on a stage that stands still. */
const onDemand: Technique['reveal'] = (variant, timing) => {
  const nothing = { attributes: () => ({}), broken: () => ({}) }
  const near = observing(`{ rootMargin: '200px' }`)
  const rest = (broken: boolean) => `class="slot"${broken ? '' : ' data-watch'}`
  if (variant === 2)
    return {
      css: `.track { height: calc(var(--steps) * 60vh + 40vh) } .stage { position: sticky; top: 0; height: 100vh; overflow: hidden }
.step { position: absolute; inset: 15vh 24px auto; opacity: 0; visibility: hidden; transition: opacity ${timing.duration / 2}ms } .step.now { opacity: 1; visibility: visible }`,
      script: `const steps = () => document.querySelectorAll('.track').forEach(track => {
  const all = track.querySelectorAll('.step'), at = Math.floor(-track.getBoundingClientRect().top / innerHeight / 0.6 + 0.5)
  all.forEach((step, index) => step.classList.toggle('now', index === Math.max(0, Math.min(all.length - 1, at)) && !step.dataset.off))
})
addEventListener('scroll', steps); steps()`,
      ...nothing,
      wrap: (html, broken) => `<div class="step"${broken ? ' data-off="1"' : ''}>${html}</div>`,
      stage: units =>
        `<div class="track" style="--steps:${units.length}"><div class="stage">${units.join('\n')}</div></div>`,
    }
  if (variant === 1)
    return {
      css: '.slot:empty { min-height: 220px; background: #f3f4f6 }',
      script: `const on = async (element, isIn) => {
  if (!isIn) return
  seer.unobserve(element)
  element.innerHTML = await (await fetch(element.dataset.part)).text()
  document.dispatchEvent(new Event('inserted'))
}
${near}`,
      ...nothing,
      wrap: (_, broken, address) => `<div ${rest(broken)} data-part="${address}"></div>`,
    }
  return {
    css: `.slot { min-height: 120px } .slot > * { animation: appear ${timing.duration}ms both } @keyframes appear { from { opacity: 0 } }`,
    script: `const on = (element, isIn) => {
  if (!isIn) return
  seer.unobserve(element)
  element.append(element.querySelector('template').content.cloneNode(true))
  document.dispatchEvent(new Event('inserted'))
}
${near}`,
    ...nothing,
    wrap: (html, broken) => `<div ${rest(broken)}><template>${html}</template></div>`,
  }
}

export const techniques: readonly Technique[] = [
  { name: 'aos-once', reveal: aos('aos', 'once: true') },
  { name: 'aos-mirror', reveal: aos('aos-next', 'once: false, mirror: true') },
  { name: 'gsap', reveal: gsap },
  { name: 'motion', reveal: motion },
  {
    name: 'observer-both',
    reveal: (_, timing) =>
      toggled(
        BELOW,
        'opacity: 1; transform: none',
        timing,
        `${BOTH_WAYS}\n${observing('{ threshold: 0.15 }')}`,
      ),
  },
  {
    name: 'observer-once',
    reveal: (_, timing) =>
      toggled(
        BELOW,
        'opacity: 1; transform: none',
        { ...timing, duration: timing.duration + 200 },
        `const on = (element, isIn) => { if (isIn) { element.classList.add('seen'); seer.unobserve(element) } }\n${observing('{ threshold: 0.5 }')}`,
      ),
  },
  { name: 'view-timeline', reveal: timeline },
  { name: 'scrollreveal', reveal: scrollReveal },
  { name: 'scroll-handler', reveal: scrollHandler },
  { name: 'on-demand', reveal: onDemand },
]

/** Everything is there at once. */
export const unrevealed: Technique = {
  name: 'none',
  reveal: () => ({ attributes: () => ({}), broken: () => ({ hidden: '' }) }),
}
