import { listed } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'

interface Tool {
  name: string
  /** What it is for: `manager` brings in others, which no page names. */
  kind: 'manager' | 'visits' | 'pixel'
  /** Where its script is, whatever the account, if it tells another company who came: by the law of Europe it waits for consent. */
  waits?: RegExp
  /** Its snippet or the address of its script, with the account where there is one. */
  pattern: RegExp
}

/**
 * Not those that a host or a shop system puts into each of its pages, nor Universal Analytics, which counts nothing since
 * 2023, nor Hotjar and TikTok, whose scripts captures block: nobody knows whether a bundle loads them. An account of a
 * manual is `XXXX`.
 */
const TOOLS: readonly Tool[] = [
  { name: 'Google Tag Manager', kind: 'manager', pattern: /['"=](GTM-(?!X{4})[A-Z\d]{4,10})\b/ },
  { name: 'Adobe Experience Platform', kind: 'manager', pattern: /assets\.adobedtm\.com\// },
  { name: 'Segment', kind: 'manager', pattern: /cdn\.segment\.com\/analytics\.js/ },
  {
    name: 'Google Analytics',
    kind: 'visits',
    waits: /googletagmanager\.com\/gtag\/js|google-analytics\.com\/\w+\.js/,
    // Data of a framework has a backslash before its quotes.
    pattern: /(?:gtag\/js\?id=|['"]config\\?['"],\s*\\?['"])(G-(?!X{4})[A-Z\d]{6,12})\b/,
  },
  { name: 'Plausible', kind: 'visits', pattern: /plausible\.io\/js\/|\/js\/plausible[\w.-]*\.js/ },
  {
    name: 'Matomo',
    kind: 'visits',
    pattern: /\/(?:matomo|piwik)\.(?:js|php)\b|['"](?:matomo|piwik)\.(?:js|php)['"]/,
  },
  { name: 'Fathom', kind: 'visits', pattern: /\busefathom\.com\// },
  { name: 'Umami', kind: 'visits', pattern: /data-website-id=["']?([\da-f-]{36})/ },
  { name: 'Simple Analytics', kind: 'visits', pattern: /simpleanalyticscdn\.com\// },
  {
    name: 'Yandex Metrica',
    kind: 'visits',
    waits: /mc\.yandex\.(?:ru|com)\//,
    pattern: /mc\.yandex\.(?:ru|com)\/metrika\/(?:tag|watch)\.js/,
  },
  {
    name: 'Baidu Analytics',
    kind: 'visits',
    waits: /hm\.baidu\.com\//,
    pattern: /hm\.baidu\.com\/hm\.js\?(\w{32})/,
  },
  { name: 'Microsoft Clarity', kind: 'visits', waits: /clarity\.ms\//, pattern: /clarity\.ms\/tag\// },
  {
    name: 'Meta Pixel',
    kind: 'pixel',
    waits: /connect\.facebook\.net\/[\w/]+\/fbevents\.js/,
    pattern: /connect\.facebook\.net\/[\w/]+\/fbevents\.js/,
  },
  { name: 'LinkedIn Insight', kind: 'pixel', waits: /snap\.licdn\.com\//, pattern: /snap\.licdn\.com\// },
]

const rules = defineRules(
  'functional/analytics',
  {
    why: 'Who does not count visits any more sees no effect of a launch, and finds out weeks later.',
    reference: 'https://developers.google.com/tag-platform/devguides/install',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: 1,
      measures: `Whether the tools that the original’s served HTML loads to count visits or conversions (${TOOLS.map(({ name }) => name).join(', ')}) are in that of the new page, or asked for by its scripts. Another one for visits, or a tag manager, stands for them; where consent is asked for first nothing is known.`,
      fix: 'Load them again at launch',
      cases: {
        preview: {
          when: 'the new page is on another host, where they may be left out until the launch',
          severity: 'minor',
          penalty: 0.2,
        },
      },
    },
    early: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether the new page asks for the script of a tool that tells another company who came, before its consent banner is answered, or without any: Google Analytics, Meta Pixel and the like, but no tag manager, nor what counts without cookies. The original asks for consent, and for no such script as it is refused.',
      why: 'In Europe that is against the law, whatever is answered afterwards, and the owner is liable for it.',
      fix: 'Load it once a visitor has agreed, and not before',
      reference: 'https://eur-lex.europa.eu/eli/dir/2002/58/oj',
    },
  },
)

export const analytics: Check<'document' | 'health'> = {
  id: 'functional/analytics',
  title: 'Visits are counted as before, and nobody is told of them unasked',
  weight: 3,
  rules,
  judge({ original, rebuilt }) {
    const early = earlyTools(original, rebuilt)
    if (early.length > 0)
      return [
        rules.report('early', {
          place: early.join('|').toLowerCase(),
          message: `The page asks for ${listed(early)} ${rebuilt.document.consentBanner ? 'before its consent banner is answered' : 'without asking for consent'}; the original waits for an answer`,
          original: { url: original.document.url },
          rebuilt: { url: rebuilt.document.url },
        }),
      ]
    const before = toolsIn(original.document.html)
    if (before.size === 0) return notApplicable('the original loads nothing that counts visits')
    const { html, htmlCut, consentBanner } = rebuilt.document
    const now = toolsIn([html, ...scriptsOf(rebuilt)].join('\n'))
    if (htmlCut || consentBanner || [...now.keys()].some(({ kind }) => kind === 'manager')) return []
    const isCounted = [...now.keys()].some(one => one.kind === 'visits' && !before.has(one))
    const lost = [...before].filter(([one]) => !now.has(one) && (one.kind === 'pixel' || !isCounted))
    if (lost.length === 0) return []
    const names = lost.map(([{ name }]) => name)
    const ids = [...new Set(lost.flatMap(([, id]) => id || []))]
    const isPreview = new URL(original.document.url).host !== new URL(rebuilt.document.url).host
    return [
      rules.report('lost', {
        place: names.join('|').toLowerCase(),
        as: isPreview ? 'preview' : undefined,
        message: `The original loads ${names.join(', ')}, and the new page does not${isPreview ? '. Is that back at launch?' : ''}`,
        fix: `Load ${names.join(', ')} again${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`,
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url },
      }),
    ]
  },
}

/** The tools that a page loads, and the account that it names first. */
function toolsIn(html: string): Map<Tool, string> {
  const text = html.replace(SCRIPT_OR_COMMENT, part => (part.startsWith('<!--') ? '' : part))
  return new Map(
    TOOLS.flatMap((one): [Tool, string][] => {
      const found = one.pattern.exec(text)
      return found ? [[one, found[1] ?? '']] : []
    }),
  )
}

/**
 * Tools that the original, which asks for consent, does not ask for at all, and the new page before its banner is answered, or
 * without any.
 */
function earlyTools(original: Side<'document' | 'health'>, rebuilt: Side<'document' | 'health'>): string[] {
  if (!original.document.consentBanner) return []
  const { consentBanner, scriptsBeforeConsent, popup, arrival } = rebuilt.document
  // What was closed without being known for a banner may have been agreed to.
  if (!consentBanner && (popup || arrival)) return []
  const asked = consentBanner ? (scriptsBeforeConsent ?? []) : scriptsOf(rebuilt)
  const known = scriptsOf(original)
  return TOOLS.flatMap(({ name, waits }) =>
    waits && asked.some(url => waits.test(url)) && !known.some(url => waits.test(url)) ? name : [],
  )
}

/** Within a script `<!--` begins no comment of the page. */
const SCRIPT_OR_COMMENT = /<script\b[\s\S]*?(?:<\/script|$)|<!--[\s\S]*?(?:-->|$)/gi

/** Addresses of the scripts that the page asked for, but those that captures block. */
const scriptsOf = ({ health }: Side<'health'>): string[] =>
  health.requests.flatMap(({ type, url }) => (type === 'script' ? url : []))
