import { saysNotFound } from '../../lib/not-found.ts'
import type { LandedPage, UrlTraces } from '../../store/types.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import type { Difference, Finder, StorePair } from './difference.ts'
import { shownPage } from './pages.ts'
import { POLICIES } from './rules.ts'

const SHIPPING = 'shipping policy'
const COOKIES = 'cookie policy'

/** Policies by what they are called, in the languages of most shops. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'privacy policy':
    /privacy|\bdata protection\b|\b(gdpr|dsgvo|rgpd)\b|datenschutz|confidentialit|privacidad|privacidade|informativa[ -]sulla|integritetspolicy|personvern|privatliv|prywatno[sś]ci|ochron[ay] danych|osobn[ií]ch [uú]daj|ochran[ay] soukrom|プライバシー|個人情報/,
  'terms and conditions':
    /\bterms\b|\bconditions (of|g[eé]n)|\b(user|service|customer) agreement\b|\bagb\b|gesch[aä]ftsbedingungen|\bcgv\b|\bcgu\b|condiciones|termini e|condizioni|voorwaarden|handelsbetingelser|k[oö]pvillkor|kj[oø]psvilk[aå]r|\bregulamin|obchodn[ií] podm[ií]nky|利用規約/,
  'refund policy':
    /refund|\breturns?\b|\bexchange policy\b|\bcancell?ation (policy|terms|rights?)\b|\bright (of|to) (cancel|withdraw)|\bretours?\b|widerruf|r[uü]ckgabe|r[uü]cksend|umtausch|remboursement|devoluci|\bresi\b|rimbors|\breturer?\b|[aå]ngerr[aä]tt|\bzwrot|\breklamac|vr[aá]cen[ií] zbo|返品|返金/,
  [SHIPPING]:
    /\bshipping\b|\bdelivery\b|\bversand|\blieferung|livraison|\benv[ií]os?\b|spedizion|verzend|\blevering|\bfrakt\b|\bdostaw|\bwysy[lł]k|\bdoprava\b|配送/,
  'legal notice':
    /\bimprint\b|impressum|anbieterkennzeichnung|legal[ -]notice|mentions[ -]l[eé]gales|aviso[ -]legal|note[ -]legali|\bcolofon\b|特定商取引/,
  // Goods are called cookies as well.
  [COOKIES]:
    /cookies?[ -]?(polic|notice|statement|richtlini|hinweis|erkl[aä]rung|beleid|verklaring|politik|retningslinj)|(polic|pol[ií]ti[ckq]|use|informativa|gestion|zasady|pou[zž]it[ií])[\p{L} ]{0,20}\bcookie|privacy[\p{L} &]{0,10}\bcookie|クッキー|cookieポリシー/u,
}

/** Not all of them keep a shop from opening. */
const LESSER: Readonly<Record<string, Difference['cause']>> = {
  // A shop that delivers nothing has pages called so as well.
  [SHIPPING]: 'shipping-policy-lost',
  // The privacy policy may say it all, and plugins write such pages by themselves.
  [COOKIES]: 'cookie-policy-lost',
}

/** What a shop owes its buyers in writing: whether each kind of it is still to be found, and whole. */
export const policies: Finder = pair => {
  const before = pagesByKind(pair.original.urls, true)
  if (before.size === 0) return notApplicable('the original has no page that is called as policies are')
  const after = pagesByKind(pair.rebuilt.urls, false)
  const linked = linkedKinds(pair)
  const differences: Difference[] = []
  for (const [subject, pages] of before) {
    const longest = pages[0]!
    const now = after.get(subject)?.[0] ?? ledTo(longest, subject, pair)
    const about = { subject, original: shownPage(longest) }
    if (!now && !linked.has(subject))
      differences.push({
        ...about,
        cause: LESSER[subject] ?? 'policy-lost',
        before: new URL(longest.url).pathname,
        after: 'not there',
      })
    else if (now && longest.words >= POLICIES.minWords && now.words < longest.words * POLICIES.kept)
      differences.push({
        ...about,
        cause: 'policy-cut',
        rebuilt: shownPage(now),
        before: `${longest.words} words`,
        after: `${now.words} words`,
      })
  }
  // Absence from a list that was never read is no absence.
  if (pair.rebuilt.urls.coverage.outOfTime && differences.some(({ cause }) => cause !== 'policy-cut'))
    return inconclusive('the time for the stores was over before the new store’s own pages were listed')
  return { applicable: before.size, differences }
}

