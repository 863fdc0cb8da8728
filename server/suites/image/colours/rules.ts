import { anew } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'
import { HARDLY_SEEN, INVERTED, MIN_CONTRAST, NOTICED, RAMP, REPAINTED } from './causes.ts'
import { EVERYWHERE, MIN_REGIONS, MIN_USES } from './distinctive.ts'
import { MIN_PAGE_SHARE } from './page-backgrounds.ts'
import { HEADER, OPENING, PLAINLY_OTHER } from './top.ts'

const share = (min: number) => ({
  of: 'share of the text area, or of the background, slight changes counting in part',
  min,
})
const counts = ([start, full]: readonly [number, number]) => `from ${start} on and in full from ${full}`
const change = {
  severity: 'minor',
  penalty: { ...share(0.005), max: 0.2 },
  fix: 'Paint it in the colour of the original again',
} as const
const repainted = {
  when: `all such changes together are on over ${REPAINTED * 100} % of the text area, or of the background, it is of several texts (one may stand in another part of the page now), and no grey that is another grey, lighter or darker by less than 20 of CIELAB’s 100, nor black that still looks so (a lightness and a chroma under 20)`,
  severity: 'serious',
  penalty: share(0.03),
} as const
const hidden = `all of these texts had a contrast of ${MIN_CONTRAST}:1 or more on their background and have less than ${HARDLY_SEEN}:1 now`
const unreadable = {
  when: `${hidden}, on ${NOTICED * 100} % of the text area or more, and nothing that is drawn there has ${MIN_CONTRAST}:1`,
  severity: 'serious',
  penalty: share(0.1),
} as const
const noticed = { severity: 'moderate', penalty: share(0.03) } as const

export const rules = defineRules(
  'image/colours',
  {
    why: 'Colours are the brand; a visitor who knows it doubts a page in others.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/color',
  },
  {
    inverted: {
      severity: 'serious',
      penalty: { of: 'share of the background' },
      measures: `Whether dark and light backgrounds are exchanged on over ${INVERTED * 100} % of the background; other colours that vanished or came with it are a part of it.`,
      fix: "Start with the original's background",
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/color-scheme',
      cases: { anew },
    },
    opening: {
      severity: 'serious',
      penalty: { of: 'its share of the first window' },
      measures: `Whether each background over the whole width that takes ${(100 * OPENING.least) / OPENING.height} % of the first window or more is there, or one from which it differs by less than CIEDE2000 ${PLAINLY_OTHER}.`,
      fix: 'Paint it in the colour of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/background-color',
      cases: { anew },
    },
    'text-colour': {
      ...change,
      measures: `CIEDE2000 difference of the colours of equal texts, which counts ${counts(RAMP.colour)}; letters of a contrast under 3:1 that have more of it now are minor, in whatever colour.`,
      cases: {
        unreadable,
        // Letters that can be read are seldom missed in their old colour: 3 of 35 labels of readers hold a launch for it.
        noticed: {
          when: `on ${NOTICED * 100} % of the text area or more`,
          severity: 'moderate',
          penalty: { ...share(0.03), factor: 0.5 },
        },
      },
    },
    background: {
      ...change,
      measures: `CIEDE2000 difference of the backgrounds of equal texts, which counts ${counts(RAMP.background)}.`,
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/background-color',
      cases: {
        unreadable,
        repainted,
        header: {
          when: `a background of ${HEADER.least} px or more over the whole width of the header (${HEADER.height} px from the top), which differs by ${PLAINLY_OTHER} or more from all others there, has come or gone`,
          severity: 'moderate',
          penalty: 0.4,
        },
        noticed: { when: `on ${NOTICED * 100} % of the background or more`, ...noticed },
      },
    },
    'page-background': {
      severity: 'moderate',
      penalty: { of: 'its share of the page', min: 0.15, max: 0.4 },
      measures: `Whether each colour that ${MIN_PAGE_SHARE * 100} % of a page or more stand on, by the pixels outside of pictures, is on the other page; one that came must have taken the place of others.`,
      fix: 'Paint it in the colour of the original again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/background-color',
      cases: {
        slight: {
          when: `CIEDE2000 is under ${PLAINLY_OTHER} to what took its place`,
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
    vanished: {
      severity: 'moderate',
      penalty: 0.3,
      measures: `Whether a colour of the design, of ${MIN_USES} texts or more or of a large button, is still on most of them.`,
      fix: 'Set the colour back wherever the original has it',
      cases: {
        ground: {
          when: `it was the background of some of ${MIN_USES} texts or more, as of buttons, with such others that vanished, and is of plainly another hue there, on a page that stands on its own colours otherwise, and was not written anew`,
          severity: 'serious',
        },
      },
    },
    foreign: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Whether a colour that the original shows nowhere is on a tenth of the texts or more.',
      fix: "Give these texts the original's colours again",
      cases: { unreadable: { when: hidden, severity: 'serious' } },
    },
    ornament: {
      severity: 'moderate',
      penalty: 0.15,
      measures: `Whether the colours of icons, rules and borders, in ${MIN_REGIONS} places or more, are still there.`,
      fix: 'Set the colour back wherever the original has it',
      cases: {
        'not-replaced': {
          when: 'no other colour took their place: all of these together',
          severity: 'minor',
          penalty: 0.02,
        },
        few: { when: `in less than ${EVERYWHERE} places`, severity: 'minor', penalty: 0.05 },
        shade: { when: 'both pages have other shades of its hue', severity: 'minor', penalty: 0.02 },
      },
    },
  },
)
