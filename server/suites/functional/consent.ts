import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'

const rules = defineRules(
  'functional/consent',
  {
    why: 'The banner lies over the page until it is answered: where no answer closes it, visitors go on beside it, or leave.',
    reference:
      'https://edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-052020-consent-under-regulation-2016679_en',
  },
  {
    stuck: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether a banner that asks for consent goes away when its buttons are pressed, first those that refuse. On the original it does, or there is none.',
      fix: 'Let each answer close it. Look for a script that is not there any more',
    },
  },
)

/** Dismissed before anything else is looked at, and no part of what the other checks read. */
export const consent: Check<'document'> = {
  id: 'functional/consent',
  title: 'The consent banner can be closed',
  weight: 5,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [original.document.consentBanner, rebuilt.document.consentBanner]
    if (!now) return notApplicable('the new page asks for no consent')
    if (now.closes || !now.text || before?.closes === false) return []
    return [
      rules.report('stuck', {
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url, text: now.text },
        message: `The consent banner cannot be closed: it stays, whichever of its buttons is pressed: ${quote(now.text)}`,
      }),
    ]
  },
}
