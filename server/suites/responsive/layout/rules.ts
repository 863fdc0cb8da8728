import { DESKTOP, MOBILE } from '../../../lib/widths.ts'
import { HIDING, MAX_ICON_SIDE } from '../../core/blown-up.ts'
import { defineRules } from '../../core/rules.ts'
import { MAIN_WIDTHS } from '../screens.ts'

/** Px below which a column of text is a strip. */
export const STRIP_PX = 200
/** Letters a line below which running text is a strip on phones, whose width holds some 40. */
export const STRIP_LETTERS = 18
/**
 * A photograph from side to side: share of the window's width, CSS px of its height, of which more is the ground of a page,
 * and of the width of a screen on a desk.
 */
export const BAND = { width: 0.9, minHeight: 180, maxHeight: 1000, desk: 1024 }
/**
 * CSS px of a stretch in which nothing is drawn, higher than a window, and than three; how many times as high as on the
 * original.
 */
export const VOID = { px: 1000, grave: 2700, grown: 1.5 }
/** Share of the running text of the main content that is narrow, or wide. */
export const MIN_STRIP_SHARE = 0.3

/** Texts that cannot be scrolled to any more from which on it is told. */
export const MIN_CUT_OFF = 3
/** Figures of one column of a table from which it is of figures, and no column of remarks. */
export const COLUMN_FIGURES = 3
/** Letters that one has at most. */
export const FIGURE_LETTERS = 8

const PER_WIDTH = 'number of the common widths at which it is so'

/** Of an arrangement that differs. Breakpoints differ from page to page: only the common widths cost more. */
const arrangement = {
  severity: 'moderate',
  // One new design raises several of them: together they are to weigh about as much as one serious issue.
  penalty: { of: PER_WIDTH, base: 0.04, factor: 0.03 },
  cases: {
    squeezed: {
      when: `a large part of the main content that stood one below the other is squeezed side by side on phones (${MOBILE} px or less), its text to less than ${STRIP_PX} px; unless the page was written anew, or edited and most of the text that it kept set in other sizes or weights`,
      severity: 'serious',
      penalty: { of: PER_WIDTH, base: 0.2, factor: 0.2 },
    },
    blown: {
      when: 'three pictures of the main content or more that were side by side stand below each other at 1024 px or more, each twice as wide as it was and over 60 % of the window; unless the page was written anew, or edited and set anew',
      severity: 'serious',
      penalty: { of: PER_WIDTH, base: 0.2, factor: 0.2 },
    },
    breakpoint: {
      when: 'it is so between the common widths only, where a breakpoint may have moved, or a detail',
      severity: 'minor',
      penalty: { of: PER_WIDTH, base: 0.02, factor: 0.02 },
    },
  },
} as const

/** Windows that a page is high at least for what leads on to be missed further down: else its top is a flick away. */
export const MIN_WINDOWS = 3
/** CSS px between two widths at which the navigation is lost, from which many windows are. */
export const WIDE_GAP_PX = 100

