/** Text that only fills a place, or that a program left there, found by its wording alone. */

/** Text that no author meant to publish. */
export interface Leftover {
  kind: LeftoverKind
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
  /** These words are also plain English, so that they are no defect in every text. */
  doubtful: boolean
}

export type LeftoverKind =
  | 'filler text'
  | 'missing value'
  | 'template leftover'
  | 'untranslated key'
  | 'broken encoding'
  | 'program error'
  | 'status text'
  | 'Markdown mark'

/** Leftovers that are reported of one text. */
const MAX_LEFTOVERS = 50

/** The leftovers of one text, as captured: encoding faults do not survive normalising. At most 50 of them. */
export function findLeftovers(text: string): Leftover[] {
  if (isTranslationKey(text))
    return [{ kind: 'untranslated key', raw: text, start: 0, end: text.length, doubtful: false }]
  const found: Leftover[] = []
  for (const [kind, pattern, gate, doubtful] of SEARCHES) {
    if (!gate.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
      if (found.length >= MAX_LEFTOVERS) return found
      if (found.some(known => known.start < end && known.end > start)) continue
      found.push({ kind, raw, start, end, doubtful: doubtful?.(text, raw, start) ?? false })
      if (kind === 'filler text') break
    }
  }
  return found
}

/** The first word with characters that were read in the wrong encoding, or ''. */
export function garbledIn(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return ''
  const at = text.search(MOJIBAKE)
  if (at < 0) return ''
  const [before] = /\S*$/.exec(text.slice(Math.max(0, at - MAX_WORD / 2), at))!
  return (before + text.slice(at).split(/\s/, 1)[0]!).slice(0, MAX_WORD)
}

const MAX_WORD = 60

/** A text that is nothing but names with dots: `home.hero.title`, `HOME.TITLE`, `cart:buttons.checkout`. */
const TRANSLATION_KEY = /^(?:[a-z][\w-]*:)?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)+$/
const NAMESPACES =
  /^(common|global|general|app|home|homepage|nav|navbar|navigation|header|footer|hero|form|forms|button|buttons|label|labels|error|errors|message|messages|page|pages|cart|product|products|checkout|auth|login|menu|title|sections?|contact|about|blog|search|translation|i18n|locale|layout|content|ui|cta)$/i
const ENDINGS =
  /^(example|invalid|localhost|com|org|net|edu|gov|info|biz|shop|store|online|site|tech|cloud|agency|studio|design|blog|google|news|app|dev|page|xyz|club|live|world|today|email|museum|travel|html?|php|aspx?|jsp|css|scss|less|mjs|cjs|tsx|jsx|json|ya?ml|toml|xml|csv|tsv|txt|pdf|docx?|xlsx?|pptx?|zip|tar|gz|rar|exe|dmg|apk|png|jpe?g|gif|svg|webp|avif|mp[34]|mov|wav|woff2?|ttf|otf|bin|iso|log|lock|toml|conf|config|ini|env|java|kt|swift|cpp|vue|svelte|sql|bash|sh|bat|ps1|ipynb|wasm|map|min|test|spec|local)$/i

/** Whether a text is nothing but a key in whose place a translation should stand. */
function isTranslationKey(text: string): boolean {
  if (text.length > 120 || !TRANSLATION_KEY.test(text)) return false
  const names = text.replace(/^[a-z][\w-]*:/, '').split('.')
  const last = names.at(-1)!
  // Domains, file names and names of packages.
  if (last.length <= 2 || ENDINGS.test(last) || /^(www|com|org|net|io|dev)$/i.test(names[0]!)) return false
  if (names.some(name => name.length < 2)) return false
  if (NAMESPACES.test(names[0]!)) return true
  if (names.every(name => /^[A-Z][A-Z0-9_]{2,}$/.test(name))) return true
  return (
    names.length >= 3 &&
    names.every(name => /^[a-z][a-zA-Z0-9_-]*$/.test(name)) &&
    !/^(process|window|document|array|object|console|module|system|java|python|this|self|std)$/i.test(
      names[0]!,
    )
  )
}

/** What programs write when they fail, and browsers when they were not meant to show it. */
const PROGRAM_ERRORS =
  /\b(?:Uncaught )?(?:Type|Reference|Syntax|Range|URI)Error: |\bUncaught (?:Error|\(in promise\))|^Error: |\bCannot read propert(?:y|ies) of\b|\bat [\w.$<> ]{1,80} ?\((?:https?:|file:|webpack|\/)[^)]{0,200}:\d+:\d+\)|\bTraceback \(most recent call last\)|\b(?:Fatal error|Parse error|Warning|Notice|Deprecated): .{1,200} in \S+ on line \d+|\bLiquid (?:syntax )?error\b|\bApplication error: a (?:client|server)-side exception\b|\bUnhandled (?:Runtime Error|Promise ?Rejection)\b|\bException in thread\b/g

