/** How a page says that it is not there, in the languages of most sites. */
const SAYS =
  /\b404\b|(page|seite|product|article|item|content)\b.{0,30}\b(not (be )?found|(cannot|can['’]t|couldn['’]t) be found|does ?n[o'’]t exist|no longer (exists|available))|^not found|nicht gefunden|introuvable|no encontrad[ao]|non trovat[ao]|não encontrad[ao]|niet gevonden|ikke fundet|hittades inte|nie znaleziono|ページが見つかりません|找不到/iu

/** What a page calls itself, beside the name of its site. */
const PARTS = /\s+[|–—·:-]\s+|\s*[|–—·]\s*/
const NUMBER = /^(oops\W*)?((http|error|fehler|erreur)\s*)*404(\s*error)?[.!]?$/i
const PAGE = /\b(page|seite|página|pagina|sida|side|strona)\b|^not found|ページ|页面|頁面/iu

/**
 * Whether a title or heading says nothing but that the page is not there: not of a house number, a car or a page about such
 * pages.
 */
export const isNotFoundTitle = (text: string): boolean =>
  text.split(PARTS).some(part => {
    const said = part.trim().replace(/^404\W+/, '')
    if (NUMBER.test(part.trim())) return true
    return (
      said.length <= MAX_SAID &&
      !/[?？]$/.test(said) &&
      PAGE.test(said) &&
      !/^how\b/i.test(said) &&
      SAYS.test(said)
    )
  })

const MAX_SAID = 60

/** Whether a title or heading is that of a page in place of one that does not exist, whatever status it came with. */
export const saysNotFound = (text: string): boolean => SAYS.test(text)

/** Whether a list says that nothing is in it, or that nothing was found, in the languages of most sites. */
export const saysNoneFound = (text: string): boolean => NONE.test(text) && !OF_BASKET.test(text)

const OF_BASKET =
  /cart|basket|\bbag\b|selected|compare|wish|warenkorb|ausgewählt|merkliste|panier|carrito|cesta|carrello|winkelwagen|carrinho/iu

const NONE =
  /\b(no (products|items|results|matches|entries)|nothing (was )?found|0 (products|results)|keine? (produkte|artikel|ergebnisse|treffer|einträge)|aucun (produit|résultat|article)|no hay (productos|resultados)|sin resultados|nessun (prodotto|risultato)|nenhum (produto|resultado)|geen (producten|resultaten)|inga (produkter|resultat)|ingen (produkter|resultater))(?!\p{L})|ничего не найдено|нет результатов|見つかりません|没有找到|لا توجد نتائج|لم يتم العثور/iu
