import { memoByValue } from '../../../lib/memo.ts'

/** What a list of font families comes to for a reader: with or without serifs, of one width, or drawn for show. */
export type FamilyClass = 'sans-serif' | 'serif' | 'monospace' | 'display'

const GENERIC: Record<string, FamilyClass> = {
  'sans-serif': 'sans-serif',
  'system-ui': 'sans-serif',
  'ui-sans-serif': 'sans-serif',
  'ui-rounded': 'sans-serif',
  '-apple-system': 'sans-serif',
  blinkmacsystemfont: 'sans-serif',
  serif: 'serif',
  'ui-serif': 'serif',
  monospace: 'monospace',
  'ui-monospace': 'monospace',
  cursive: 'display',
  fantasy: 'display',
}

/** Words of family names, the most telling first: "Noto Sans Mono" is mono, "Source Serif" serif, "Open Sans" sans. */
const NAMES: [RegExp, FamilyClass][] = [
  [
    /\bmono|monospace|\bcode\b|courier|consolas|menlo|monaco|inconsolata|typewriter|terminal|hack\b|iosevka/,
    'monospace',
  ],
  [
    /script|\bhand|handwrit|lobster|pacifico|caveat|satisfy|dancing|great vibes|comic|chalk|brush|marker|kaushan|sacramento|amatic|indie flower|cursive|bangers|fredoka one|press start|creepster|permanent/,
    'display',
  ],
  [/\bsans\b|sans-?serif|gothic|grotes[kq]/, 'sans-serif'],
  [
    /\bserif\b|slab|roman\b|times|georgia|garamond|baskerville|bodoni|didot|caslon|palatino|cambria|constantia|merriweather|playfair|\blora\b|crimson|cormorant|spectral|bitter|arvo|rokkitt|vollkorn|cardo|fraunces|libre book|cinzel|prata|domine|alegreya(?! sans)|minion|charter|mincho|songti|simsun|batang|myungjo|nanum myeongjo|ming\b/,
    'serif',
  ],
  [
    /arial|helvetica|verdana|tahoma|trebuchet|calibri|segoe|\binter\b|roboto|lato|montserrat|poppins|raleway|nunito|oswald|ubuntu|work sans|\brubik|mulish|barlow|karla|manrope|futura|avenir|gill sans|franklin|geneva|lucida|san francisco|\bsf pro|quicksand|cabin|heebo|hind|exo|jost|figtree|outfit|urbanist|geist|archivo|titillium|dosis|oxygen|muli|varela|yu ?gothic|meiryo|hiragino|pingfang|microsoft yahei|malgun|apple sd|dejavu|liberation|noto kufi|cairo|tajawal|almarai|kanit|prompt|sarabun|vazir/,
    'sans-serif',
  ],
]

/** On the machines of most visitors. */
const INSTALLED =
  /arial|helvetica|verdana|tahoma|trebuchet|calibri|segoe|geneva|lucida|san francisco|sf pro|times|georgia|garamond|palatino|cambria|constantia|courier|consolas|menlo|monaco|comic sans|roboto|ubuntu|noto|dejavu|liberation|gill sans|franklin|futura|avenir|baskerville|didot|gothic|meiryo|hiragino|pingfang|yahei|malgun|apple sd|mincho|songti|simsun|batang/

/** The list without families that a page names and does not bring, where `brought` does not have them either. */
export function present(list: string, brought: ReadonlySet<string>): string {
  const families = familiesOf(list)
  const left = families.filter(family => family in GENERIC || INSTALLED.test(family) || brought.has(family))
  return (left.length ? left : families).join(', ')
}

/**
 * By the first family of a computed `font-family` that says what it is; null when none does. `cursive` behind a name says
 * little: font services put it behind every face for headings.
 */
export const classOf = memoByValue(
  2000,
  (list: string) => list,
  (list): FamilyClass | null => {
    for (const [at, family] of familiesOf(list).entries()) {
      const found = GENERIC[family] ?? NAMES.find(([pattern]) => pattern.test(family))?.[1]
      if (found) return at > 0 && family === 'cursive' ? null : found
    }
    return null
  },
)

/** The families of a computed `font-family`, as `familyName` has them. */
export const familiesOf = (list: string): string[] => list.split(',').map(familyName).filter(Boolean)

/** Next.js 13 and 14 put what they serve under a name of their own: `__Open_Sans_Fallback_3b020fa1`. */
const HASHED = /^__(.+)_[0-9a-f]{6,8}$/

/** The name of one family, in lower case without quotes, and as its author calls it. */
export function familyName(family: string): string {
  const name = family.trim().replace(/["']/g, '').toLowerCase()
  return name.replace(HASHED, (_, own: string) => own.replaceAll('_', ' '))
}