const LATIN = `lorem,? ipsum|dolor sit amet|consectetur adipisi?c?ing|sed do eiusmod|ut enim ad minim|quis nostrud exercitation|duis aute irure|excepteur sint occaecat|cillum dolore eu fugiat|nemo enim ipsam|sed ut perspiciatis|neque porro quisquam|at vero eos et accusamus|temporibus autem quibusdam|vivamus sagittis lacus|pellentesque habitant morbi|donec id elit non mi|nullam quis risus eget|aenean lacinia bibendum|vestibulum ante ipsum|integer posuere erat`
const NAME = `(?:name|company|business|company name|business name|brand)`
const THING = `(?:text|title|subtitle|heading|headline|subheading|content|description|copy|tagline|paragraph|caption)`
const INSTRUCTION = `(?:your|some|insert|add|enter|place|put|type)(?: your| some| a| the)? ${THING}(?: goes)? here|${THING} goes here|^${THING} here$|(?:by|from|©|copyright) your ${NAME}(?: here)?|^your ${NAME} here$|(?:placeholder|dummy|filler) (?:text|title|heading|headline|content|copy|paragraph)|this is (?:just )?(?:a |some )?(?:placeholder|sample|dummy|example) ${THING}|(?:replace|edit|change) this (?:sample |placeholder )?text|hier (?:steht |kommt )?(?:ihr|dein|der) text|(?:ihr|dein) text hier|votre texte ici|(?:tu|su) texto aqu[ií]|(?:seu|o seu) texto aqui|il tuo testo qui`

/** Text that only fills a layout. */
const PHRASES = {
  latin: new RegExp(String.raw`(?<![\p{L}])(?:${LATIN})(?![\p{L}])`, 'giu'),
  instruction: new RegExp(String.raw`(?<![\p{L}])(?:${INSTRUCTION})(?![\p{L}])`, 'giu'),
  /** One word over and over, in small letters: what runs through a strip for ever is set in capitals. */
  repeated: /(?<!\p{L})(?<word>\p{Ll}{2,20})(?: \k<word>(?!\p{L})){7,}/gu,
  /** Notes of authors; TODO is also Spanish for all, and a date may rightly be TBD. */
  note: /(?<![\p{L}\p{N}])(?:(?:TODO|FIXME|XXX|TBD):|(?:TODO|FIXME|TBD|TBC)(?![\p{L}\p{N}]))/gu,
}

/** What a page says while it waits for something: a whole text. */
const STATUS =
  /^(?:loading|please wait|one moment(?:,? please)?|lädt|wird geladen|bitte warten|chargement(?: en cours)?|veuillez patienter|cargando|caricamento(?: in corso)?|carregando|laden|загрузка|読み込み中|加载中|加載中|로딩 ?중|جار التحميل)[ .…]*$/giu

/** Words that each of these patterns has in it: most texts have none of them, and the patterns are slow. */
const GATES = {
  error: /[Ee]rror|Uncaught|Cannot read|Traceback|on line|Unhandled|Exception|:\d+:\d+\)/,
  latin:
    /ipsum|dolor|adipis|eiusmod|minim|nostrud|irure|sint|fugiat|ipsam|perspiciatis|quisquam|accusamus|quibusdam|lacus|morbi|elit|risus|bibendum|vestibulum|posuere/i,
  instruction: /here|your|text|placeholder|dummy|filler|sample|example|texte|texto|testo/i,
}

