import { defineRules } from '../../core/rules.ts'

/** Words that screen readers must miss for it to count: fewer say little. */
export const MIN_HIDDEN_WORDS = 5
/** From so many words on it is a statement of its own. */
export const MIN_STATEMENT_WORDS = 8

/** Links to nowhere that are a menu which nobody filled yet. */
export const MIN_IDLE = 4

/** Pictures that must have lost their texts for it to be a loss of the page, and their share of those that had one. */
export const MIN_SILENCED = 3
export const MIN_SILENCED_SHARE = 0.5

/** Items that must have lost their list, or pictures their texts, for it to be a loss of the page. */
export const MIN_ITEMS = 8

export const rules = defineRules(
  'a11y/parity',
  {
    why: 'A screen reader says what the markup says: what only looks like a button, a label or a heading is lost on those who listen.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html',
  },
  {
    landmark: {
      severity: 'moderate',
      penalty: 0.2,
      measures:
        "Whether the original's landmarks are landmarks again, where their content is still there; of a navigation, whether half of its links are in one, or any of its texts where there is none.",
      fix: 'Put the content into the element of that landmark',
      why: 'Screen readers jump from landmark to landmark instead of listening to the whole page.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
      cases: {
        secondary: {
          when: 'it is the search, the header or the footer, or other links of the page are in a navigation',
          severity: 'minor',
          penalty: 0.05,
        },
        complementary: { when: 'it is side content', severity: 'minor', penalty: 0.02 },
      },
    },
    role: {
      severity: 'serious',
      penalty: 0.25,
      measures:
        'Whether what was a button or another pressed control is one again, at 1440 px; on phones the one that opens the navigation, unless a control that is not drawn lies over what stands for it.',
      fix: 'Make it a <button> again, not an element that only looks like one',
      cases: {
        idle: {
          when: `it was one of ${MIN_IDLE} links or more that led nowhere, and nothing listens for presses there now; fewer are none`,
          severity: 'minor',
          penalty: 0.02,
        },
        lesser: {
          when: 'the keyboard still comes to what stands for it, or nothing shows that it can be pressed, or it was pressed in vain; or it opens the navigation on phones, and what stands for it has a name that is read, or the keyboard never came to it on the original',
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'role-changed': {
      severity: 'minor',
      penalty: 0.02,
      measures: 'Whether a button became a link.',
      fix: 'Make it a <button> if it does something on this page',
    },
    'hidden-control': {
      severity: 'serious',
      penalty: 0.25,
      measures:
        'Whether a control that is seen is hidden from screen readers now, and nothing else that Tab comes to stands for it.',
      fix: 'Remove aria-hidden or inert from it and from what is around it',
    },
    'opened-fields': {
      severity: 'serious',
      penalty: { of: 'number of fields', base: 0.15, factor: 0.05, max: 0.4 },
      measures:
        'Fields that are out of sight at rest on both pages and that a press brings into sight on the original, as in a dialog, by their name and type: whether those that had a label or another name for screen readers have one.',
      why: 'Who does not see the form is asked for something, and not told for what.',
      fix: 'Label each field as on the original',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
    },
    state: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'Whether a control still tells its state: expanded, pressed, selected or current.',
      fix: 'Give it the state again, and keep it true',
      cases: {
        expanded: { when: 'it does not say whether what it opens is open' },
        pressed: { when: 'it does not say whether it is pressed' },
        selected: { when: 'it does not say whether it is selected', penalty: 0.05 },
        current: {
          when: 'it does not say that it leads to the current page or step',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
    'state-stale': {
      severity: 'serious',
      penalty: 0.2,
      measures:
        'Controls that are operated and do on both pages what they did: whether a state that changes with a press of it on the original does so.',
      why: 'Who does not see the page is told the contrary of what is so: that a menu is closed which is open.',
      fix: 'Set the state with each press',
      cases: {
        choice: {
          when: 'it is not whether something is open, but whether it is pressed, selected or current',
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    name: {
      severity: 'serious',
      penalty: 0.25,
      measures:
        'Whether a control whose name had letters or digits is called by a symbol alone now; one without any name fails a rule of axe.',
      fix: 'Name it with aria-label',
    },
    label: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a field that had a label of its own words is called by its placeholder alone, which axe takes for a name.',
      fix: 'Tie a <label> to it with "for" and "id", or give it an aria-label',
      why: 'A placeholder is gone as soon as something is written into the field.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
      cases: {
        unsaid: {
          when: 'the placeholder has no word, as “06 …”: nothing says what the field is for',
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
    'picture-name': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a picture that had a name is drawn as <svg> or <canvas> without one now, and nothing near it says the same.',
      fix: 'Give it role="img" and an aria-label',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
      cases: {
        decorative: {
          when: `it is too small for content, or marked as decoration, or its name said nothing of what it shows, as one that ${MIN_SILENCED} pictures or more have`,
          severity: 'minor',
          penalty: 0.03,
        },
      },
    },
    'pictures-silenced': {
      severity: 'moderate',
      penalty: 0.25,
      measures: `Whether ${MIN_SILENCED} pictures or more that are no icons, and ${MIN_SILENCED_SHARE * 100} % of those that said what no text of the page says, in ${MIN_SILENCED} texts or more, are marked as decoration or backgrounds without a name now, or called by what says nothing, such as “Image 1”, or have one text but for a number for ${MIN_SILENCED} or more that had their own; they are one cause. Not those in a link or button without a name, which is told of by itself.`,
      fix: "Give them the original's alternative texts back",
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
      cases: {
        many: {
          when: `${MIN_ITEMS} pictures or more have no text now`,
          severity: 'serious',
        },
      },
    },
    'picture-noise': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether more pictures than on the original are called by the path of a file, or by dots and the like; they are one cause.',
      fix: 'Give each an alt text that says what it shows, or alt="" where it only decorates',
      why: 'What a picture is called is read aloud, letter by letter where it is no word.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
    },
    'symbol-name': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether symbols that had a name, such as the stars of a rating, are seen without it, and nothing says the same.',
      fix: 'Give the element around it role="img" and an aria-label',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
    },
    lists: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Whether ${MIN_ITEMS} items or more, and half of those that stood in a list with others, stand in a list of their own each now; or as many that stood below another item stand below none. They are one cause.`,
      fix: 'Put the items back into one list, and what was below an item into a list in it: Markdown may ask for deeper indents than before',
      why: 'A screen reader says “list, one item” again and again, and nobody hears or sees what belongs to what.',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
    },
    'hidden-text': {
      severity: 'serious',
      penalty: 0.25,
      measures: `Whether text of the original that is seen, of ${MIN_HIDDEN_WORDS} words or more, is hidden from screen readers.`,
      fix: 'Remove aria-hidden or inert from it and from what is around it',
      cases: {
        short: {
          when: `it has fewer than ${MIN_STATEMENT_WORDS} words`,
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
  },
)
