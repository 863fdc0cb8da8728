import { DESKTOP, MOBILE } from '../../../lib/widths.ts'
import { defineRules } from '../../core/rules.ts'

/** Share of a text that letters of another one cross, that something covers, and of a control that takes no clicks. */
export const MIN_SHARE = { crossed: 0.1, covered: 0.3, control: 0.6 }
/** Of the named controls of a page, under one box without words: their share, and the least and the most that are asked for. */
export const MANY = { share: 0.5, least: 5, most: 100 }
/** CSS px from the top of what visitors see first. */
export const FIRST_SCREEN = 600
/** Share from which a text cannot be read. */
export const UNREADABLE = { crossed: 0.2, covered: 0.5 }

/** Share of the height of a title's first line that is under a bar from which it is told, and is grave. */
export const CUT = { told: 0.2, grave: 0.4 }

/** From line to line, as a share of the size of type: below the first letters lie on letters, from the second on they do not. */
export const PITCH = { crossed: 0.75, clear: 0.9 }

/** Share of the first screen, or of the letters there, under a panel from which it lies in the way. */
export const MIN_PANEL_SHARE = 0.25

/** Share of a phone's window that a bar takes, and of that share what one took on the original at most. */
export const LARGE_BAR = { share: 0.2, before: 0.5 }

/** CSS px: of a phone's screen, and of what the bars of its browser leave of it, which is all of an older one's. */
export const PHONE = { screen: 812, window: 667 }
/**
 * Share of a phone's window under what stays, from which it is told and from which little is left to read; how much more of
 * the window than on the original, so that a header with a line more is none, and how much of it there at most to be grave.
 */
export const COVERED_WINDOW = { share: 0.25, growth: 0.1, grave: 0.4, before: 0.5 }

/** Widths of the screens that most visitors have: what is so on one of them is met by many. */
export const COMMON_SCREENS: ReadonlySet<number> = new Set([MOBILE, DESKTOP])

const OF = 'number of the common widths at which it is so'
const serious = { severity: 'serious', penalty: { of: OF, factor: 0.1 } } as const
const moderate = { severity: 'moderate', penalty: { of: OF, factor: 0.04 } } as const
const fix = 'Give each its own place: look for negative margins, fixed heights and absolute positions'
const through = 'it is a picture that lets what is behind it through'

/** CSS px below which the box of a picture that has not come is a line or two of its name, and not the room of the picture. */
export const MIN_ROOM = 48
/** CSS px from it to texts whose place its room changes: what holds it and the first text beside it may be all of the page. */
export const MAX_BESIDE_PX = 200
const unsettled = {
  when: `in the same row or card, within ${MAX_BESIDE_PX} px, a picture stands at another site that gave no answer at all, and its box is a line or two of its name, under ${MIN_ROOM} px high: for visitors, who may get it, the texts stand apart`,
  severity: 'minor',
  penalty: 0,
} as const

