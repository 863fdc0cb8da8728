/** Lists of works: papers, talks, books and films have the titles that their authors gave them, in whatever language. */
import { countEach, sumOf } from '../../lib/count.ts'
import { readHtml } from '../../lib/html.ts'
import { normalise } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { parentOf, withoutTurns } from '../core/path.ts'

/** Entries of one list that name a source, from which it is one of references. */
const MIN_REFERENCES = 2
/** Words of an entry, with its authors and where it appeared; an abstract is longer. */
const MAX_REFERENCE = 60

/** A year as references have it: in brackets, between signs, or alone; not behind the day of a date. */
const YEAR = /(?:^|(?<!\d)[,;:·|] ?|[([])(?:1[5-9]|20)\d\d[a-z]?(?=$|[)\],.;:·|])/
const SOURCE = new RegExp(
  [
    String.raw`(?<!\p{L})(?:doi(?=[ :./])|arxiv|isbn|issn|pmid|et al\.|in press|working paper|proceedings|proc\.|journal of|annals of|annales|annalen|transactions on|zeitschrift|jahrbuch|university press|verlag|éditions?|editore|uitgeverij|hrsg\.|eds?\.|vol\.|bd\.|band \d|pp\.|s\. \d+ ?-)`,
    String.raw`10\.\d{4,9}/`,
    String.raw`(?<!\d)\d{1,4} ?\(\d{1,4}\) ?[:,] ?\d`,
    // A title in quotation marks behind who wrote it; before who says it, it is what he says.
    String.raw`\p{L}[,:.]? "[^".!?]{8,150}[.?!]?"`,
  ].join('|'),
  'iu',
)

/** `Molina, A.`: with a year it is a reference; a timeline has years as well. */
const AUTHOR = /\p{Lu}\p{L}+, \p{Lu}\./u
const isCited = (text: string) => SOURCE.test(text) || (AUTHOR.test(text) && YEAR.test(text))

/** A title, in italics or as what is cited: no sentence, and none of one word. */
const TITLE = /<(?<tag>cite|em|i)\b[^<>]{0,200}>(?<title>[^<>.!?]{8,150}[.!?]?)<\/\k<tag>>/gi
const MAX_TITLES = 500

/** Tells texts of an entry of a list of references. `html`: of the page that they are of, which says what is in italics. */
export function referenceReader(passages: readonly Passage[], html: string): (passage: Passage) => boolean {
  const titles = [...html.matchAll(TITLE)]
    .slice(0, MAX_TITLES)
    .map(({ groups }) => normalise(readHtml(groups!.title!).text))
    .filter(title => title.includes(' '))
  /** Who wrote it, and where, stands beside its title. */
  const hasTitle = ({ text }: Passage) => {
    const read = titles.length ? normalise(text) : ''
    return titles.some(title => read.length > title.length + 2 && read.includes(title))
  }
  const entries = Map.groupBy(passages, entryOf)
  const isReference = ([entry, texts]: [string, Passage[]]) =>
    entry !== '' &&
    sumOf(texts, ({ length }) => length) <= MAX_REFERENCE &&
    texts.some(passage => isCited(passage.text) || hasTitle(passage))
  const references = [...entries].flatMap(each => (isReference(each) ? each[0] : []))
  const lists = countEach(references.map(withoutTurns))
  const found = new Set(references.filter(entry => lists.get(withoutTurns(entry))! >= MIN_REFERENCES))
  return passage => found.has(entryOf(passage))
}

/** The element that an entry of a list is, by the one around its texts where it is not said. */
function entryOf({ place: { selector = '' }, kind }: Passage): string {
  const [named] = /^.*(?:^|> )(?:li|tr|article)(?::nth-of-type\(\d+\)|#[\w-]+)*(?= > |$)/.exec(selector) ?? []
  if (named !== undefined) return named
  const parent = parentOf(selector)
  return kind === 'paragraph' && !/\(\d+\)$/.test(parent) ? selector : parent
}