export const rules = defineRules(
  'responsive/layout',
  {
    why: 'Visitors with phones and tablets find what the page offers only if it is shown at their width, in an order that makes sense.',
    reference: 'https://web.dev/articles/responsive-web-design-basics',
  },
  {
    'navigation-lost': {
      severity: 'serious',
      penalty: { of: 'number of widths at which it is lost', base: 0.3, factor: 0.1 },
      measures:
        'Whether the links of the navigation, or something that opens them, can be seen at each width at which the original has either.',
      fix: 'Show the links there, or a menu button that opens them, as the original does',
      cases: {
        between: {
          when: `it is there at ${MAIN_WIDTHS.join(', ')} px, and the widths at which it is lost are less than ${WIDE_GAP_PX} px apart`,
          severity: 'moderate',
          penalty: 0.3,
        },
      },
    },
    'navigation-folded': {
      severity: 'minor',
      penalty: 0.02,
      measures: 'Widths at which a button opens the navigation and the original shows its links.',
      fix: 'Fold the navigation at the width at which the original does',
      cases: {
        wide: {
          when: `it is so at ${DESKTOP} px, where there is room for them`,
          severity: 'moderate',
          penalty: 0.1,
        },
        unnamed: {
          when: 'the button says neither by its name nor by aria-expanded that it opens them',
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'header-scrolled-away': {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Whether a header, or a bar at the bottom, with two links and buttons or more, or the one of a menu, that stays in sight on the original while the page is scrolled at 375, 768 and 1440 px, fixed, sticky, or coming back on the way up, does so on the new page, or another one with as many or with one of them; where both pages are ${MIN_WINDOWS} windows high or more, and the new one shows some of it, or a menu button, at all. Not what asks for consent.`,
      why: 'Far down a long page visitors have the menu, the telephone number and the button to order at hand on the original, and have to scroll back for them here.',
      fix: 'Let it stay (position: sticky; top: 0): it sticks only as far as the element around it goes, and not within one of overflow: hidden',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/position#sticky_positioning',
    },
    'menu-out': {
      severity: 'moderate',
      penalty: { of: 'number of entries', base: 0.1, factor: 0.05, max: 0.3 },
      measures:
        'Whether the entries of a menu that was opened on a phone, of links of the original, stand on the screen by half of their width at least and are not cut off, or can be scrolled to in it.',
      why: 'Who opens the menu does not learn that there are more entries, and cannot press them.',
      fix: 'Let the entries of the opened menu stand below each other, or wrap, and give it the height that they need',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
      cases: {
        more: {
          when: 'it is so of two entries or more',
          severity: 'serious',
          penalty: { of: 'number of entries', base: 0.1, factor: 0.05, max: 0.3 },
        },
      },
    },
    'scroll-lost': {
      severity: 'serious',
      penalty: { of: 'number of texts', base: 0.15, factor: 0.02, max: 0.4 },
      measures: `Texts that stand once on both pages, on phones and tablets: ${MIN_CUT_OFF} or more that lie beyond a side of a box which is scrolled sideways on the original, as a wide table or a calendar is, and that are cut off on the new page, where neither a box scrolls, nor a press brings them, nor buttons step to them that the original does not have; not beside pictures of slides.`,
      why: 'What is cut off is not there for whoever comes with a phone.',
      fix: 'Let what is wider than the screen be scrolled: overflow-x: auto on the element around it',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
      cases: {
        texts: {
          when: 'they stand in no table, and no button or field is cut off with them: words may be swiped as slides are',
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'text-hidden': {
      severity: 'moderate',
      penalty: 0.04,
      measures:
        'Texts and controls that the original shows at a width, and the new page at other widths only.',
      fix: 'Show it at these widths as well: look for a media query that hides it',
      cases: {
        main: {
          when: `it is a button or a field of the main content, or a field of a side bar with all else of the part that it stands in, a short text of it with a price, or a heading or a passage of it with all else of the part of the page that it stands in, most of which is said nowhere else there; or it holds a telephone number or an e-mail address; or it stands in a column of a table of which ${COLUMN_FIGURES} figures or more are hidden, but for numbers in its first column; or, at ${MOBILE} px, it is the heading of the first rank, of three words or more, and no other stands for it, or a link that is drawn as a button, and nothing else in view leads to that page`,
          severity: 'serious',
          penalty: 0.15,
        },
        partly: {
          when: 'half of its words or less are gone, and no number among them, or it is a heading of a few words below the first rank and what stands under it is shown',
          severity: 'minor',
          penalty: 0.01,
        },
        breakpoint: {
          when: 'it is so at one width alone, which is no common one: two media queries meet there',
          severity: 'minor',
          penalty: 0.01,
        },
        reachable: {
          when: 'it can be opened, scrolled to, or stepped to in a carousel, or keeps its room on the widest screen alone, where it had not come into sight yet',
          severity: 'minor',
          penalty: 0.01,
        },
      },
    },
    'picture-hidden': {
      severity: 'moderate',
      penalty: 0.04,
      measures:
        'Whether each content picture that the original shows on phones, and the new page at 1440 px, is seen there, or another one in its place. All of them together. Of a photograph from side to side of the window the same at each width.',
      fix: 'Show it there as well: look for a media query that hides it',
      cases: {
        band: {
          when: `it is a photograph over ${BAND.width * 100} % of the width of a desktop's window or more, a background as well, and is seen neither on phones nor at ${BAND.desk} px`,
          severity: 'serious',
          penalty: 0.15,
        },
      },
    },
    'icons-hidden': {
      severity: 'moderate',
      penalty: 0.04,
      measures:
        'Whether each link of an icon without words that the original shows at a width, and the new page on wide screens, is seen there, or another link that leads to the same. All of them together; not where something opens a menu there that wide screens do not have.',
      why: 'Who comes with a phone has no way to the chat, the code or the profile that the icon leads to.',
      fix: 'Show them there as well, or put words for them into the menu: look for a media query that hides them',
      cases: {
        breakpoint: {
          when: 'it is so at one width alone, which is no common one: two media queries meet there',
          severity: 'minor',
          penalty: 0.01,
        },
      },
    },
    'header-link-hidden': {
      severity: 'moderate',
      penalty: 0.04,
      measures:
        'Whether each link of the header that the original shows at a width, and the new page at others, is seen there, or another in view that leads to the same, or is in the menu that was seen to open.',
      why: 'What an owner keeps in sight beside a folded menu is what visitors are meant to press.',
      fix: 'Show it there as well, or put it into the menu: look for a media query that hides it',
      cases: {
        breakpoint: {
          when: 'it is so at one width alone, which is no common one: two media queries meet there',
          severity: 'minor',
          penalty: 0.01,
        },
      },
    },
    void: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Stretches of the page from side to side, ${VOID.px} px high or more, in which nothing is drawn, not even a frame or a picture that did not come, and of which the original's highest is ${VOID.grown} times lower or more; at the three widths of which there are screenshots. The highest of them.`,
      why: 'Who meets a window without anything takes the page for broken or for ended.',
      fix: 'Look for what takes the room: a drawing without a size, a minimum height, a box that waits for a script',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/min-height',
      cases: {
        page: {
          when: `it is so at two of the three widths or more, or ${VOID.grave} px high`,
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
    'icon-blown-up': {
      severity: 'serious',
      penalty: { of: 'number of common widths below 1440 px at which it is so', base: 0.1, factor: 0.1 },
      measures: `Whether an icon of the original, a drawing of under ${MAX_ICON_SIDE} px a side, takes ${HIDING.upright * 100} % of the window of a phone or tablet or more. All of them together; what is so at 1440 px is told of the picture.`,
      why: 'The page is pushed away by a shape that nobody can make out.',
      fix: 'Give it the size of the original: an svg without a width of its own fills what it stands in',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/SVG/Reference/Attribute/viewBox',
    },
    stacked: {
      ...arrangement,
      measures: 'Parts that are side by side on the original and below each other on the new page.',
      fix: 'Restore the columns at these widths: look for a media query or a grid that was lost',
    },
    beside: {
      ...arrangement,
      measures:
        'Parts that are below each other on the original and side by side on the new page, in columns: what ran out of its own box into the next one stands in none.',
      fix: 'Let them stack at these widths, as the original does: look for a media query that was lost',
    },
    swapped: {
      ...arrangement,
      measures: 'Parts that are side by side on both pages, the left one of the original on the right.',
      fix: 'Put them on the sides that they have on the original',
    },
    reordered: {
      ...arrangement,
      measures: 'Parts that are below each other on both pages, the upper one of the original below.',
      fix: 'Give them the order of the original at these widths: look for order and flex-direction',
    },
    'rows-stacked': {
      severity: 'serious',
      penalty: { of: PER_WIDTH, base: 0.2, factor: 0.2 },
      measures:
        'Whether at 1024 px or more the cells of three rows of tables or more, and of half of all, stand below each other where the original has them side by side.',
      why: 'Whose column a value is in tells what it means: below each other they are words.',
      fix: 'Let tables be drawn as tables on wide screens: look for display: block on rows and cells without a media query',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_table',
    },
    'side-bar-above': {
      severity: 'serious',
      penalty: { of: PER_WIDTH, base: 0.2, factor: 0.2 },
      measures:
        'Whether at 1024 px or more five texts or more of a navigation or side bar that stood beside the content stand in a column above it, and push the heading of the first rank down by 250 px or more.',
      fix: 'Put the side bar beside the content again: look for a grid or flex container that was lost',
    },
    narrowed: {
      severity: 'moderate',
      penalty: { of: PER_WIDTH, base: 0.05, factor: 0.03 },
      measures: `Running text of the main content in a strip where the original has it wide; on phones that show the original whole and small, in lines of fewer than ${STRIP_LETTERS} letters.`,
      fix: 'Give the main content the width that it has on the original',
      cases: {
        phone: {
          when: `phones show the original whole and small, and ${MIN_STRIP_SHARE * 100} % of the text, in more than one place, stands in lines of fewer than ${STRIP_LETTERS} letters there`,
          severity: 'moderate',
          penalty: { of: PER_WIDTH, base: 0.05, factor: 0.1 },
        },
        lasting: {
          when: 'it is so of more than one text, at two of the common widths or more, or on phones, and the page was neither written anew nor edited with most of the text that it kept set in other sizes or weights',
          severity: 'serious',
          penalty: { of: PER_WIDTH, base: 0.05, factor: 0.1 },
        },
      },
    },
    'margin-lost': {
      severity: 'minor',
      penalty: 0.02,
      measures:
        'Texts that begin within 3 px of the left edge of the screen at 375 px, and 8 px or more off it on the original. All of them together.',
      why: 'Letters at the very edge are hard to read, and look as if the page were broken.',
      fix: 'Give the text its margin again: look for padding of a container that was lost',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/padding-inline',
      cases: {
        page: {
          when: 'a quarter of the texts of the page or more do',
          severity: 'moderate',
          penalty: 0.04,
        },
      },
    },
    'heading-torn': {
      severity: 'moderate',
      penalty: { of: PER_WIDTH, base: 0.06, factor: 0.06 },
      measures:
        'Headings that the original has as one text, of which a piece in several lines has the next words beside its first one.',
      why: 'Read line by line it says something else, or nothing: “Welcome harbour / to the”.',
      fix: 'Let the heading be no flex or grid container on this screen: its text and what is in it become columns',
      reference:
        'https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_flexible_box_layout/Basic_concepts_of_flexbox',
    },
    'word-a-line': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Texts in five lines or more, navigation apart, that hold a word and a half each or less, and four or more on the original; or a few letters each, which the original has nowhere so. A page of such texts is a strip.',
      fix: 'Give the text the width that it has on the original: look for a grid or flex item that was left without room',
      cases: {
        letters: {
          when: 'words are torn: its lines hold three letters or fewer on average, at two of the common widths or more, or on phones',
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
    widened: {
      severity: 'moderate',
      penalty: { of: PER_WIDTH, base: 0.06, factor: 0.06 },
      measures:
        'Running text of the main content that is nearly twice as wide as on the original, or wider, with 14 words a line or more: about 80 letters.',
      fix: 'Limit the width of the text as the original does (max-width)',
      why: 'Long lines are hard to read: the eye loses the next one.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation.html',
    },
  },
)
