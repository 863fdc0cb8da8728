/** How a page says that it is not there, in the languages of most sites. */
const SAYS =
  /\b404\b|(page|seite|product|article|item|content)\b.{0,30}\b(not (be )?found|does ?n[o']t exist|no longer (exists|available))|^not found|nicht gefunden|introuvable|no encontrad[ao]|non trovat[ao]|não encontrad[ao]|niet gevonden|ikke fundet|hittades inte|nie znaleziono|ページが見つかりません|找不到/iu

/** Whether a title or heading is that of a page in place of one that does not exist, whatever status it came with. */
export const saysNotFound = (text: string): boolean => SAYS.test(text)
