import axeCore from 'axe-core'
import { DESKTOP, type Eyes, MOBILE } from '../eyes.ts'

export type AxeArtifact = Awaited<ReturnType<typeof axeAt>>
export type AxeRule = AxeArtifact['violations'][number]
export type AxeNode = AxeRule['nodes'][number]

/** axe-core, WCAG 2.0 to 2.2 A and AA, at the desktop and the mobile width. */
export async function axe(eyes: Eyes): Promise<AxeArtifact[]> {
  return [await axeAt(eyes, DESKTOP), await axeAt(eyes, MOBILE)]
}

async function axeAt({ at, site }: Eyes, width: number) {
  const { world } = await at(width)
  await world.inject(axeCore.source)
  const result = await world.run(
    async ({ inkOf, nameOf, roleOf, contextOf, selectorOf, closest, clean }, ignore) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const exclude = ignore.filter(selector => {
        try {
          return document.querySelector(selector) !== null
        } catch {
          return false
        }
      })
      const found = await axe.run(
        exclude.length ? { exclude: exclude.map(selector => [selector]) } : document,
        {
          runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
          resultTypes: ['violations', 'incomplete', 'passes'],
          iframes: false,
          selectors: false,
          elementRef: true,
        },
      )
      return {
        violations: found.violations.map(describe),
        incomplete: found.incomplete.map(describe),
        passes: found.passes.map(rule => ({ id: rule.id, nodes: rule.nodes.length })),
      }

      function describe(rule: (typeof found.violations)[number]) {
        return {
          id: rule.id,
          impact: rule.impact ?? 'minor',
          help: rule.help,
          helpUrl: rule.helpUrl,
          tags: rule.tags,
          count: rule.nodes.length,
          nodes: rule.nodes.slice(0, 200).map(node => {
            const element = (node as unknown as { element: Element }).element
            return {
              selector: selectorOf(element),
              tag: element.localName,
              role: roleOf(element),
              /** What a person perceives of it: name, text, or the file it shows. */
              name: nameOf(element) || clean(element.textContent).slice(0, 200) || fileOf(element),
              type: (element as HTMLInputElement).type ?? '',
              landmark: contextOf(element).landmark,
              /** The nearest heading, to tell places without a name apart. */
              near: headingOf(element),
              summary: clean(node.failureSummary).slice(0, 500),
              ...inkOf(element, [element.getBoundingClientRect()]),
            }
          }),
        }
      }

      function fileOf(element: Element): string {
        const url =
          (element as HTMLImageElement).currentSrc ||
          element.getAttribute('src') ||
          element.getAttribute('href') ||
          ''
        return url.startsWith('data:') ? '' : (url.split(/[?#]/)[0]!.split('/').pop() ?? '').slice(0, 100)
      }

      function headingOf(element: Element): string {
        const box = closest(element, candidate => candidate.querySelector('h1, h2, h3, h4, h5, h6') !== null)
        return clean(box?.querySelector('h1, h2, h3, h4, h5, h6')?.textContent).slice(0, 100)
      }
    },
    site.ignore,
    30_000,
  )
  return { width, ...result }
}
