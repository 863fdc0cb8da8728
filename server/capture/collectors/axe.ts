import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DESKTOP, MOBILE } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

export type AxeArtifact = Awaited<ReturnType<typeof axeAt>>
export type AxeRule = AxeArtifact['violations'][number]
export type AxeNode = AxeRule['nodes'][number]

/** Rules whose passing elements are listed too: the rebuilt page is compared with them. */
const PASSES_WITH_NODES = [
  'image-alt',
  'input-image-alt',
  'svg-img-alt',
  'role-img-alt',
  'area-alt',
  'label',
  'select-name',
  'link-name',
  'button-name',
  'input-button-name',
  'frame-title',
  'color-contrast',
  'video-caption',
]

/** Time in which a bar that is to have a background has it, ms: a transition of its colour is over. */
const GROUND_MS = 400
/** Opacity from which a background is the ground of what stands on it, whatever is below. */
const GROUND_ALPHA = 0.8

/** The minified build: a page parses it in a third of the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * axe takes a text for an icon ligature, and skips it, where the text is drawn narrower than its letters one by one; after
 * three such texts it takes their font for an icon font. In Arabic, Devanagari or Thai letters join, and icon names are
 * spelled in ASCII: so axe gets the sum of its letters as the width of any other text.
 */
const LETTERS_JOIN = `;(() => {
  const { prototype } = CanvasRenderingContext2D
  const measure = prototype.measureText
  prototype.measureText = function (text) {
    if (text.length < 2 || !/[^\\0-\\x7f]/.test(text)) return measure.call(this, text)
    return { width: text.split('').reduce((sum, letter) => sum + measure.call(this, letter).width, 0) }
  }
})()`

/** axe-core, WCAG 2.0 to 2.2 A and AA, at the desktop and the mobile width. */
export async function axe(session: SiteSession): Promise<AxeArtifact[]> {
  return [await axeAt(session, DESKTOP), await axeAt(session, MOBILE)]
}

