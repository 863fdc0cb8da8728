// Both pages: scrolled together by what stands on them, one over the other with a slider, and where they differ.
{
  /** @typedef {{ x: number, y: number, width: number, height: number }} Box */
  /** @typedef {{ kind: string, original: Box | null, rebuilt: Box | null, link: HTMLElement | null }} Difference */

  /** @returns {Box | null} */
  const boxOf = (/** @type {string[]} */ numbers) => {
    const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers.map(Number)
    return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : null
  }
  const listOf = (/** @type {string | undefined} */ text) =>
    (text ? text.split(',') : []).map(one => one.split(' '))

  /**
   * Heights of one page as those of the other, by points that belong together.
   * @param {[number, number][]} points
   * @param {0 | 1} from
   */
  const mapping = (points, from) => (/** @type {number} */ y) => {
    const to = from === 0 ? 1 : 0
    let after = points.findIndex(point => point[from] >= y)
    if (after < 0) after = points.length - 1
    const [a, b] = [points[Math.max(0, after - 1)], points[after]]
    if (!a || !b) return y
    const span = b[from] - a[from]
    return span === 0 ? b[to] : a[to] + ((y - a[from]) / span) * (b[to] - a[to])
  }

  /** @template {keyof HTMLElementTagNameMap} T @param {T} name @param {string} [text] */
  const make = (name, className = '', text = '') => {
    const element = document.createElement(name)
    element.className = className
    element.textContent = text
    return element
  }

  const radios = (
    /** @type {string} */ name,
    /** @type {string[]} */ labels,
    /** @type {(index: number) => void} */ onChoice,
  ) => {
    const set = make('fieldset')
    set.append(make('legend', 'hidden', 'View'))
    labels.forEach((text, index) => {
      const label = make('label')
      const input = make('input')
      input.type = 'radio'
      input.name = name
      input.checked = index === 0
      input.addEventListener('change', () => onChoice(index))
      label.append(input, text)
      set.append(label)
    })
    return set
  }

  /** One a width, the widest first. @type {{ step(by: number): void, element: HTMLDetailsElement, count: number }[]} */
  const views = []

  /** What shows the place of an issue on both pages, by its body. @type {Map<Element, () => void>} */
  const seen = new Map()

  /** @param {HTMLDetailsElement} screen */
  const setUp = screen => {
    const width = Number(screen.dataset.screen)
    /** @type {HTMLElement | null} */
    const panes = screen.querySelector('.panes')
    /** @type {HTMLElement[]} */
    const both = Array.from(screen.querySelectorAll('[data-pane]'))
    const [original, rebuilt] = both
    if (!panes || !original || !rebuilt) return
    /** @type {[number, number][]} */
    const points = (screen.dataset.anchors ? screen.dataset.anchors.split(' ') : []).map(point => {
      const [a = 0, b = 0] = point.split(',').map(Number)
      return [a, b]
    })
    const toRebuilt = mapping(points, 0)
    const toOriginal = mapping(points, 1)
    /** Shown px of a page px. */
    const scale = (/** @type {HTMLElement} */ pane) => pane.clientWidth / width

    // --- scrolled together ------------------------------------------------------------------------------
    const together = make('input')
    together.type = 'checkbox'
    together.checked = true
    /** Where a pane was put by the other one: its own event is no wish. @type {WeakMap<HTMLElement, number>} */
    const put = new WeakMap()
    const follow = (
      /** @type {HTMLElement} */ from,
      /** @type {HTMLElement} */ to,
      /** @type {(y: number) => number} */ map,
    ) => {
      const wish = put.get(from)
      put.delete(from)
      if (
        !together.checked ||
        points.length === 0 ||
        (wish !== undefined && Math.abs(wish - from.scrollTop) < 2)
      )
        return
      // At the ends both end; in between, what is in the middle of the one is in the middle of the other.
      const middle = from.clientHeight / 2
      const last = from.scrollHeight - from.clientHeight
      const y = map((from.scrollTop + middle) / scale(from)) * scale(to) - to.clientHeight / 2
      const top = from.scrollTop <= 0 ? 0 : from.scrollTop >= last - 1 ? to.scrollHeight : Math.round(y)
      const before = to.scrollTop
      to.scrollTop = top
      if (to.scrollTop !== before) put.set(to, to.scrollTop)
    }
    original.addEventListener('scroll', () => follow(original, rebuilt, toRebuilt), { passive: true })
    rebuilt.addEventListener('scroll', () => follow(rebuilt, original, toOriginal), { passive: true })

    // --- what differs -----------------------------------------------------------------------------------
    /** @type {Difference[]} */
    const differences = []
    for (const place of document.querySelectorAll(`[data-shot="${width}"]`)) {
      if (!(place instanceof HTMLElement)) continue
      const item = place.closest('[data-issue]')
      // Of what was fixed there is nothing to be seen on the new page, and of the rest only what is new is sought.
      if (!(item instanceof HTMLElement) || !/ introduced$/.test(item.dataset.issue ?? '')) continue
      const [a, b] = [
        boxOf((place.dataset.original ?? '').split(' ')),
        boxOf((place.dataset.rebuilt ?? '').split(' ')),
      ]
      if (a || b) differences.push({ kind: 'issue-box', original: a, rebuilt: b, link: item })
    }
    const heightOf = (/** @type {Difference} */ { original, rebuilt }) =>
      rebuilt?.y ?? (original ? toRebuilt(original.y) : 0)
    differences.sort((a, b) => heightOf(a) - heightOf(b))
    /** @type {Difference[]} */
    const blocks = [
      ...listOf(screen.dataset.pairs).map(numbers => ({
        kind: numbers[8] === '1' ? 'change' : 'match',
        original: boxOf(numbers.slice(0, 4)),
        rebuilt: boxOf(numbers.slice(4, 8)),
        link: null,
      })),
      ...listOf(screen.dataset.missing).map(numbers => ({
        kind: 'gone',
        original: boxOf(numbers),
        rebuilt: null,
        link: null,
      })),
      ...listOf(screen.dataset.added).map(numbers => ({
        kind: 'extra',
        original: null,
        rebuilt: boxOf(numbers),
        link: null,
      })),
    ]

    /** @type {Map<Difference, HTMLElement[]>} */
    const drawn = new Map()
    const draw = (
      /** @type {HTMLElement} */ pane,
      /** @type {'original' | 'rebuilt'} */ side,
      /** @type {Difference[]} */ list,
      /** @type {HTMLElement} */ layer,
    ) => {
      const image = pane.querySelector('img')
      const height = Number(image?.getAttribute('height')) || (image?.naturalHeight ?? 0)
      if (!height) return
      for (const one of list) {
        const box = one[side]
        if (!box) continue
        const mark = make('div', `box ${one.kind}`)
        mark.style.left = `${(100 * box.x) / width}%`
        mark.style.top = `${(100 * box.y) / height}%`
        mark.style.width = `${(100 * box.width) / width}%`
        mark.style.height = `${(100 * box.height) / height}%`
        mark.addEventListener('pointerenter', () => light(one, true))
        mark.addEventListener('pointerleave', () => light(one, false))
        mark.addEventListener('click', () => show(one))
        drawn.set(one, [...(drawn.get(one) ?? []), mark])
        layer.append(mark)
      }
    }
    const light = (/** @type {Difference} */ one, /** @type {boolean} */ on) => {
      for (const mark of drawn.get(one) ?? []) mark.classList.toggle('lit', on)
    }
    const layers = both.map(pane => {
      const sheet = pane.querySelector('.sheet')
      const [marks, outlines] = [make('div', 'boxes'), make('div', 'boxes')]
      marks.setAttribute('aria-hidden', 'true')
      outlines.setAttribute('aria-hidden', 'true')
      outlines.hidden = true
      sheet?.append(outlines, marks)
      return { pane, marks, outlines }
    })
    const drawAll = () => {
      for (const { pane, marks, outlines } of layers) {
        const side = pane.dataset.pane === 'original' ? 'original' : 'rebuilt'
        if (!marks.childElementCount) draw(pane, side, differences, marks)
        if (!outlines.hidden && !outlines.childElementCount) draw(pane, side, blocks, outlines)
      }
    }

    // --- from difference to difference -----------------------------------------------------------------
    const told = make('p', 'told')
    told.setAttribute('aria-live', 'polite')
    let at = -1
    const show = (/** @type {Difference} */ one) => {
      for (const known of drawn.keys()) light(known, known === one)
      const place = differences.indexOf(one)
      if (place >= 0) at = place
      const wanted = /** @type {const} */ ([
        [original, one.original ?? (one.rebuilt && { ...one.rebuilt, y: toOriginal(one.rebuilt.y) })],
        [rebuilt, one.rebuilt ?? (one.original && { ...one.original, y: toRebuilt(one.original.y) })],
      ])
      for (const [pane, box] of wanted) {
        if (!box) continue
        const before = pane.scrollTop
        pane.scrollTop = (box.y + box.height / 2) * scale(pane) - pane.clientHeight / 2
        if (pane.scrollTop !== before) put.set(pane, pane.scrollTop)
      }
      slider.follow(one)
      told.replaceChildren()
      if (place >= 0) told.append(`${place + 1} of ${differences.length}: `)
      const id = one.link?.querySelector('.issue-body')?.id
      if (!id) {
        told.append(
          {
            change: 'The text differs.',
            gone: 'Only the original has this.',
            extra: 'Only the new page has this.',
          }[one.kind] ?? 'Both pages have this.',
        )
        return
      }
      const link = make('a', 'page-text', one.link?.querySelector('.message')?.textContent ?? '')
      link.href = `#${id}`
      told.append(link)
    }
    const step = (/** @type {number} */ by) => {
      if (differences.length === 0) return
      drawAll()
      const next =
        at < 0 ? (by > 0 ? 0 : differences.length - 1) : (at + by + differences.length) % differences.length
      const one = differences[next]
      if (one) show(one)
    }

    // --- one over the other ----------------------------------------------------------------------------
    const slider = makeSlider({
      width,
      panes,
      original,
      rebuilt,
      toOriginal,
      toRebuilt,
      name: screen.dataset.screen ?? '',
    })

    const tools = make('div', 'tools')
    /** What is said of two panes. @type {HTMLElement[]} */
    const sideBySide = []
    tools.append(
      radios(`view-${width}`, ['Side by side', 'Slider'], index => {
        slider.toggle(index === 1)
        for (const label of sideBySide) label.hidden = index === 1
      }),
    )
    const option = (/** @type {HTMLInputElement} */ input, /** @type {string} */ text) => {
      const label = make('label')
      label.append(input, text)
      sideBySide.push(label)
      return label
    }
    const outlined = make('input')
    outlined.type = 'checkbox'
    const legend = legendOf(blocks)
    outlined.addEventListener('change', () => {
      for (const { outlines } of layers) outlines.hidden = !outlined.checked
      legend.hidden = !outlined.checked
      drawAll()
    })
    if (points.length > 0) tools.append(option(together, 'Scroll together'))
    if (blocks.length > 0) tools.append(option(outlined, 'Matched, changed, missing and added blocks'))
    if (differences.length > 0) {
      for (const [text, key, by] of /** @type {const} */ ([
        ['Previous difference', 'p', -1],
        ['Next difference', 'n', 1],
      ])) {
        const button = make('button', 'step', text)
        button.type = 'button'
        const cap = make('kbd', '', key)
        cap.setAttribute('aria-hidden', 'true')
        button.append(cap)
        button.setAttribute('aria-keyshortcuts', key)
        button.addEventListener('click', () => step(by))
        tools.append(button)
      }
    } else sayWhereElse(told)
    tools.append(slider.control, legend, told)
    panes.before(tools)
    for (const image of screen.querySelectorAll('img')) image.addEventListener('load', drawAll)
    if (screen.open) drawAll()
    screen.addEventListener('toggle', () => screen.open && drawAll())
    views.push({ step, element: screen, count: differences.length })
    for (const one of differences) {
      const body = one.link?.querySelector('.issue-body')
      if (!body || seen.has(body)) continue
      seen.set(body, () => {
        screen.open = true
        drawAll()
        show(one)
        screen.scrollIntoView({ block: 'start' })
      })
    }
  }

  /** What the colours of blocks say, of the kinds that there are. @param {Difference[]} blocks */
  const legendOf = blocks => {
    const legend = make('p', 'kinds small')
    legend.hidden = true
    for (const [kind, text] of /** @type {const} */ ([
      ['match', 'on both pages'],
      ['change', 'the text differs'],
      ['gone', 'only on the original'],
      ['extra', 'only on the new page'],
    ])) {
      if (!blocks.some(one => one.kind === kind)) continue
      const entry = make('span')
      entry.append(make('span', `sample box ${kind}`), text)
      legend.append(entry)
    }
    return legend
  }

  /** Of a width at which there is nothing to go to. @param {HTMLElement} told */
  const sayWhereElse = told => {
    // All widths are known when the page is set up.
    queueMicrotask(() => {
      const other = views.find(({ count }) => count > 0)
      if (!other) return
      told.textContent = 'No new issue has its place at this width. '
      const [name, count] = [`${other.element.dataset.screen} px`, other.count]
      const button = make('button', 'step', `Show the ${count === 1 ? 'one' : count} at ${name}`)
      button.type = 'button'
      button.addEventListener('click', () => goTo(other, 1))
      told.append(button)
    })
  }

  const goTo = (/** @type {(typeof views)[number]} */ view, /** @type {number} */ by) => {
    view.element.open = true
    view.step(by)
    view.element.scrollIntoView({ block: 'nearest' })
  }

  /**
   * The original over the new page, as far as the slider is pushed; both move so that what belongs together lies on
   * each other at the middle of the window.
   * @param {{ width: number, panes: HTMLElement, original: HTMLElement, rebuilt: HTMLElement, name: string,
   *   toOriginal: (y: number) => number, toRebuilt: (y: number) => number }} about
   */
  function makeSlider({ width, panes, original, rebuilt, toOriginal, toRebuilt, name }) {
    const control = make('label', '', 'Original ')
    control.hidden = true
    const range = make('input')
    range.type = 'range'
    range.min = '0'
    range.max = '100'
    range.value = '50'
    range.setAttribute('aria-label', 'How much of the original is shown over the new page, in percent')
    control.append(range, make('span', 'nowrap', 'New page'))
    /** @type {HTMLElement | null} */
    let stage = null
    const parts = { cover: make('div', 'slider-cover'), line: make('div', 'slider-line') }
    /** @type {HTMLElement | null} */
    let under = null
    /** @type {HTMLElement | null} */
    let over = null
    const split = () => {
      parts.cover.style.clipPath = `inset(0 ${100 - Number(range.value)}% 0 0)`
      parts.line.style.left = `calc(${range.value}% - 1px)`
    }
    range.addEventListener('input', split)
    const move = () => {
      if (!stage || !under || !over) return
      const scale = stage.clientWidth / width
      const middle = stage.clientHeight / 2
      const y = toOriginal((stage.scrollTop + middle) / scale) * scale - middle
      under.style.transform = `translateY(${-stage.scrollTop}px)`
      over.style.transform = `translateY(${stage.scrollTop <= 0 ? 0 : -y}px)`
    }
    const build = () => {
      const pane = make('div', 'pane')
      pane.tabIndex = 0
      pane.setAttribute('role', 'region')
      pane.setAttribute('aria-label', `Both pages at ${name} px, one over the other`)
      const [tall, space, frame] = [make('div', 'slider-stage'), make('div'), make('div', 'slider-window')]
      under = /** @type {HTMLElement} */ (rebuilt.querySelector('.sheet')?.cloneNode(true))
      over = /** @type {HTMLElement} */ (original.querySelector('.sheet')?.cloneNode(true))
      parts.cover.replaceChildren(over)
      frame.append(under, parts.cover, parts.line)
      tall.append(frame, space)
      pane.append(tall)
      pane.addEventListener('scroll', move, { passive: true })
      panes.after(pane)
      stage = pane
      const size = () => {
        const height = under?.offsetHeight ?? 0
        tall.style.height = `${Math.max(height, pane.clientHeight)}px`
        move()
      }
      size()
      new ResizeObserver(size).observe(under)
      pane.addEventListener('pointerdown', event => {
        const drag = (/** @type {PointerEvent} */ { clientX }) => {
          const { left, width } = frame.getBoundingClientRect()
          range.value = String((100 * (clientX - left)) / width)
          split()
        }
        if (event.pointerType !== 'mouse' || event.button !== 0 || event.offsetX > pane.clientWidth) return
        event.preventDefault()
        pane.focus()
        drag(event)
        const stop = new AbortController()
        addEventListener('pointermove', drag, { signal: stop.signal })
        addEventListener('pointerup', () => stop.abort(), { signal: stop.signal })
      })
      split()
    }
    return {
      control,
      toggle(/** @type {boolean} */ on) {
        const before = on ? rebuilt : stage
        // What is in the middle now stays there.
        const y = before ? (before.scrollTop + before.clientHeight / 2) / before.clientWidth : 0
        const isAtTop = !before || before.scrollTop <= 0
        stage?.remove()
        stage = null
        // With the boxes as they are now.
        if (on) build()
        panes.hidden = on
        control.hidden = !on
        const after = on ? stage : rebuilt
        if (after) after.scrollTop = isAtTop ? 0 : y * after.clientWidth - after.clientHeight / 2
        move()
      },
      follow(/** @type {Difference} */ one) {
        if (!stage) return
        const box = one.rebuilt ?? (one.original && { ...one.original, y: toRebuilt(one.original.y) })
        if (box)
          stage.scrollTop = (box.y + box.height / 2) * (stage.clientWidth / width) - stage.clientHeight / 2
      },
    }
  }

  /** @type {NodeListOf<HTMLDetailsElement>} */
  const screens = document.querySelectorAll('details[data-screen]')
  // On a phone the phone's pictures can be made out.
  if (screens.length > 1 && matchMedia('(max-width: 48rem)').matches)
    screens.forEach((screen, index) => {
      screen.open = index === screens.length - 1
    })
  screens.forEach(setUp)

  // Its button comes when an issue is opened.
  document.addEventListener(
    'toggle',
    event => {
      const body = event.target instanceof Element ? event.target.querySelector('.issue-body') : null
      const showIt = body && seen.get(body)
      if (!showIt || body.querySelector('.show-place')) return
      const button = make('button', 'step show-place', 'Show it on both pages')
      button.type = 'button'
      button.addEventListener('click', showIt)
      body.append(button)
    },
    true,
  )

  addEventListener('keydown', event => {
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.shiftKey ||
      event.isComposing ||
      event.defaultPrevented
    )
      return
    if (event.key !== 'n' && event.key !== 'p') return
    const on = event.target
    if (on instanceof HTMLElement && (on.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName))) {
      if (!(on instanceof HTMLInputElement && /^(radio|checkbox|range)$/.test(on.type))) return
    }
    const open = views.filter(({ element }) => element.open)
    const used = open.find(({ element }) => element.contains(document.activeElement))
    const view = used ?? open.find(({ count }) => count > 0) ?? views.find(({ count }) => count > 0)
    if (view) goTo(view, event.key === 'n' ? 1 : -1)
  })
}
