/** What axe's rules mean here: which count, how grave each is and what an element costs. */
import type { AxeRule } from '../../../capture/collectors/axe.ts'
import type { Severity } from '../../../contract.ts'
import { defineRules } from '../../core/rules.ts'

/** An element among very many still counts as this share of them. */
const MIN_SHARE = 0.02
/** Ratios to 1 that WCAG 2.2, 1.4.3 asks of text, and of large text. */
export const MIN_CONTRAST = 4.5
export const MIN_LARGE_CONTRAST = 3
/** Below this share a loss of contrast is one of rounding or of taste. */
export const MIN_CONTRAST_LOSS = 0.15

const share = (factor: number) => ({
  of: `share of the elements that the rule was applied to, ${MIN_SHARE} at least; of an inherited element it grows by the share of contrast that was lost`,
  factor,
})

export const rules = defineRules(
  'a11y/axe',
  {
    why: 'People who use a screen reader, the keyboard or strong magnification meet something that they cannot perceive or use.',
    reference: 'https://dequeuniversity.com/rules/axe/4.14/',
  },
  {
    violation: {
      severity: 'serious',
      penalty: share(0.7),
      measures:
        "Whether each element still passes axe's rules of WCAG 2.2 A and AA, at 1440 and 375 px; the key and the message name the rule.",
      fix: 'Mend the element as the page of the axe rule says',
      cases: {
        // Our critical is kept for what shuts people out of the whole page.
        critical: { when: "the rule's impact is critical", penalty: share(1) },
        serious: { when: "the rule's impact is serious" },
        moderate: { when: "the rule's impact is moderate", severity: 'moderate', penalty: share(0.4) },
        minor: { when: "the rule's impact is minor", severity: 'minor', penalty: share(0.2) },
      },
    },
    contrast: {
      severity: 'serious',
      penalty: share(0.7),
      measures: `Whether each text has a contrast of ${MIN_CONTRAST}:1 to its background, ${MIN_LARGE_CONTRAST}:1 where it is large.`,
      fix: 'Make text and background differ more',
      why: 'People with low vision, and anybody in bright light, cannot read pale text.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
      cases: {
        'slightly-lower': {
          when: `it fell below the limit and by less than ${MIN_CONTRAST_LOSS * 100} %, which nobody sees`,
          severity: 'moderate',
        },
        'like-beside': {
          when: 'the text is new and took the colours of an inherited fault in the same place',
          severity: 'moderate',
        },
      },
    },
    'background-gone': {
      severity: 'minor',
      penalty: 0,
      measures:
        'Whether a text kept its colour and can hardly be read because the picture behind it is gone; the image suite charges the picture.',
      fix: 'Bring back the picture behind it, which the image suite is about',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
    'same-colours': {
      severity: 'minor',
      penalty: 0,
      measures:
        'Whether a text of too low a contrast has the colours and the size of the original, where axe could not decide about it.',
      fix: 'Make text and background differ more',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
    undecided: {
      severity: 'minor',
      penalty: 0,
      measures: 'What axe cannot decide and leaves to people.',
      fix: 'Look at them yourself; nothing was charged for them',
    },
  },
)

/** The share of the elements of its rule that one is. */
export const shareOf = (applied: number): number => Math.max(MIN_SHARE, 1 / Math.max(1, applied))

/**
 * axe's impact, but for rules whose harm depends on the browser: Chrome and Firefox let the keyboard scroll every
 * scroller, and a wide table in a scroller of its own is how it is made to fit a phone.
 */
export function impactOf({ id, impact }: AxeRule): Severity {
  if (id === 'scrollable-region-focusable') return 'moderate'
  return impact === 'critical' || impact === 'serious' || impact === 'moderate' ? impact : 'minor'
}

/**
 * One cause is charged once (methodology, "Ownership"): the language of the page and its title belong to seo; zoom
 * and the size of targets belong to responsive.
 */
const OWNED_ELSEWHERE = new Set([
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'document-title',
  'meta-viewport',
  'target-size',
])

export const isOurs = ({ id }: AxeRule): boolean => !OWNED_ELSEWHERE.has(id)