/** Marks of template languages, and of markup that was escaped once too often. */
const TEMPLATES = {
  marks:
    /\{\{[^{}]{0,80}\}\}|[$#]\{[^{}]{1,80}\}|%\{\w{1,60}\}|\{!!.{0,80}?!!\}|<%.{0,80}?%>|\{%.{0,80}?%\}|<\?(?:php|=).{0,80}|\[\[[\w.]{2,60}\]\]|\{\w*\.?[a-z]\w*\}|(?<![\w$])\{\d{1,2}\}(?!\w)|\*\|[A-Z_:]{2,40}\|\*|%%\w{2,40}%%|__MSG_\w{1,60}__|(?<!\d ?)%(?:\d\$)?[sd](?![\p{L}\p{N}'])|(?<![\p{L}\p{N}%])%[a-z]+(?:_[a-z]+)+%/gu,
  markup:
    /&(?:amp|nbsp|lt|gt|quot|apos|copy|reg|trade|euro|pound|[lr][sd]quo|[mn]dash|hellip|bull|middot|[aeiounyc](?:acute|grave|circ|tilde|uml|cedil)|szlig|#\d{2,5}|#x[\da-f]{2,5});|<\/?(?:p|br|div|span|strong|em|b|i|u|h[1-6]|ul|ol|li|a|img|table|t[rdh])(?: [^<>]{0,120})?\/?>|<!(?:doctype|--)|-\/\/W3C\/\/DTD|<\?xml\b|<\/?(?:html|head|body)>/gi,
}

/** What notes in boxes are called in Markdown. */
const NOTES = `note|info|tip|hint|important|warning|caution|danger|attention|error|bug|example|question|faq|success|failure|quote|abstract|summary|todo`

/**
 * Marks of Markdown that nothing drew: pictures and links with an address, bold words, headings from the second level on
 * the line below the head of a table, and where a note in a box begins. Footnotes, globs, powers and Python have asterisks as well.
 */
const MARKDOWN = new RegExp(
  [
    String.raw`!\[[^\[\]]{0,200}\]\([^\s()]{1,300}(?: "[^"]{0,100}")?\)`,
    String.raw`(?<![\p{L}\p{N}\])])\[[^\[\]]{1,200}\]\((?:#[\w-]+|[^\s()]{0,300}[/.:@][^\s()]{1,300})(?: "[^"]{0,100}")?\)`,
    String.raw`(?<![\p{L}\p{N}*/\\.$€£%)])\*\*(?=[\p{L}\p{N}"“'([¡¿])[^*\n]{1,200}(?<=[\p{L}\p{N}"”')\].,:;!?%])(?<!\p{Sc} ?[\d.,]{1,9})\*\*(?![\p{L}\p{N}*/])`,
    String.raw`(?<=^|\s)#{2,6} (?=\p{L})[^\s#]+`,
    String.raw`\|(?: ?:?[-–—]{2,}:? ?\|)+`,
    // Boxes for notes: of MkDocs, of Docusaurus and Pandoc, of GitHub.
    String.raw`^(?:!!!|\?\?\?\+?) ?(?:${NOTES})(?!\p{L})(?!.*!!!)`,
    String.raw`^:{3,} ?(?:\{[^{}]{1,60}\}|[a-z][\w-]{2,30})(?!\S)`,
    String.raw`^\[!(?:${NOTES})\]`,
  ].join('|'),
  'giu',
)

/** Characters to either side of a value in which the words beside it are looked for. */
const WORD_WINDOW = 60

/** Words beside `undefined` that make it a word of a sentence about programs or mathematics. */
const BEFORE_TERM =
  /^(a|an|the|is|are|was|were|be|been|as|of|or|and|not|if|it's|with|remains?|left|returns?|equals?|than|to|means|called|type|value|values|null|undefined|nan)$/
const AFTER_TERM =
  /^(behaviou?rs?|variables?|values?|references?|index|functions?|propert(?:y|ies)|types?|methods?|terms?|errors?|symbols?|constants?|pointers?|hypothes[ei]s|and|or|is|are|in|as|when|if|means|null|undefined|checks?|set|island)$/

/** Whether `undefined` or `null` may be a word of a sentence. */
function isProse(text: string, raw: string, start: number): boolean {
  if (/^(?:(?:undefined|null|NaN)[ ,;:.-]*)+$/.test(text)) return false
  const near = text.slice(Math.max(0, start - WORD_WINDOW), start)
  const rest = text.slice(start + raw.length, start + raw.length + WORD_WINDOW)
  const before = /([\p{L}']+)[ ,]*$/u.exec(near)?.[1]?.toLowerCase() ?? ''
  const after = /^[ ,]*([\p{L}']+)/u.exec(rest)?.[1]?.toLowerCase() ?? ''
  if (/[:#@(/=$€£+-] ?$/.test(near) && !after) return false
  if (!before && !after) return false
  // The word for zero in several languages.
  if (raw === 'null') return true
  return text.split(' ').length > 8 || BEFORE_TERM.test(before) || AFTER_TERM.test(after)
}

/** What the second and third byte of a character look like when UTF-8 is read as Windows-1252. */
const CONTINUATIONS = String.raw`\u0080-\u009f\u00a1-\u00ac\u00ae-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2020-\u2022\u2030\u2039\u203a\u20ac\u2122\u201a\u201e`
/** Among them quotes, dashes and dots, which may as well follow a letter that is meant. */
const MARKS = String.raw`\u2013\u2014\u2018\u2019\u201c\u201d\u2026`
const NEXT = `[${CONTINUATIONS}${MARKS}]`

/**
 * Characters read in the wrong encoding. Only what no language writes: `NÃO`, `„Ä“` and `Ø` stand in correct texts,
 * `Ã©`, `Ä±` and `Ø§Ù„` do not.
 */
const MOJIBAKE = new RegExp(
  [
    String.raw`\ufffd+`,
    'ï»¿',
    `Ã[${CONTINUATIONS}]|(?<!\\p{Lu})Ã[${MARKS}]|Ã[\u201c\u201d\u2018](?=\\p{Lu})`,
    // A no-break space is the second half of à and of what stood before it.
    String.raw`(?<=\p{Ll})[ÃÂ](?= |$)|(?<=[\p{N}.,:;!?)])Â(?= |$)|(?<=^| )Ã(?= \p{Ll})`,
    String.raw`â\u0080[\u0080-\u00bf]|â\u0084\u00a2|â\u0082\u00ac|â€(?:[${CONTINUATIONS}${MARKS}\u00a6\u00a2])?|â‚¬|â„¢|âœ[${CONTINUATIONS}${MARKS}]|ðŸ`,
    String.raw`(?<!\p{Lu})Â[\u00a3\u00a7\u00a9\u00ab\u00ae\u00b0\u00b2\u00b3\u00b4\u00b7\u00ba\u00bb\u00bd\u00bf]`,
    `(?<!\\p{Lu})[ÄÅ][${CONTINUATIONS}]`,
    // Cyrillic, Greek, Arabic, Hebrew, Thai and East Asian scripts: one pair may be chance.
    `(?:[ÐÑ]${NEXT}){2,}|(?:[ÎÏ]${NEXT}){2,}|(?:[ØÙÚÛ]${NEXT}){2,}|(?:×${NEXT}){2,}`,
    `(?:[ãäåæçèéêìíà]${NEXT}{2}){2,}`,
    // UTF-8 read as Windows-1251.
    '(?:Р[°±ІіґµФ¶·ё№є»јЅѕї]|С[ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ]){3,}',
  ].join('|'),
  'gu',
)

type Search = [
  kind: LeftoverKind,
  pattern: RegExp,
  /** What each match has in it: most texts have not, and the pattern is slow. */
  gate: RegExp,
  doubtful?: (text: string, raw: string, start: number) => boolean,
]

/** A text that is about markup; a declaration is about nothing. */
const isOfMarkup = (text: string, raw: string) =>
  !/W3C|doctype/i.test(raw) && /\b(html|tags?|entit(y|ies)|elements?|markup|xml|code)\b/i.test(text)
const MISSING = /undefined|null|NaN/
/** In the order of precedence: what one pattern matched, the next ones do not see. */
const SEARCHES: Search[] = [
  ['program error', PROGRAM_ERRORS, GATES.error],
  ['filler text', PHRASES.latin, GATES.latin],
  ['filler text', PHRASES.instruction, GATES.instruction],
  ['filler text', PHRASES.repeated, /(\p{Ll}{2,20}) \1 /u],
  ['filler text', PHRASES.note, /TODO|FIXME|XXX|TB[DC]/, (_, raw) => !raw.endsWith(':')],
  // What JavaScript and Go write for values that are no text.
  [
    'missing value',
    /\[object [A-Z]\w*\]|\bmap\[\w+:[^\]]{0,200}\]|%!\w\([^)]{1,100}\)|<nil>/g,
    /\[object|map\[|%!|<nil>/,
  ],
  [
    'missing value',
    /(?<![\p{L}\p{N}_.'"`-])(?:undefined|null|NaN)(?![\p{L}\p{N}_'"`-]|\.[\p{L}])/gu,
    MISSING,
    isProse,
  ],
  ['missing value', /(?:undefined){2,}|(?<=\p{Sc} ?)(?:undefined|null|NaN)\b/gu, MISSING],
  ['missing value', /\bInvalid Date\b/g, /Invalid Date/],
  ['template leftover', TEMPLATES.marks, /[{}<%[*_]/],
  ['template leftover', TEMPLATES.markup, /[<&]|W3C/i, isOfMarkup],
  [
    'untranslated key',
    /\btranslation missing: ?[\w.-]*|\bmissing translation:? ?[\w.-]*|\[missing "[\w.-]{1,80}" translation\]/gi,
    /missing/i,
  ],
  ['status text', STATUS, /^.{3,30}$/su],
  ['broken encoding', MOJIBAKE, /\P{ASCII}/u],
  ['Markdown mark', MARKDOWN, /\]\(|\*\*|##|\||^(?:!!!|\?\?\?|:::|\[!)/],
]