async function axeAt({ at, site }: SiteSession, width: number) {
  const { world } = await at(width)
  await world.inject(SOURCE + LETTERS_JOIN)
  const result = await world.run(
    async (
      {
        visibleBoxOf,
        nameOf,
        roleOf,
        contextOf,
        letterColourOf,
        alphaOf,
        parentOf,
        selectorOf,
        closest,
        clean,
        textOf,
        elements,
      },
      { ignore, withNodes, groundMs, groundAlpha },
    ) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      let headings: Element[] | undefined
      const exclude = ignore.filter(selector => {
        try {
          return document.querySelector(selector) !== null
        } catch {
          return false
        }
      })
      const giveBack = freeMembers()
      const found = await axe
        .run(exclude.length ? { exclude: exclude.map(selector => [selector]) } : document, {
          runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
          resultTypes: ['violations', 'incomplete', 'passes'],
          iframes: false,
          // The length of sounds is all that these rules need; style sheets would be fetched once more.
          preload: { assets: ['media'], timeout: 2000 },
          selectors: false,
          elementRef: true,
        })
        .finally(giveBack)
      const grounded = await groundedByScrolling()
      return {
        violations: found.violations.map(rule => describe(rule)),
        incomplete: found.incomplete.map(rule => describe(rule)),
        passes: found.passes.map(rule =>
          describe(withNodes.includes(rule.id) ? rule : { ...rule, nodes: [] }, rule),
        ),
      }

      /**
       * A form gives its field of the name `nodeName` for its own `nodeName`, on which axe breaks. Such a field belongs to no
       * form while axe runs; its name, its label and what refers to it stay.
       */
      function freeMembers(): () => void {
        const fields = elements().filter(
          element =>
            element.matches('button, fieldset, input, object, output, select, textarea') &&
            [element.id, element.getAttribute('name') ?? ''].some(name => name in Element.prototype),
        )
        const forms = fields.map(field => field.getAttribute('form'))
        for (const field of fields) field.setAttribute('form', '')
        return () => {
          for (const [index, field] of fields.entries())
            if (forms[index] == null) field.removeAttribute('form')
            else field.setAttribute('form', forms[index])
        }
      }

      /** `whole` has all the elements that are counted, `rule` those that are listed. */
      function describe(rule: (typeof found.violations)[number], whole = rule) {
        return {
          id: rule.id,
          impact: rule.impact ?? 'minor',
          help: rule.help,
          helpUrl: rule.helpUrl,
          tags: rule.tags,
          count: whole.nodes.length,
          nodes: rule.nodes.slice(0, 200).map(node => {
            const element = (node as unknown as { element: Element }).element
            return {
              selector: selectorOf(element),
              tag: element.localName,
              role: roleOf(element),
              name: nameOf(element),
              text: clean(textOf(element)).slice(0, 1000),
              /** The last part of the address that it shows or leads to. */
              file: fileOf(element),
              type: (element as HTMLInputElement).type ?? '',
              landmark: contextOf(element).landmark,
              /** The heading of the smallest part of the page around it that has one, as a person would describe the place. */
              near: headingOf(element),
              /** The last heading before it, which no wrapper changes: tells places without a name apart. */
              after: headingBefore(element),
              contrast: contrastOf(node),
              paint: paintOf(element),
              /** It stays over the window, and lets through whatever is scrolled below it. */
              ...(isAfloat(element) && { afloat: true as const }),
              /** It does so where the page begins, and has a background as soon as the page is scrolled. */
              ...(grounded.has(element) && { grounded: true as const }),
              summary: clean(node.failureSummary).slice(0, 500),
              ...visibleBoxOf(element, [element.getBoundingClientRect()]),
            }
          }),
        }
      }

      function fileOf(element: Element): string {
        const given =
          (element as HTMLImageElement).currentSrc ||
          element.getAttribute('src') ||
          element.getAttribute('href') ||
          ''
        if (!given || /^(data|blob|javascript):|^#/i.test(given)) return ''
        if (!URL.canParse(given, document.baseURI)) return ''
        const url = new URL(given, document.baseURI)
        const last = url.pathname.split('/').filter(Boolean).pop()
        return (last ?? (url.host === location.host ? '/' : url.host)).slice(0, 100)
      }

      function headingOf(element: Element): string {
        const box = closest(element, candidate => candidate.querySelector('h1, h2, h3, h4, h5, h6') !== null)
        return clean(box?.querySelector('h1, h2, h3, h4, h5, h6')?.textContent).slice(0, 100)
      }

      function headingBefore(element: Element): string {
        headings ??= Array.from(document.querySelectorAll('h1, h2, h3, h4, h5, h6'))
        let [low, high] = [0, headings.length]
        while (low < high) {
          const middle = (low + high) >> 1
          const place = headings[middle]!.compareDocumentPosition(element)
          if (place & Node.DOCUMENT_POSITION_FOLLOWING && !(place & Node.DOCUMENT_POSITION_CONTAINED_BY))
            low = middle + 1
          else high = middle
        }
        return clean(headings[low - 1]?.textContent).slice(0, 100)
      }

      /** As styled, for what axe cannot decide: the background is that of the nearest ancestor which has one. */
      function paintOf(element: Element) {
        const { style, background } = contextOf(element)
        return {
          text: letterColourOf(style),
          background,
          size: Number.parseFloat(style.fontSize),
          weight: Number(style.fontWeight),
        }
      }

      function isAfloat(element: Element): boolean {
        const { pinned } = contextOf(element)
        if (!pinned) return false
        for (let here: Element | null = element; here; here = parentOf(here)) {
          const { backgroundImage, backgroundColor } = contextOf(here).style
          if (backgroundImage !== 'none' || alphaOf(backgroundColor) >= groundAlpha) return false
          if (here === pinned) return true
        }
        return false
      }

      /** Those that axe did not pass, of bars that let through what is below them only where the page begins. */
      async function groundedByScrolling(): Promise<Set<Element>> {
        const afloat = [...found.violations, ...found.incomplete]
          .filter(({ id }) => id === 'color-contrast')
          .flatMap(({ nodes }) => nodes.map(node => (node as unknown as { element: Element }).element))
          .filter(isAfloat)
        if (afloat.length === 0) return new Set()
        const [x, y] = [scrollX, scrollY]
        const until = performance.now() + groundMs
        scrollTo({ left: x, top: y + innerHeight, behavior: 'instant' })
        do await new Promise(requestAnimationFrame)
        while (performance.now() < until && afloat.some(isAfloat))
        const grounded = afloat.filter(element => !isAfloat(element))
        scrollTo({ left: x, top: y, behavior: 'instant' })
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return new Set(grounded)
      }

      /** What axe measured: colours as #rrggbb, ratios to 1. */
      function contrastOf(node: (typeof found.violations)[number]['nodes'][number]) {
        const data = node.any.find(check => check.id === 'color-contrast')?.data
        if (!data?.contrastRatio) return null
        return {
          text: String(data.fgColor),
          background: String(data.bgColor),
          ratio: Number(data.contrastRatio),
          wanted: Number.parseFloat(data.expectedContrastRatio),
        }
      }
    },
    { ignore: site.ignore, withNodes: PASSES_WITH_NODES, groundMs: GROUND_MS, groundAlpha: GROUND_ALPHA },
    30_000,
  )
  return { width, ...result }
}
