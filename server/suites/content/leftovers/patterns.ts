/** What programs write when they fail, and browsers when they were not meant to show it. */
export const PROGRAM_ERRORS =
  /\b(?:Uncaught )?(?:Type|Reference|Syntax|Range|URI)Error: |\bUncaught (?:Error|\(in promise\))|^Error: |\bCannot read propert(?:y|ies) of\b|\bat [\w.$<> ]{1,80} ?\((?:https?:|file:|webpack|\/)[^)]{0,200}:\d+:\d+\)|\bTraceback \(most recent call last\)|\b(?:Fatal error|Parse error|Warning|Notice|Deprecated): .{1,200} in \S+ on line \d+|\bLiquid (?:syntax )?error\b|\bApplication error: a (?:client|server)-side exception\b|\bUnhandled (?:Runtime Error|Promise ?Rejection)\b|\bException in thread\b/g

const LATIN = `lorem,? ipsum|dolor sit amet|consectetur adipisi?c?ing|sed do eiusmod|ut enim ad minim|quis nostrud exercitation|duis aute irure|excepteur sint occaecat|cillum dolore eu fugiat|nemo enim ipsam|sed ut perspiciatis|neque porro quisquam|at vero eos et accusamus|temporibus autem quibusdam|vivamus sagittis lacus|pellentesque habitant morbi|donec id elit non mi|nullam quis risus eget|aenean lacinia bibendum|vestibulum ante ipsum|integer posuere erat`
const THING = `(?:text|title|subtitle|heading|headline|subheading|content|description|copy|tagline|paragraph|caption)`
const INSTRUCTION = `(?:your|some|insert|add|enter|place|put|type)(?: your| some| a| the)? ${THING}(?: goes)? here|${THING} goes here|^${THING} here$|(?:placeholder|dummy|filler) (?:text|title|heading|headline|content|copy|paragraph)|this is (?:just )?(?:a |some )?(?:placeholder|sample|dummy|example) ${THING}|(?:replace|edit|change) this (?:sample |placeholder )?text|hier (?:steht |kommt )?(?:ihr|dein|der) text|(?:ihr|dein) text hier|votre texte ici|(?:tu|su) texto aqu[ií]|(?:seu|o seu) texto aqui|il tuo testo qui`

/** Text that only fills a layout. */
export const PHRASES = {
  latin: new RegExp(String.raw`(?<![\p{L}])(?:${LATIN})(?![\p{L}])`, 'giu'),
  instruction: new RegExp(String.raw`(?<![\p{L}])(?:${INSTRUCTION})(?![\p{L}])`, 'giu'),
  /** Notes of authors; TODO is also Spanish for all, and a date may rightly be TBD. */
  note: /(?<![\p{L}\p{N}])(?:(?:TODO|FIXME|XXX|TBD):|(?:TODO|FIXME|TBD|TBC)(?![\p{L}\p{N}]))/gu,
}

/** Words that each of these patterns has in it: most texts have none of them, and the patterns are slow. */
export const GATES = {
  error: /[Ee]rror|Uncaught|Cannot read|Traceback|on line|Unhandled|Exception|:\d+:\d+\)/,
  latin:
    /ipsum|dolor|adipis|eiusmod|minim|nostrud|irure|sint|fugiat|ipsam|perspiciatis|quisquam|accusamus|quibusdam|lacus|morbi|elit|risus|bibendum|vestibulum|posuere/i,
  instruction: /here|text|placeholder|dummy|filler|sample|example|texte|texto|testo/i,
}

/** Marks of template languages, and of markup that was escaped once too often. */
export const TEMPLATES = {
  marks:
    /\{\{[^{}]{0,80}\}\}|[$#]\{[^{}]{1,80}\}|%\{\w{1,60}\}|\{!!.{0,80}?!!\}|<%.{0,80}?%>|\{%.{0,80}?%\}|<\?(?:php|=).{0,80}|\[\[[\w.]{2,60}\]\]|\{\w*\.?[a-z]\w*\}|(?<![\w$])\{\d{1,2}\}(?!\w)|\*\|[A-Z_:]{2,40}\|\*|%%\w{2,40}%%|__MSG_\w{1,60}__|(?<!\d ?)%(?:\d\$)?[sd](?![\p{L}\p{N}'])|(?<![\p{L}\p{N}%])%[a-z]+(?:_[a-z]+)+%/gu,
  markup:
    /&(?:amp|nbsp|lt|gt|quot|apos|copy|reg|trade|euro|pound|[lr][sd]quo|[mn]dash|hellip|bull|middot|[aeiounyc](?:acute|grave|circ|tilde|uml|cedil)|szlig|#\d{2,5}|#x[\da-f]{2,5});|<\/?(?:p|br|div|span|strong|em|b|i|u|h[1-6]|ul|ol|li|a|img|table|t[rdh])(?: [^<>]{0,120})?\/?>/gi,
}

/** Characters to either side of a value in which the words beside it are looked for. */
const WORD_WINDOW = 60

/** Words beside `undefined` that make it a word of a sentence about programs or mathematics. */
const BEFORE_TERM =
  /^(a|an|the|is|are|was|were|be|been|as|of|or|and|not|if|it's|with|remains?|left|returns?|equals?|than|to|means|called|type|value|values|null|undefined|nan)$/
const AFTER_TERM =
  /^(behaviou?rs?|variables?|values?|references?|index|functions?|propert(?:y|ies)|types?|methods?|terms?|errors?|symbols?|constants?|pointers?|hypothes[ei]s|and|or|is|are|in|as|when|if|means|null|undefined|checks?|set|island)$/

/** Whether `undefined` or `null` may be a word of a sentence. */
export function isProse(text: string, raw: string, start: number): boolean {
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
export const MOJIBAKE = new RegExp(
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
