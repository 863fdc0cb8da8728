/** Text that no author meant to publish. */
export interface Leftover {
  kind: LeftoverKind
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
  /** These words are also plain English: it takes more to call them a defect. */
  doubtful: boolean
}

export type LeftoverKind =
  | 'filler text'
  | 'missing value'
  | 'template leftover'
  | 'untranslated key'
  | 'broken encoding'
  | 'program error'

type Rule = [
  kind: LeftoverKind,
  pattern: RegExp,
  doubtful?: (text: string, raw: string, start: number) => boolean,
]

const RULES: Rule[] = [
  [
    'program error',
    /\b(?:Uncaught )?(?:Type|Reference|Syntax|Range|URI)Error: |\bUncaught (?:Error|\(in promise\))|^Error: |\bCannot read propert(?:y|ies) of\b|\bat [\w.$<> ]{1,80} ?\((?:https?:|file:|webpack|\/)[^)]{0,200}:\d+:\d+\)|\bTraceback \(most recent call last\)|\b(?:Fatal error|Parse error|Warning|Notice|Deprecated): .{1,200} in \S+ on line \d+|\bLiquid (?:syntax )?error\b|\bApplication error: a (?:client|server)-side exception\b|\bUnhandled (?:Runtime Error|Promise ?Rejection)\b|\bException in thread\b/g,
  ],
  ['filler text', /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipisi?cing\b/gi],
  ['missing value', /\[object [A-Z]\w*\]/g],
  [
    'missing value',
    /(?<![\p{L}\p{N}_.'"`-])(?:undefined|null|NaN)(?![\p{L}\p{N}_'"`-]|\.[\p{L}])/gu,
    isProse,
  ],
  ['missing value', /(?:undefined){2,}|(?<=\p{Sc} ?)(?:undefined|null|NaN)\b|\bInvalid Date\b/gu],
  [
    'template leftover',
    /\{\{[^{}]{0,80}\}\}|\$\{[^{}]{1,80}\}|<%.{0,80}?%>|\{%.{0,80}?%\}|\[\[[\w.]{2,60}\]\]|\{\w*\.?[a-z]\w*\}|(?<!\d ?)%(?:\d\$)?[sd](?![\p{L}\p{N}'])|(?<![\p{L}\p{N}%])%[a-z]+(?:_[a-z]+)+%/gu,
  ],
  ['untranslated key', /\btranslation missing: ?[\w.-]*|\bmissing translation:? ?[\w.-]*/gi],
  [
    'broken encoding',
    /\ufffd|ï»¿|Ã[\u0080-\u009f\u00a1-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€[\u0080-\u00bf\u0153\u201c\u201d\u2122\u02dc\u2018\u2019\u00a6\u00a2]?|â‚¬|â„¢|Â[\u00a3\u00a7\u00a9\u00ab\u00ae\u00b0\u00b7\u00bb\u00bf]|(?:[ÐÑ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]){2,}/g,
  ],
]

/** The leftovers of one text, as captured: encoding faults do not survive normalising. */
export function findLeftovers(text: string): Leftover[] {
  if (isKey(text))
    return [{ kind: 'untranslated key', raw: text, start: 0, end: text.length, doubtful: false }]
  const found: Leftover[] = []
  for (const [kind, pattern, doubtful] of RULES)
    for (const match of text.matchAll(pattern)) {
      const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
      if (found.some(known => known.start < end && known.end > start)) continue
      found.push({ kind, raw, start, end, doubtful: doubtful?.(text, raw, start) ?? false })
      if (kind === 'filler text') break
    }
  return found
}

/** Whether `undefined` or `null` may be a word of a sentence about programs or mathematics. */
function isProse(text: string, raw: string, start: number): boolean {
  const before = /([\p{L}']+)[ ,]*$/u.exec(text.slice(0, start))?.[1]?.toLowerCase() ?? ''
  const after = /^[ ,]*([\p{L}']+)/u.exec(text.slice(start + raw.length))?.[1]?.toLowerCase() ?? ''
  if (/[:#@(/=$€£+-] ?$/.test(text.slice(0, start)) && !after) return false
  if (!before && !after) return false
  // Zero, in several languages.
  if (raw === 'null') return true
  const aboutPrograms =
    /^(a|an|the|is|are|was|were|be|been|as|of|or|and|not|if|it's|with|remains?|left|returns?|equals?|than|to|means|called|type|value|values|null|undefined|nan)$/
  const nouns =
    /^(behaviou?rs?|variables?|values?|references?|index|functions?|propert(?:y|ies)|types?|methods?|terms?|errors?|symbols?|constants?|pointers?|hypothes[ei]s|and|or|is|are|in|as|when|if|means|null|undefined|checks?|set|island)$/
  return text.split(' ').length > 8 || aboutPrograms.test(before) || nouns.test(after)
}

/** A text that is nothing but names with dots: `home.hero.title`, `HOME.TITLE`, `cart:buttons.checkout`. */
const KEY = /^(?:[a-z][\w-]*:)?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)+$/
const NAMESPACES =
  /^(common|global|general|app|home|homepage|nav|navbar|navigation|header|footer|hero|form|forms|button|buttons|label|labels|error|errors|message|messages|page|pages|cart|product|products|checkout|auth|login|menu|title|sections?|contact|about|blog|search|translation|i18n|locale|layout|content|ui|cta)$/i
const ENDINGS =
  /^(example|invalid|localhost|com|org|net|edu|gov|info|biz|shop|store|online|site|tech|cloud|agency|studio|design|blog|news|app|dev|page|xyz|club|live|world|today|email|museum|travel|html?|php|aspx?|jsp|css|scss|less|mjs|cjs|tsx|jsx|json|ya?ml|toml|xml|csv|tsv|txt|pdf|docx?|xlsx?|pptx?|zip|tar|gz|rar|exe|dmg|apk|png|jpe?g|gif|svg|webp|avif|mp[34]|mov|wav|woff2?|ttf|otf|bin|iso|log|lock|toml|conf|config|ini|env|java|kt|swift|cpp|vue|svelte|sql|bash|sh|bat|ps1|ipynb|wasm|map|min|test|spec|local)$/i

function isKey(text: string): boolean {
  if (text.length > 120 || !KEY.test(text)) return false
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
