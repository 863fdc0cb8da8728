import { defineRules } from '../../core/rules.ts'

export const rules = defineRules(
  'functional/embeds',
  {
    why: 'A video, a map or a calendar to book from is what many visitors come for, and no text or picture stands in for it.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/iframe',
  },
  {
    lost: {
      severity: 'serious',
      penalty: 0.6,
      measures:
        'Whether the videos, maps, forms to book from and other sites’ pages that the original shows at 1440 px are on the new page, by whose they are and which one. One that is brought in when it is asked for is there; a page of YouTube, Vimeo or Google Maps that refuses to be framed is none.',
      fix: 'Embed it again where the original has it',
      cases: {
        linked: {
          when: 'a link, a button or a picture on the new page stands for it',
          severity: 'moderate',
          penalty: 0.2,
        },
        still: {
          when: 'it played by itself without sound',
          severity: 'moderate',
          penalty: 0.2,
        },
        small: {
          when: 'it took less than 5 % of a screen',
          severity: 'moderate',
          penalty: 0.2,
        },
        other: {
          when: 'it is neither a video nor a map, and of a site that is not known to take bookings or entries',
          severity: 'moderate',
          penalty: 0.3,
        },
      },
    },
    early: {
      severity: 'serious',
      penalty: 0.6,
      measures:
        'Whether the new page brings in a video, a map or a form of another company at once, where the original brings in a frame when a button is pressed, which takes away what says how data are treated, or a sentence that names that company.',
      why: 'In Europe who visits a page is told to nobody else before being asked, and the owner is liable for it.',
      fix: 'Ask first, and bring it in by a press, as the original does',
      reference: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
    },
    changed: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Whether a frame of the same provider shows the same video, place or form, by its address: ids, coordinates, paths.',
      fix: 'Embed what the original shows',
    },
    hidden: {
      severity: 'moderate',
      penalty: 0.2,
      measures: 'Whether what the original shows at once is out of sight on the new page.',
      fix: 'Show it at once',
      cases: {
        reachable: {
          when: 'a new control, or a carousel that it stands in, may show it',
          severity: 'minor',
          penalty: 0.05,
        },
      },
    },
  },
)
