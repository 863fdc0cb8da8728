import { defineRules } from '../../core/rules.ts'
import { BLURRED, CROPPED, DAMAGED, FEW, HALF, PLAINLY_STRETCHED, SOFT, STRETCHED } from './flaws.ts'

const share = (min: number) => ({ of: 'share of the area of all pictures that it spoils', min })
const percent = (value: number) => `${Math.round(100 * value)} %`
const moderate = { severity: 'moderate', penalty: share(0.1) } as const
const serious = { severity: 'serious', penalty: share(0.2) } as const
const ornament = {
  when: 'the picture carries no content and is no background',
  severity: 'minor',
  penalty: share(0.02),
} as const

export const rules = defineRules(
  'image/quality',
  {
    why: 'Blurred, stretched or cropped pictures look careless, and show less of what is for sale.',
    reference: 'https://web.dev/articles/serve-responsive-images',
  },
  {
    stretched: {
      ...moderate,
      measures: `Whether a picture, or its file, is drawn to more than ${percent(STRETCHED)} of its width or height.`,
      fix: 'Keep its aspect, or set `object-fit: cover`',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/object-fit',
      cases: { plain: { when: `to ${percent(PLAINLY_STRETCHED)} or more`, ...serious }, ornament },
    },
    blurred: {
      ...moderate,
      measures: `Whether less than ${percent(BLURRED)} of the original's fine detail is left, or less than ${percent(SOFT)} where the file has under ${FEW} pixels for each CSS px.`,
      fix: 'Serve a file of at least the size in which it is shown',
      cases: { plain: { when: 'the loss of detail or of pixels is plain', ...serious }, ornament },
    },
    cropped: {
      severity: 'minor',
      penalty: 0.02,
      measures: `How much of what the original shows of a picture is cut off: ${percent(CROPPED)} by its file, or ${percent(HALF)} by its place.`,
      fix: 'Show as much of the picture as the original does',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/object-fit',
      cases: { half: { when: `its file has cut off ${percent(HALF)} or more`, ...moderate }, ornament },
    },
    damaged: {
      ...moderate,
      measures: `Structural similarity (SSIM) of both files, which is under ${DAMAGED}.`,
      fix: "Make its file again from the original's",
      cases: { ornament },
    },
  },
)
