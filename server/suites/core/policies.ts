/** What a shop owes its buyers in writing, by what it is called. */

export const SHIPPING = 'shipping policy'
export const COOKIES = 'cookie policy'
export const PRIVACY = 'privacy policy'

/** Policies by what they are called, in the languages of most shops. */
const NAMES: Readonly<Record<string, RegExp>> = {
  [PRIVACY]:
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

/** A longer heading speaks of something else. */
const MAX_WORDS = 7

/** The kinds of policies that a page of this name is one of: `refund policy` of “Widerrufsbelehrung”. */
export function policyKinds(name: string): string[] {
  const said = named(name)
  if (!isShort(said)) return []
  return Object.keys(NAMES).filter(
    kind => NAMES[kind]!.test(said) && (kind !== SHIPPING || isOfTerms(said.match(/\p{L}+/gu) ?? [])),
  )
}

/** Whether a name is that of a kind, however much else it says. */
export const isCalledAs = (kind: string, name: string): boolean => NAMES[kind]!.test(named(name))

const isShort = (said: string) => said.split(/\s+/).length <= MAX_WORDS
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