export const rules = defineRules(
  'responsive/overlaps',
  {
    why: 'Texts under something else cannot be read, and controls under something else cannot be pressed.',
    reference: 'https://developer.mozilla.org/en-US/docs/Learn_web_development/Core/CSS_layout/Positioning',
  },
  {
    'texts-overlap': {
      ...serious,
      measures: `Texts of which ${MIN_SHARE.crossed * 100} % or more is crossed by letters of another text, where the original shows both apart, in whatever elements; but not by a numeral or letter that decorates: one or two characters, set large behind a text that can be read on their colour.`,
      fix,
      cases: {
        partly: {
          ...moderate,
          when: `under ${UNREADABLE.crossed * 100} % of it is, or under ${UNREADABLE.covered * 100} % where one of both is a single word or number, or at one width only that is neither a phone's nor a desktop's`,
        },
        unsettled,
      },
    },
    'lines-overlap': {
      ...serious,
      measures: `Texts whose lines lie on each other, under ${PITCH.crossed * 100} % of the size of type apart, where those of the original are ${PITCH.clear * 100} % apart or more.`,
      fix: 'Give the text a line height that its letters fit in, without a unit, so that it grows with them',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/line-height',
      cases: {
        partly: { ...moderate, when: "it is so at one width only that is neither a phone's nor a desktop's" },
      },
    },
    'text-covered': {
      ...serious,
      measures: `Texts of which something else covers ${MIN_SHARE.covered * 100} % or more, where the original shows them, or a bar at the top of the page ${CUT.told * 100} % of the height of the first line, and lines whose end has run out of its column and under something else; or of which a field hides ${UNREADABLE.covered * 100} % or more, whether the original shows them or not; but not where as much of them was covered on the original, or ${UNREADABLE.covered * 100} %.`,
      fix,
      cases: {
        partly: {
          ...moderate,
          when: `it covers under ${UNREADABLE.covered * 100} %, under ${CUT.grave * 100} % of the height of a first line or the end of a line alone; or the text is no heading of the first rank, and ${through}, or the original does not show it there, or it is so at one width only that is neither a phone's nor a desktop's`,
        },
        unsettled,
      },
    },
    'control-covered': {
      ...serious,
      measures: `Controls of which ${MIN_SHARE.control * 100} % or more takes no clicks because something lies on it, as an invisible part of a link that leads elsewhere, where the original shows them; but not where the same thing lay on as many of their name there. A bar that is fixed to the bottom of the window lies on what it hides when the page is scrolled to its end.`,
      fix,
      cases: {
        partly: {
          ...moderate,
          when: `${through} or has no words, is no part of a link that leads elsewhere, and lies on less than half of the page's controls; or the control is ${FIRST_SCREEN} px down the page or further, and is no button or field on which an element around it draws; or another link of the first screen, on which nothing lies, leads where it does; or it is under a bar where the page ends, and names neither a policy nor whom to call or write to; or it is so at one width only that is neither a phone's nor a desktop's`,
        },
        idle: {
          when: 'it is a link that led nowhere on the original',
          severity: 'minor',
          penalty: 0.02,
        },
        unsettled,
      },
    },
    'bar-large': {
      severity: 'serious',
      penalty: 0.3,
      measures: `Bars that are fixed to the bottom of the window from side to side, let nothing through and take ${LARGE_BAR.share * 100} % of a phone's window or more, with texts under them that the original shows there; where no bar of the original takes half as much, the words of the bar stood on it as well, and no control that was pressed closes it. Not what asks for consent.`,
      why: 'It stays wherever the page is scrolled to, and what is left of a small screen is read as through a slit.',
      fix: 'Make the bar as low as its words need: look for padding and for fixed heights',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html',
    },
    'window-covered': {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Bars that stay at the top or bottom edge of a phone's window while the page is scrolled down, fixed or sticky, and hide what is behind them from side to side: all together, where they take ${COVERED_WINDOW.share * 100} % of the window or more, and ${COVERED_WINDOW.growth * 100} points more than on the original. The window is taken to be ${PHONE.window} px high, which the bars of a browser leave of a screen of ${PHONE.screen} px. Not what hides on the way down, asks for consent, is closed by a control that was pressed, or is told as a panel or a large bar.`,
      why: 'It stays wherever the page is scrolled to, and what is left of a small screen is read as through a slit.',
      fix: 'Make the header lower on phones, fold its navigation behind a button, or let it scroll away',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html',
      cases: {
        most: {
          when: `they take ${COVERED_WINDOW.grave * 100} % of the window or more, and those of the original half as much at most`,
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
    'panel-open': {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Panels that are fixed to the window, let nothing through and lie over ${MIN_PANEL_SHARE * 100} % of the first screen, or of the letters there, when the page is opened, as a drawer, a menu, a chat or an announcement, whether they can be closed or not: on two texts or more that the original shows there, while it shows half of theirs on demand or not at all. Not what asks for consent.`,
      why: 'Visitors meet it before the page, and have to find out how to close it.',
      fix: 'Keep it closed until somebody asks for it: look for its class, its attribute or the script that closes it',
      cases: {
        main: {
          when: 'it lies on the main heading or a call to action, no control that was pressed closes it, and no script of another site was out of reach that may',
          severity: 'serious',
          penalty: 0.3,
        },
        asked: {
          when: 'on the original a press brings most of what it says: nobody asked for it, and everybody has to close it',
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
  },
)
