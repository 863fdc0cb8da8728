import type { DocumentArtifact } from '../../capture/collectors/document.ts'
import { words } from '../../lib/text.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'

const rules = defineRules(
  'functional/consent',
  {
    why: 'It lies over the page until it is answered: where no answer closes it, visitors go on beside it, or leave.',
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
    'popup-stuck': {
      severity: 'moderate',
      penalty: 1,
      measures:
        'Whether a popup that opens over the whole window while the page is scrolled through goes away by Escape or by one of its controls that say so. On the original it does, or there is none.',
      fix: 'Let Escape and a visible control close it',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/',
    },
    'arrival-stuck': {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether a popup that lies over the page before a visitor does anything goes away by one of its controls that say so, or Escape. On the original the same one does, by half of its words.',
      why: 'The first thing that visitors meet does not let them to the page.',
      fix: 'Let its button close it. Look for a handler that is not there any more',
      reference: 'https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/',
    },
  },
)

/** Share of the words of a popup that the other one has as well. */
const MIN_ALIKE = 0.5

function isAlike(one: string, other: string): boolean {
  const [said, known] = [words(one), new Set(words(other))]
  return said.filter(word => known.has(word)).length >= MIN_ALIKE * said.length
}

type Overlay = DocumentArtifact['popup']

/** Both are dismissed before anything else is looked at, and no part of what the other checks read. */
export const consent: Check<'document'> = {
  id: 'functional/consent',
  title: 'What lies over the page until it is answered can be closed',
  weight: 5,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [original.document, rebuilt.document]
    if (!now.consentBanner && !now.popup && !now.arrival)
      return notApplicable('nothing lies over the new page')
    const place = { original: { url: before.url }, rebuilt: { url: now.url } }
    const isStuck = (old: Overlay, overlay: Overlay): overlay is NonNullable<Overlay> =>
      overlay !== undefined && !overlay.closes && overlay.text !== '' && old?.closes !== false
    const stays = 'cannot be closed: it stays, whichever of its buttons is pressed'
    return [
      ...(isStuck(before.consentBanner, now.consentBanner)
        ? [
            rules.report('stuck', {
              ...place,
              message: `The consent banner ${stays}: ${quote(now.consentBanner.text)}`,
            }),
          ]
        : []),
      ...(isStuck(before.popup, now.popup)
        ? [
            rules.report('popup-stuck', {
              ...place,
              message: `The popup that opens on scrolling ${stays}: ${quote(now.popup.text)}`,
            }),
          ]
        : []),
      ...(before.arrival?.closes &&
      isStuck(before.arrival, now.arrival) &&
      isAlike(before.arrival.text, now.arrival.text)
        ? [
            rules.report('arrival-stuck', {
              ...place,
              message: `The popup that comes by itself ${stays}: ${quote(now.arrival.text)}; on the original it closes`,
            }),
          ]
        : []),
    ]
  },
}

const keptRules = defineRules(
  'functional/consent-kept',
  {
    why: 'Visitors are asked on each page anew, whatever they answer, and many leave.',
    reference:
      'https://edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-052020-consent-under-regulation-2016679_en',
  },
  {
    returns: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether a banner that asks for consent and was answered, by refusing where that is offered, asks again when the page is loaded once more, at 375 px. On the original it does not.',
      fix: 'Look at the name of the cookie, or the entry, in which the answer is kept: it is read under another one, or not kept at all',
    },
  },
)

/** Not known where the answer would have been sent to a server, which it is not. */
export const consentKept: Check<'document' | 'probes'> = {
  id: 'functional/consent-kept',
  title: 'The answer to a consent banner is kept',
  weight: 5,
  rules: keptRules,
  judge({ original, rebuilt }) {
    if (rebuilt.probes.narrow.asksAgain === undefined)
      return notApplicable('no consent banner of the new page was answered')
    if (original.probes.narrow.asksAgain !== false || !rebuilt.probes.narrow.asksAgain) return []
    return [
      keptRules.report('returns', {
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url },
        message:
          'The consent banner asks again on the next load, though it was answered; on the original it does not',
      }),
    ]
  },
}
