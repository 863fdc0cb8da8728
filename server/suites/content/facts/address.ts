import { tokens } from '../../../lib/text.ts'
import type { Finder } from './fact.ts'

const NAME = String.raw`\p{Lu}[\p{L}\p{M}'.-]{0,40}`
const PATTERNS = [
  String.raw`(?<![\d.,])\d{1,5}[A-Za-z]? (?:${NAME} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Way|Place|Pl|Parkway|Pkwy|Highway|Hwy|Terrace|Close|Crescent|Row|Quay)(?![\p{L}])`,
  String.raw`(?:${NAME} )?${NAME}?(?:straße|strasse|str\.|Straße|Str\.|weg|platz|Platz|allee|Allee|gasse|ring|damm|ufer|straat|laan|plein|gracht|gatan|vägen|gade|vej|veien|gata|utca|katu) \d{1,4} ?[a-zA-Z]?(?![\p{L}\d])`,
  String.raw`(?<![\d.,])\d{1,4},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|allée|quai|impasse|cours) [\p{L}\p{M}' -]{2,40}?(?=,| \d|$)`,
  String.raw`(?<![\p{L}])(?:Via|Viale|Piazza|Corso|Calle|C/|Avenida|Av\.|Plaza|Paseo|Rua|Praça|ul\.|ulica|ул\.|улица) ?[\p{L}\p{M}' .]{2,40},? ?(?:n[º°.] ?)?\d{1,4}(?!\d)`,
  String.raw`(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])`,
  String.raw`(?<![\p{L}\d])[A-Z]{2} \d{5}(?:-\d{4})?(?![\d])`,
  String.raw`(?<![\p{L}\d.,])(?:[A-Z]{1,2}-)?\d{5}(?= ${NAME})`,
  String.raw`(?<![\p{L}\d])\d{4} ?[A-Z]{2}(?= ${NAME}|$)`,
].map(pattern => new RegExp(pattern, 'gu'))

const LONG: Record<string, string> = {
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

/** Streets with a house number, and postcodes. */
export const findAddresses: Finder = text =>
  PATTERNS.flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({
      kind: 'address' as const,
      value: tokens(match[0])
        .map(({ word }) => LONG[word] ?? word.replace(/(straße|strasse|str)$/, 'strasse'))
        .join(' '),
      raw: match[0],
      start: match.index,
      end: match.index + match[0].length,
    })),
  ).sort((a, b) => a.start - b.start)
