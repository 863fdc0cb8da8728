/** What a shop owes its buyers in writing, by what it is called. */

/** Policies by what they are called, in the languages of most shops. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'privacy policy':
    /privacy|datenschutz|confidentialit|privacidad|privacidade|informativa[ -]sulla|integritetspolicy|personvern|privatliv/,
  'terms and conditions':
    /\bterms\b|\bconditions (of|g[eé]n)|\bagb\b|gesch[aä]ftsbedingungen|\bcgv\b|\bcgu\b|condiciones|termini e|condizioni|voorwaarden|handelsbetingelser|k[oö]pvillkor|kj[oø]psvilk[aå]r/,
  'refund policy':
    /refund|\breturns?\b|\bretours?\b|widerruf|r[uü]ckgabe|remboursement|devoluci|\bresi\b|rimbors|\breturer?\b|[aå]ngerr[aä]tt/,
  'shipping policy':
    /\bshipping\b|\bdelivery\b|\bversand|\blieferung|livraison|\benv[ií]os?\b|spedizion|verzend|\blevering|\bfrakt\b/,
  'legal notice':
    /\bimprint\b|impressum|legal[ -]notice|mentions[ -]l[eé]gales|aviso[ -]legal|note[ -]legali|\bcolofon\b/,
}

export const SHIPPING = 'shipping policy'
/** A longer heading speaks of something else. */
const MAX_WORDS = 7

/** The kinds of policies that a page of this name is one of: `refund policy` of “Widerrufsbelehrung”. */
export function policyKinds(name: string): string[] {
  const said = named(name)
  if (said.split(/\s+/).length > MAX_WORDS) return []
  return Object.keys(NAMES).filter(
    kind => NAMES[kind]!.test(said) && (kind !== SHIPPING || isOfTerms(said.match(/\p{L}+/gu) ?? [])),
  )
}

/** Whether a name is that of a kind, however much else it says. */
export const isCalledAs = (kind: string, name: string): boolean => NAMES[kind]!.test(named(name))

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
  /^(and|or|of|to|the|our|your|for|und|oder|von|zu|die|der|unsere?|et|ou|de|des|du|la|les?|nos|votre|y|o|e|en|el|los|las|del|di|il|i|het|onze|og|och|payments?|zahlung(en|sarten)?|paiements?|pagos?|pagament[oi]|betaling|betalen|exchanges?|tracking|orders?|international|worldwide|weltweit|free|kostenlose[rn]?|express)$/
