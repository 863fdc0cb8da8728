import { defineRules } from '../../core/rules.ts'

const moved = { of: 'number of elements beyond the first', base: 0.15, factor: 0.05, max: 0.4 }

const FOCUS_VISIBLE = {
  why: 'Without a visible focus nobody knows what the next key press does.',
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html',
}
const FOCUS_ORDER = {
  why: 'A focus that jumps about the page makes people lose their place, most of all under magnification.',
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html',
}

export const rules = defineRules(
  'a11y/keyboard',
  {
    why: 'Who cannot use a mouse presses Tab from control to control: what Tab does not reach, show or leave is closed to them.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
  },
  {
    trap: {
      severity: 'serious',
      penalty: 0.4,
      measures: 'Whether Tab, Shift+Tab or Escape lead on from every control of the page.',
      fix: 'Let Tab and Shift+Tab move on; a handler that stops their keydown, or takes the focus back, has to let go',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap.html',
      cases: {
        'no-way-out': { when: 'no key leads out', severity: 'critical', penalty: 1 },
      },
    },
    dialog: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a dialog that the original closes with Escape closes with it, every dialog by some key, and whether the page can be scrolled again then.',
      fix: 'Close it when Escape is pressed; a <dialog> opened with showModal() does so by itself',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/',
      cases: {
        'no-way-out': {
          when: 'neither Escape nor a button in it closes it',
          severity: 'critical',
          penalty: 1,
        },
        locked: {
          when: 'once it is closed by Escape or a button in it the page, which could be scrolled before, cannot be scrolled any more, as on the original it can',
          severity: 'serious',
          penalty: 0.4,
        },
      },
    },
    unreachable: {
      severity: 'serious',
      penalty: 0.25,
      measures:
        'Whether Tab comes to each control that is seen, or to another one of the same name or address, or to the field or button in a combobox; within a widget, arrow keys.',
      fix: 'Make it a <button> or a link, or give it tabindex="0" and let Enter and Space press it',
    },
    'mouse-only': {
      severity: 'serious',
      penalty: 0.25,
      measures:
        'Whether an element without a role listens for the mouse, and the keyboard does not come to it.',
      fix: 'Make it a <button> or a link',
      cases: {
        added: {
          when: 'it stands for nothing that could be pressed on the original, or nobody can tell who listened there, and it is no label in the navigation, which opens a part of it; all of them are one cause',
          severity: 'moderate',
          penalty: { of: 'share of all such places', factor: 0.1 },
        },
      },
    },
    menu: {
      severity: 'moderate',
      penalty: 0.05,
      measures:
        'Whether Tab comes to what opens the menu at 375 px when it is pressed, where it comes to the navigation of the original: its links are shown there, or a control opens them.',
      why: 'Who reads at a zoom of 400 % has the page of a phone before a keyboard: without the menu its other pages are closed to them.',
      fix: 'Make it a <button>; a checkbox whose label opens the menu is hidden from the eye alone, by clip-path or opacity',
    },
    'hover-menu': {
      severity: 'moderate',
      penalty: { of: 'share of all such menus', factor: 0.05 },
      measures:
        'Whether the links of a menu that styles show under the mouse at 1440 px are shown by the focus, or by Enter, on what is hovered over, where no menu of the original with one of its links is closed to the keyboard as well, Tab came to one of its links on the original where they are out of sight there too, unless a control of its name says that it opens something, and nothing else of their name is reached.',
      why: 'Who uses no mouse never sees that there are these pages.',
      fix: 'Show the menu with :focus-within as well, and give what opens it a link or a button',
    },
    'focus-lost': {
      severity: 'serious',
      penalty: { of: 'share of the stops of the keyboard that lost it', min: 0.25 },
      measures:
        'Whether the controls that showed the focus on the original still show it; they are one cause.',
      fix: 'Take back what removes the outline (often “outline: none”), or give :focus-visible a look of its own',
      ...FOCUS_VISIBLE,
      cases: {
        some: {
          when: 'most stops of the keyboard show it, or all but one, so that one finds the focus again; or none of them has a name by which it is known to be the same',
          severity: 'moderate',
        },
      },
    },
    'focus-missing': {
      severity: 'moderate',
      penalty: { of: 'share of the stops of the keyboard', max: 0.25 },
      measures:
        'Whether new controls show the focus, beyond as many as are gone, where at least half of those of the original do.',
      fix: 'Give them an outline or another look for :focus-visible',
      ...FOCUS_VISIBLE,
      cases: {
        inherited: {
          when: 'it is a control of the original, which does not show it there either',
          severity: 'serious',
          penalty: 0.05,
        },
      },
    },
    'focus-by-caret': {
      severity: 'minor',
      penalty: 0.02,
      measures: 'Whether fields that showed the focus show it by the caret alone.',
      fix: 'Give fields an outline or another look for :focus-visible',
      ...FOCUS_VISIBLE,
    },
    order: {
      severity: 'moderate',
      penalty: moved,
      measures:
        'Whether the keyboard comes to controls in the order of the original, or in the order in which they are read now.',
      fix: 'Put them into the markup in the order in which they are read; no tabindex above 0, no order by style alone',
      ...FOCUS_ORDER,
    },
    'skip-link': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a link to a part of the page that the keyboard came to first, out of sight until then, is there again, where what it led past is.',
      fix: 'Make the first element of the body a link to the id of the main content, which may stay out of sight until it has the focus',
      why: 'Without it, whoever uses no mouse goes through the whole head of each page again.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks.html',
      cases: {
        idle: {
          when: 'what comes next to the keyboard stood within the part that it led to: it led past nothing',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
    'tabindex-added': {
      severity: 'moderate',
      penalty: moved,
      measures: 'Whether more elements have a tabindex above 0 than on the original.',
      fix: 'Use tabindex="0" or none, and the order of the markup',
      ...FOCUS_ORDER,
      cases: { inherited: { when: 'the original has it there as well', penalty: 0.05 } },
    },
  },
)
