/** Where somebody can be reached: e-mail addresses, telephones, streets and postcodes. */
import { dialledOf } from '../../../lib/phone.ts'
import { tokens } from '../../../lib/text.ts'
import { type Fact, type Finder, factAt, findAll } from './fact.ts'

/** Not who signs in where a repository is: `git@host.org:user/package.git`, `ssh://git@host.org/package`. */
export const findEmails = findAll(
  'e-mail',
  /(?<![\p{L}\p{N}._%+-]|:\/\/)[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}]|:[\w.~-]*\/|:[\w.-]+\.git\b)/gu,
  // No host ends in a digit: `package@4.1.0` is a release.
  ([raw]) => (/\.\p{L}[\p{L}\p{N}-]+$/u.test(raw) ? [raw.toLowerCase().normalize()] : []),
)

/** What templates have until somebody fills it in: `mail@mail.com`, `info@your-domain.com`; `berger@berger.de` is Berger's. */
export const isNobodysMail = (value: string): boolean =>
  /^(?<name>e?-?mail|name|user|test|demo|sample)@\k<name>\.\w+$|@(?:your|my)-?(?:domain|site|website|company|email)\.\w+$/.test(
    value,
  )

const PHONE = /(?<![\p{L}\d.,/])(?:\+ ?)?\(?\+?\d[\d ()./-]{5,22}\d(?![\p{L}\d])/gu

/** Telephone numbers, and other numbers of nine digits or more: an account, a register, an article. */
export const findPhones: Finder = text =>
  [...text.matchAll(PHONE)].flatMap(({ 0: match, index }) => {
    // What begins in a bracket behind it is a remark, such as the hours of a line, or the year of a journal.
    const [remark = ''] = /(?<=\d) ?\([^)]*$/.exec(match) ?? []
    const raw = match.slice(0, match.length - remark.length)
    const kind = /^ ?\((?:19|20)\d\d$/.test(remark) ? null : kindOf(raw)
    return kind ? factAt(kind, dialledOf(raw), raw, index) : []
  })

function kindOf(raw: string): Fact['kind'] | null {
  const digits = raw.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return null
  const groups = raw.match(/\d+/g)!
  if (groups.every(group => /^(19|20)\d\d$/.test(group))) return null
  // An address of a machine, a version of a program, a number with thousands.
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(raw) || /^\d(\.\d{1,2}){2}\.\d+$/.test(raw)) return null
  if (/^\d{1,3}(\.\d{3})+$/.test(raw)) return null
  if (/ - |- | -|\. | \./.test(raw) && !/^[+(0]/.test(raw)) return null
  if (/^[+(0]/.test(raw) || /^\d{3}[ .-]\d{4}$/.test(raw)) return 'phone'
  if (digits.length < 9 || groups.length > 6) return null
  return groups.length > 1 ? 'phone' : 'number'
}

const NAME = String.raw`\p{Lu}[\p{L}\p{M}'.-]{0,40}`
const ADDRESSES = [
  String.raw`(?<![\d.,])\d{1,5}[A-Za-z]? (?:${NAME} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Way|Place|Pl|Parkway|Pkwy|Highway|Hwy|Terrace|Close|Crescent|Row|Quay)(?![\p{L}])`,
  String.raw`(?:${NAME} )?${NAME}?(?:straße|strasse|str\.|Straße|Str\.|weg|platz|Platz|allee|Allee|gasse|(?<![Ss]p)ring|damm|ufer|straat|laan|plein|gracht|gatan|vägen|gade|vej|veien|gata|utca|katu) \d{1,4} ?[a-zA-Z]?(?![\p{L}\d])`,
  String.raw`(?<![\d.,])\d{1,4},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|allée|quai|impasse|cours) [\p{L}\p{M}' -]{2,40}?(?=,| \d|$)`,
  String.raw`(?<![\p{L}])(?:Via|Viale|V\.le|Piazza|P\.z?za|Corso|C\.so|Calle|C/|Avenida|Av\.|Plaza|Paseo|Rua|Praça|ul\.|ulica|ул\.|улица) ?[\p{L}\p{M}' .]{2,40},? ?(?:n[º°.] ?)?\d{1,4}(?!\d)`,
  String.raw`(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])`,
  String.raw`(?<![\p{L}\d])[A-Z]{2},? \d{5}(?:-\d{4})?(?![\d])`,
  String.raw`(?<![\p{L}\d.,])(?:[A-Z]{1,2}-)?\d{5}(?= ${NAME})`,
  // The year of a copyright, or the last one of several, may stand before a name of two letters.
  String.raw`(?<![\p{L}\d]|(?:©|\(c\)|[Cc]opyright) ?|\d{4} ?[-–] ?)\d{4} ?[A-Z]{2}(?= ${NAME}|$)`,
].map(pattern => findAll('address', new RegExp(pattern, 'gu'), ([raw]) => [streetOf(raw)]))

/** Streets with a house number, and postcodes. */
export const findAddresses: Finder = (text, reading) =>
  ADDRESSES.flatMap(find => find(text, reading)).sort((a, b) => a.start - b.start)

/** `D-10115` is the postcode as it was written to from abroad. */
const streetOf = (raw: string) =>
  tokens(
    raw
      .replace(/^[A-Z]{1,2}-(?=\d)/, '')
      .replace(/^C\/ ?/, 'Calle ')
      .replace(/^(?:V\.le|P\.z?za|C\.so)/, short => CUT[short[0]!]!),
  )
    .filter(({ word }) => !PARTICLE.test(word))
    .map(({ word }) => LONG_FORMS[word] ?? word.replace(/(straße|strasse|str)$/, 'strasse'))
    .join(' ')

/** Often left out of a street's name: “C/ Londres” is Calle de Londres. */
const PARTICLE = /^(?:de|del|della|dello|dei|di|da|do|dos|das|du|des|la|las|los|le|les)$/

/** Italian words of which the middle is left out. */
const CUT: Record<string, string> = { V: 'Viale', P: 'Piazza', C: 'Corso' }

/** Letters of a word that an initial may stand for. */
const MIN_NAME = 3

/** An adjective belongs to a street's name (“Alte Gasse”); another word may be the end of the line above it. */
const ADJECTIVE = /e[mnrs]?$/

/**
 * Whether two addresses are one but for names that are cut to their initials (“Via C. Colombo, 18”) or a word before
 * the street that is none of its name (“Rechtsanwalt Wundtstraße 40”).
 */
export function mayBeOneAddress(one: string, other: string): boolean {
  const words = [one.split(' '), other.split(' ')]
  const longer = words.find((mine, at) => mine.length === words[1 - at]!.length + 1)
  if (longer && !ADJECTIVE.test(longer[0]!)) longer.shift()
  const [mine, theirs] = words as [string[], string[]]
  const isInitial = (letter: string, name: string) =>
    /^\p{L}$/u.test(letter) && name.length >= MIN_NAME && name.startsWith(letter)
  return (
    mine.length === theirs.length &&
    mine.filter((word, at) => word === theirs[at] && /\p{L}{3}/u.test(word)).length >= (longer ? 1 : 2) &&
    mine.every((word, at) => {
      const now = theirs[at]!
      return word === now || isInitial(word, now) || isInitial(now, word)
    })
  )
}

const LONG_FORMS: Record<string, string> = {
  ul: 'ulica',
  ул: 'улица',
  av: 'avenida',
  st: 'street',
  ave: 'avenue',
  rd: 'road',
  blvd: 'boulevard',
  ln: 'lane',
  dr: 'drive',
  ct: 'court',
  sq: 'square',
  pl: 'place',
  pkwy: 'parkway',
  hwy: 'highway',
}
