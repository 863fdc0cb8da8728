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
  /** Notes to oneself; TODO is also Spanish for all, and a date may honestly be TBD. */
  note: /(?<![\p{L}\p{N}])(?:(?:TODO|FIXME|XXX|TBD):|(?:TODO|FIXME|TBD|TBC)(?![\p{L}\p{N}]))/gu,
}

/** Words that each of these patterns has in it, to be looked for first. */
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

/** Characters around it that tell; longer words are none. */
const NEAR = 60

/** Whether `undefined` or `null` may be a word of a sentence about programs or mathematics. */
export function isProse(text: string, raw: string, start: number): boolean {
  if (/^(?:(?:undefined|null|NaN)[ ,;:.-]*)+$/.test(text)) return false
  const near = text.slice(Math.max(0, start - NEAR), start)
  const rest = text.slice(start + raw.length, start + raw.length + NEAR)
  const before = /([\p{L}']+)[ ,]*$/u.exec(near)?.[1]?.toLowerCase() ?? ''
  const after = /^[ ,]*([\p{L}']+)/u.exec(rest)?.[1]?.toLowerCase() ?? ''
  if (/[:#@(/=$€£+-] ?$/.test(near) && !after) return false
  if (!before && !after) return false
  // Zero, in several languages.
  if (raw === 'null') return true
  const aboutPrograms =
    /^(a|an|the|is|are|was|were|be|been|as|of|or|and|not|if|it's|with|remains?|left|returns?|equals?|than|to|means|called|type|value|values|null|undefined|nan)$/
  const nouns =
    /^(behaviou?rs?|variables?|values?|references?|index|functions?|propert(?:y|ies)|types?|methods?|terms?|errors?|symbols?|constants?|pointers?|hypothes[ei]s|and|or|is|are|in|as|when|if|means|null|undefined|checks?|set|island)$/
  return text.split(' ').length > 8 || aboutPrograms.test(before) || nouns.test(after)
}
