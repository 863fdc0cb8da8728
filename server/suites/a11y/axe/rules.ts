/** What axe's rules mean here: which count, how grave each is and what an element costs. */
import type { AxeRule } from '../../../capture/collectors/axe.ts'
import { MIN_TEXT_CONTRAST } from '../../../lib/colour.ts'
import { defineRules } from '../../core/rules.ts'

/** An element among very many still counts as this share of them. */
const MIN_SHARE = 0.02
/** Ratio to 1 that WCAG 2.2, 1.4.3 asks of large text. */
export const MIN_LARGE_CONTRAST = 3
/** Share of its contrast that is left of a text that was easily read and is not now. */
export const MAX_KEPT_CONTRAST = 0.5
/** Share of what is asked of a text below which one text by itself is hard to read. */
export const MIN_READABLE = 2 / 3
/** That it asks of what a control is known by (1.4.11). */
export const MIN_ICON_CONTRAST = 3
/** Below this ratio a text is not seen at all, nor is an icon. */
export const MIN_VISIBLE = 1.5
/** Difference by which a colour is plainly another one, though it be as light (CIEDE2000). */
export const MIN_TOLD_BY_COLOUR = 15
/** Up to this one letters and background are one colour. */
export const MAX_HIDDEN_CONTRAST = 1.05
/** From so many words on a text is read, not glanced at. */
export const MIN_RUNNING_WORDS = 8
/** So many texts in one pair of colours are a part of the page. */
export const MIN_ALIKE = 5
/** Below this share a loss of contrast is one of rounding or of taste. */
export const MIN_CONTRAST_LOSS = 0.15
/** Share of the pictures of a page that says how most of them are. */
export const MIN_NAMELESS = 0.5
/** So many more links and buttons without a name are no slip. */
export const MIN_NAMES = 3
/** Fewer pictures say nothing of how most of them are. */
export const MIN_PICTURES = 3

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
      severity: 'moderate',
      penalty: share(0.15),
      measures:
        "Whether each element still passes axe's rules of WCAG 2.2 A and AA, at 1440 and 375 px; the key and the message name the rule.",
      fix: 'Mend the element as the page of the axe rule says',
      cases: {
        menu: {
          when: 'it opens the navigation on phones, and so does nothing without a name on the original',
          severity: 'serious',
          penalty: share(1),
        },
        names: {
          when: `it is a link or button that had a name, or all that is in one, and ${MIN_NAMES} more links and buttons have none than had, at that width`,
          severity: 'serious',
          penalty: share(1),
        },
        field: {
          when: 'it is a field, or a button that sends a form, that had a name, and more such elements have none than had, at that width',
          severity: 'serious',
          penalty: share(1),
        },
        pictures: {
          when: `${MIN_NAMELESS * 100} % or more of the pictures of the page, ${MIN_PICTURES} at least, have no alternative text now, and as many of the original's, as many at least, had one that tells something`,
          severity: 'serious',
          penalty: share(1),
        },
        picture: {
          when: `it is the same picture, of 120 px or more each way and in no link or button that has a name, and neither a text beside it nor that of ${MIN_PICTURES - 1} others says what its own said`,
          severity: 'serious',
          penalty: share(1),
        },
        'shuts-out': {
          when: 'it shuts people out by itself: a film without captions, a page that reloads, something in sight that had a name, takes the focus and is hidden from screen readers, but what only repeats what is there unhidden',
          severity: 'serious',
          penalty: share(0.7),
        },
        decorative: {
          when: 'the picture only decorated the original, or stands in a link or button whose words say what it said',
          severity: 'minor',
          penalty: share(0.05),
        },
        unseen: {
          when: 'it is a new link or button without width and height, so that nobody sees where Tab stops',
          severity: 'minor',
          penalty: share(0.05),
        },
        markup: {
          when: 'it is read and used all the same: how lists are nested, links told by colour alone, a name other than what is written, a scroller that browsers stop at by themselves',
          severity: 'minor',
          penalty: share(0.05),
        },
      },
    },
    contrast: {
      severity: 'moderate',
      penalty: share(0.15),
      measures: `Whether each text has a contrast of ${MIN_TEXT_CONTRAST}:1 to its background, ${MIN_LARGE_CONTRAST}:1 where it is large; not a numeral or letter that decorates, set large behind a text.`,
      fix: 'Make text and background differ more',
      why: 'People with low vision, and anybody in bright light, cannot read pale text.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
      cases: {
        unreadable: {
          when: [
            `it is below two thirds of what is asked of it, ${(1 - MAX_KEPT_CONTRAST) * 100} % of it or more are gone, and it is a heading of the first two levels or in large type, has ${MIN_RUNNING_WORDS} words or more outside of code and small print, or is one of ${MIN_ALIKE} texts in its colours`,
            `or it fell below ${MIN_VISIBLE}:1 from ${MIN_LARGE_CONTRAST}:1 or more, or lost as much, whatever text it is`,
            'a text on a gradient is measured by the colour that half of what is behind it is farther from it than',
            'one over a photograph by most of the pixels behind it: such a heading, large type or running text only, where nobody had to measure what was behind it on the original',
            `a new text is unreadable below ${MIN_VISIBLE}:1, unless it is a number alone; one of the very colour of what is behind it where it is a link, a button or such a heading and nothing drawn there can be told from that`,
            'not a numeral that counts what the words beside it say (“01”, “II”)',
            `not a link to the front page where the original has none, unless it is one of ${MIN_ALIKE}, beside another one`,
            'and so are words within a longer text of which most can be read, where no link or button is made of them',
          ],
          foremost: true,
          severity: 'serious',
          penalty: share(0.7),
        },
      },
    },
    icon: {
      severity: 'moderate',
      penalty: 0.05,
      measures: `Whether a control that shows an icon and no text, and had a contrast of ${MIN_ICON_CONTRAST}:1 or more, can still be seen: whether anything drawn in it differs by ${MIN_VISIBLE}:1 from most of its box and what is right around it, by the pixels at 375 and 1440 px; not where they never come to rest. Where a background in it that is given as data cannot be decoded, that is said.`,
      fix: 'Give the icon a colour that differs from its background by 3:1 at least',
      why: 'Nobody presses what nobody sees.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html',
      cases: {
        menu: {
          when: `nothing drawn in it is plainly another colour, by ${MIN_TOLD_BY_COLOUR} of CIEDE2000, a press on it opens the navigation on phones, and what opens that of the original there can be seen, or nothing has to`,
          severity: 'serious',
          penalty: 0.25,
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
        'Whether a text of too low a contrast had no more of it on the original, where axe could not decide about it, or nobody can tell; or has no more of it on the same background, and stays over the window on both pages, where it lets through what is scrolled below it.',
      fix: 'Make text and background differ more',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
    undecided: {
      severity: 'minor',
      penalty: 0,
      measures:
        'What axe cannot decide and leaves to people; and contrast to the browser’s own colours and what is hidden, where a style sheet that lays out one of the pages could not be had.',
      fix: 'Look at them yourself; nothing was charged for them',
    },
  },
)

/** The share of the elements of its rule that one is. */
export const shareOf = (applied: number): number => Math.max(MIN_SHARE, 1 / Math.max(1, applied))

/** What axe's rules mean to a visitor; of what is not listed the harm is moderate. */
const SHUTS_OUT = new Set(['video-caption', 'meta-refresh', 'aria-hidden-body', 'aria-hidden-focus'])
const MARKUP = new Set([
  'list',
  'listitem',
  'definition-list',
  'dlitem',
  'link-in-text-block',
  'label-content-name-mismatch',
  // Browsers stop at what scrolls by themselves.
  'scrollable-region-focusable',
])

/** The grade of a rule that is about no name: axe's own words for it are about the rule, not about the visitor. */
export const harmOf = ({ id }: AxeRule): 'shuts-out' | 'markup' | undefined =>
  SHUTS_OUT.has(id) ? 'shuts-out' : MARKUP.has(id) ? 'markup' : undefined

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