/** Pages that were read, of each kind, the longest first. */
function pagesByKind({ urls, traces, pages }: UrlTraces, isOriginal: boolean): Map<string, LandedPage[]> {
  const found = new Map<string, LandedPage[]>()
  const other = new Set(
    urls.flatMap(({ kind }, index) => (/^(page|file)$/.test(kind) ? [] : [traces[index]!.page ?? -1])),
  )
  for (const [index, page] of pages.entries()) {
    if (page.status !== 200 || !page.facts || (isOriginal && other.has(index)) || saysNotFound(page.title))
      continue
    if (isOriginal && page.words < POLICIES.minTold) continue
    for (const kind of kindsOf(page.heading || page.title))
      found.set(
        kind,
        [...(found.get(kind) ?? []), page].sort((a, b) => b.words - a.words),
      )
  }
  return found
}

/** Where the old page's address leads, if that is one by any name. */
function ledTo(page: LandedPage, subject: string, { original, rebuilt }: StorePair): LandedPage | undefined {
  const index = original.urls.traces.findIndex(
    (trace, at) => !original.urls.urls[at]!.shows && original.urls.pages[trace.page ?? -1] === page,
  )
  const landed = rebuilt.urls.pages[rebuilt.urls.traces[index]?.page ?? -1]
  const isOne =
    landed?.status === 200 && landed.facts && NAMES[subject]!.test(named(landed.heading || landed.title))
  return isOne ? landed : undefined
}

/** Kinds that the new store's links and sitemaps name; of the original its pages tell, which were all asked. */
function linkedKinds({ rebuilt }: StorePair): ReadonlySet<string> {
  return new Set(
    rebuilt.urls.targets.flatMap(({ path, title }) =>
      [title, path.split('/').pop()!.replace(/[-_]/g, ' ')].flatMap(kindsOf),
    ),
  )
}

/** A longer heading speaks of something else. */
const MAX_WORDS = 7

function kindsOf(name: string): string[] {
  const said = named(name)
  if (said.split(/\s+/).length > MAX_WORDS) return []
  return Object.keys(NAMES).filter(
    kind => NAMES[kind]!.test(said) && (kind !== SHIPPING || isOfTerms(said.match(/\p{L}+/gu) ?? [])),
  )
}

const named = (text: string) => text.trim().toLowerCase()

/** To deliver is what some shops sell: “Flower delivery in Rotterdam” is a page of goods. */
function isOfTerms(words: readonly string[]): boolean {
  const isPolicy = (word: string) => Object.values(NAMES).some(name => name.test(word))
  return words.every(word => FILLING.test(word) || isPolicy(word)) || words.some(word => TERMS.test(word))
}

/** What shops say of how they send. */
const TERMS =
  /^(polic|info|condition|bedingung|kondition|costs?$|kosten|rates?$|times?$|zeiten|options?$|methods?$|frais$|d[eé]lais?$|tarif|politi[qcek]|condici|condiz|gastos$|plazos?$|costi$|tempi$|voorwaarden|beleid$|villkor|vilk[aå]r)/
const FILLING =
  /^(and|or|of|to|the|our|your|for|und|oder|von|zu|die|der|unsere?|et|ou|de|des|du|la|les?|nos|votre|y|o|e|en|el|los|las|del|di|il|i|het|onze|og|och|payments?|zahlung(en|sarten)?|paiements?|pagos?|pagament[oi]|betaling|betalen|exchanges?|płatno[sś][cć]i?|platb[ay]|a|tracking|orders?|international|worldwide|weltweit|free|kostenlose[rn]?|express)$/
