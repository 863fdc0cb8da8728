import { FAINT, LARGE } from '../../../matching/picture.ts'
import { defineRules } from '../../core/rules.ts'
import { MIN_LEFT } from '../visibility.ts'

/** A picture of the first screen that takes this share of it is what the page opens with. */
export const HERO = 0.25
/** Of a screen: about 160 × 120 px, a thumbnail; so many of them are missed as a large picture is. */
export const SMALL = 0.015
/** Below this a background is an icon or an ornament, and a logo an icon, px. */
export const MIN_BACKGROUND_SIDE = 64

const share = (min: number) => ({
  of: "its share of the area of the original's pictures, backgrounds as far as they are opaque",
  min,
})
const minor = { severity: 'minor', penalty: { ...share(0.01), factor: 0.25 } } as const
const ornament = { when: 'it carries no content, has one colour all over, or is hardly seen', ...minor }

export const rules = defineRules(
  'image/presence',
  {
    why: 'Visitors miss what a picture shows: the product, the people, the place.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Element/img',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: share(0.05),
      measures:
        'Whether each picture that the original shows can be seen on the new page, whatever its file.',
      fix: 'Show the picture again',
      cases: {
        hero: {
          when: `it takes ${HERO * 100} % of the first screen or more, is no canvas or drawing in the markup without a name, the text beside it is kept, nobody wrote or designed the page anew, and neither a video nor a canvas that draws stands there`,
          severity: 'critical',
          penalty: share(0.5),
        },
        missed: {
          when: `it has a name or a file, the text beside it is kept, nobody edited the page or designed it anew, and it takes ${SMALL * 100} % of a screen or more, or all such that are missing ${LARGE * 100} % together, or it is a logo of ${MIN_BACKGROUND_SIDE} px or stands in the header; and its place is empty of pictures and new words, or another file stands there by mistake: in the same element, with a picture that the original shows elsewhere, or as the only other one of the page; or it is the logo at the head of the page, and nothing new stands there for it`,
          severity: 'serious',
          penalty: share(0.1),
        },
        slight: {
          when: `${ornament.when}; or the same is still seen elsewhere, with no text where it was that misses it; or it is lettering, and words stand in its place; or another picture, of less than ${LARGE * 100} % of a screen, stands there in a file of the same name`,
          ...minor,
        },
      },
    },
    repeated: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Three pictures or more in entries that are built alike, each of which looks otherwise on the original, and in whose places one and the same file stands.',
      why: 'One logo, portrait or product under all names: visitors see that something is wrong, or are misled.',
      fix: 'Show each its own picture again',
    },
    'cut-off': {
      severity: 'moderate',
      penalty: { ...share(0.05), max: 0.3 },
      measures: `Whether ${MIN_LEFT * 100} % of the area in which the original shows a picture are left of it.`,
      fix: 'Show the whole picture again',
      cases: { ornament },
    },
    'out-of-view': {
      ...minor,
      measures:
        'Whether a picture that is seen at once is still in the part of its strip that is shown first; and not hidden until a control is pressed, nor on a slide whose text comes into sight when a control is pressed, while the picture of another one is there.',
      fix: 'Show the picture first',
    },
    background: {
      severity: 'moderate',
      penalty: { ...share(0.05), max: 0.2 },
      measures: `Whether each background picture of ${MIN_BACKGROUND_SIDE} px a side or more is still seen.`,
      fix: 'Show the background picture again',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/background-image',
      cases: {
        large: {
          when: 'the page opens with it, it is no drawing, no picture lies over it, it is gone or covered while its text is there, and the first window looks plainly otherwise where it was',
          severity: 'serious',
          penalty: share(0.1),
        },
        missed: {
          when: `it stands behind an entry of a list, each of which has a picture of its own, and ${SMALL * 100} % of a screen or more is drawn of it; it is gone or covered while its text is there, and nobody edited the page or designed it anew`,
          severity: 'serious',
          penalty: share(0.1),
        },
        drawing: {
          when: 'it is a drawing, and another picture stands there or its element is hidden',
          ...minor,
        },
        pale: { when: 'it hardly stands out from one colour', ...minor },
        faint: {
          when: `it is drawn at an opacity of ${FAINT * 100} % or less`,
          severity: 'minor',
          penalty: { ...share(0), factor: 0.25 },
        },
        unreached: { when: 'its file could not be had from another site: nobody saw it here', ...minor },
        elsewhere: { when: 'its file is still seen in another place', ...minor },
        'cut-off': { when: 'some of it is left', ...minor },
      },
    },
  },
)
