/** What a search is called, in the languages that it is known in; research is none, nor is a visit. Matched with `iu`. */
export const SEARCH_WORDS = String.raw`(?<!re)search|(?<!\p{L})such(e|en)\b|buscar|recherche|cerca\b|pesquis|(?<!\p{L})zoek|szuka|поиск|искать|搜索|搜尋|検索|검색|بحث|חיפוש`
