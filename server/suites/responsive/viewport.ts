import type { HeadArtifact } from '../../capture/collectors/head.ts'
import { MOBILE } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import type { Check } from '../core/suite.ts'
import { isUnadapted, UNADAPTED_PX } from './screens.ts'

/** WCAG 1.4.4 asks for 200 %. */
const MIN_ZOOM = 2

const rules = defineRules(
  'responsive/viewport',
  {
    why: 'Without a fitting viewport meta, phones show a desktop page shrunk until its text cannot be read.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  },
  {
    width: {
      severity: 'serious',
      // It is met on every phone, at each place of the page.
      foremost: true,
      penalty: 1,
      measures:
        'Whether the viewport meta follows the screen: width=device-width, or an initial scale of 1 alone.',
      fix: 'Put <meta name="viewport" content="width=device-width, initial-scale=1"> into the head',
      cases: {
        unadapted: {
          when: `the original is over ${UNADAPTED_PX} px too wide for a phone: there one sees a part of it, here all of it small`,
          severity: 'moderate',
          penalty: 0.5,
        },
      },
    },
    zoom: {
      // Most phones let people zoom all the same: of seven that readers judged on unseen pages two held a launch.
      severity: 'moderate',
      penalty: 0.25,
      measures: `Whether the viewport meta forbids zooming, or to less than ${MIN_ZOOM * 100} %.`,
      fix: 'Drop user-scalable and maximum-scale from the viewport meta',
      why: 'People with low vision enlarge the text to read it.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
    },
  },
)

export const viewport: Check<'head' | 'document' | 'layouts'> = {
  id: 'responsive/viewport',
  title: 'The page adapts to the screen and lets people zoom',
  weight: 10,
  rules,
  judge({ original, rebuilt }) {
    const findings: Finding[] = []
    const before = contentOf(original.head)
    const after = contentOf(rebuilt.head)
    const places = {
      original: { url: original.document.url, text: before ?? 'no viewport meta' },
      rebuilt: { url: rebuilt.document.url, text: after ?? 'no viewport meta' },
    }
    const settings = settingsOf(after ?? '')
    if (!adapts(settings)) {
      const message = after
        ? `The viewport meta ${quote(after, 120)} does not follow the screen: phones show a shrunken page`
        : 'The viewport meta is missing: phones show the desktop page shrunk to the screen'
      const fix =
        before && adapts(settingsOf(before))
          ? `Put <meta name="viewport" content="${before.slice(0, 200)}"> into the head`
          : undefined
      const isOld = original.layouts.some(screen => screen.width === MOBILE && isUnadapted(screen))
      findings.push(rules.report('width', { as: isOld ? 'unadapted' : undefined, message, fix, ...places }))
    }
    if (forbidsZoom(settings)) {
      const message = `The viewport meta ${quote(after!, 120)} keeps people from zooming to 200 %`
      findings.push(rules.report('zoom', { message, ...places }))
    }
    return findings
  },
}

/** Whether the page is laid out for the width of the screen it is on. */
export const followsScreen = (head: HeadArtifact) => adapts(settingsOf(contentOf(head) ?? ''))

/** Whether phones show the page as on a desktop, shrunk: its sizes there say nothing. */
export const isShrunk = (width: number, head: HeadArtifact) => width <= MOBILE && !followsScreen(head)

/** The last one counts. */
const contentOf = (head: HeadArtifact): string | null =>
  head.metas.findLast(({ name }) => name === 'viewport')?.content ?? null

/** @see https://drafts.csswg.org/css-viewport/#parsing-algorithm */
function settingsOf(content: string): Map<string, string> {
  const settings = new Map<string, string>()
  for (const [, name, value] of content.toLowerCase().matchAll(/([^\s,;=]+)\s*=\s*([^\s,;=]+)/g))
    settings.set(name!, value!)
  return settings
}

/** An initial scale alone has the width follow from it. */
function adapts(settings: Map<string, string>): boolean {
  const width = settings.get('width')
  if (width === 'device-width') return true
  return width === undefined && Number.parseFloat(settings.get('initial-scale') ?? '') === 1
}

function forbidsZoom(settings: Map<string, string>): boolean {
  const scalable = settings.get('user-scalable')
  if (scalable === 'no' || scalable === '0') return true
  const scale = Number.parseFloat(settings.get('maximum-scale') ?? '')
  return scale > 0 && scale < MIN_ZOOM
}
