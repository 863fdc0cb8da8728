import type { DocumentArtifact } from '../../capture/collectors/document.ts'
import { words } from '../../lib/text.ts'
import { assetName, isSameSite } from '../../lib/url.ts'
import { listed, quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'

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
    ignored: {
      severity: 'serious',
      penalty: 1,
      measures:
        'What the new page asks for as its consent banner is refused, at once: scripts and frames of other sites that it had asked for nothing before, and scripts of its own, no part of a bundle, whose name says that they count visitors. The original, refused as well, asks no such site and for no such script.',
      why: 'Visitors have said no. In Europe it is against the law to load it all the same, and the owner is liable for it.',
      fix: 'Load it where a visitor has agreed, and look at how the answer is compared: a text such as "no" counts as true',
      reference: 'https://eur-lex.europa.eu/eli/dir/2002/58/oj',
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
export const consent: Check<'document' | 'health'> = {
  id: 'functional/consent',
  title: 'What lies over the page until it is answered can be closed, and the answer counts',
  weight: 5,
  rules,
  judge({ original, rebuilt }) {
    const [before, now] = [original.document, rebuilt.document]
    if (!now.consentBanner && !now.popup && !now.arrival)
      return notApplicable('nothing lies over the new page')
    const place = { original: { url: before.url }, rebuilt: { url: now.url } }
    const isStuck = (old: Overlay, overlay: Overlay): overlay is NonNullable<Overlay> =>
      overlay !== undefined && !overlay.closes && overlay.text !== '' && old?.closes !== false
    const ignored = askedThough(original, rebuilt)
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
      ...(ignored.length > 0
        ? [
            rules.report('ignored', {
              ...place,
              place: ignored.join('|').toLowerCase(),
              message: `The consent banner is refused, and the page asks for ${listed(ignored)} all the same`,
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

/** Names of scripts that count visitors, and of managers, which load what was agreed to and ask which that is. */
const COUNTS =
  /(?:^|[^a-z])(?:stats?|statisti\w*|analytics?|tracker|matomo|piwik|mesure|audience)(?:[^a-z]|$)/i
const MANAGER =
  /^https:\/\/(?:www\.googletagmanager\.com\/gtm\.js|assets\.adobedtm\.com\/|cdn\.segment\.com\/)/
/** What a bundler makes has the names of pages. */
const CHUNK = /\/(?:chunks?|_next|_nuxt|_app)\//

/** Sites, and scripts of its own that count, that the new page asks for as it is refused, and the original does not. */
function askedThough(original: Side<'document' | 'health'>, rebuilt: Side<'document' | 'health'>): string[] {
  const { askedWhenRefused, origins } = rebuilt.document
  if (!original.document.askedWhenRefused || !askedWhenRefused?.length) return []
  const isCounter = (url: string) =>
    /\.m?js$/.test(assetName(url)) && !CHUNK.test(url) && COUNTS.test(assetName(url))
  const known = original.health.requests.map(({ url }) => url)
  const all = rebuilt.health.requests.map(({ url }) => url)
  const before = all.slice(0, Math.max(0, all.indexOf(askedWhenRefused[0]!)))
  const knownSites = new Set([...known, ...before].map(siteOf))
  return [
    ...new Set(
      askedWhenRefused.flatMap(url => {
        if (isSameSite(url, origins)) return isCounter(url) && !known.some(isCounter) ? assetName(url) : []
        const site = siteOf(url)
        return site && !knownSites.has(site) && !MANAGER.test(url) ? new URL(url).host : []
      }),
    ),
  ]
}

/** Whose a host is, by the last two parts of its name: `maps.google.com` and `www.google.com`, and YouTube without cookies. */
const siteOf = (url: string): string | undefined =>
  URL.parse(url)?.host.split('.').slice(-2).join('.').replace('-nocookie', '')

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
