import type { HeadArtifact } from '../../capture/collectors/head.ts'
import type { Check, Finding } from '../core/suite.ts'

/** WCAG 1.4.4 asks for 200 %. */
const LEAST_ZOOM = 2

export const viewport: Check<'head' | 'document'> = {
  id: 'responsive/viewport',
  title: 'The page adapts to the screen and lets people zoom',
  weight: 10,
  judge({ original, rebuilt }) {
    const findings: Finding[] = []
    const before = contentOf(original.head)
    const after = contentOf(rebuilt.head)
    const places = {
      original: { url: original.document.url, text: before ?? 'no viewport meta' },
      rebuilt: { url: rebuilt.document.url, text: after ?? 'no viewport meta' },
    }
    const wanted = before && adapts(settingsOf(before)) ? before : 'width=device-width, initial-scale=1'
    const settings = settingsOf(after ?? '')
    if (!adapts(settings))
      findings.push({
        key: 'responsive/viewport:width',
        severity: 'serious',
        penalty: 1,
        message: after
          ? `The viewport meta “${after.slice(0, 120)}” does not follow the screen: phones show a shrunken page`
          : 'The viewport meta is missing: phones show the desktop page shrunk to the screen',
        fix: `Put <meta name="viewport" content="${wanted.slice(0, 200)}"> into the head`,
        ...places,
      })
    if (forbidsZoom(settings))
      findings.push({
        key: 'responsive/viewport:zoom',
        severity: 'serious',
        penalty: 0.5,
        message: `The viewport meta “${after!.slice(0, 120)}” keeps people from zooming to 200 %`,
        fix: 'Drop user-scalable and maximum-scale from the viewport meta',
        ...places,
      })
    return findings
  },
}

/** Whether the page is laid out for the width of the screen it is on. */
export const followsScreen = (head: HeadArtifact) => adapts(settingsOf(contentOf(head) ?? ''))

function contentOf(head: HeadArtifact): string | null {
  return head.metas.findLast(meta => meta.name === 'viewport')?.content ?? null
}

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
  const most = Number.parseFloat(settings.get('maximum-scale') ?? '')
  return most > 0 && most < LEAST_ZOOM
}
