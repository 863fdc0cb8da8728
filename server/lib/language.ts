/** In which language a text is written, as far as its script or its smallest words tell. */
import { words } from './text.ts'

/** Scripts that one language is known by, or a family of them. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['Japanese', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Korean', /\p{sc=Hangul}/gu],
  ['Chinese', /\p{sc=Han}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}/gu],
  ['Greek', /\p{sc=Greek}/gu],
  ['Arabic', /\p{sc=Arabic}/gu],
  ['Hebrew', /\p{sc=Hebrew}/gu],
  ['Thai', /\p{sc=Thai}/gu],
  ['Devanagari', /\p{sc=Devanagari}/gu],
]
/** Of all letters of a text, those of a script from which it is written in it; Japanese has as many of another one. */
const MIN_LETTERS = 0.3

/** Words without which hardly a sentence of the language is made, and which few others have. */
const SMALL_WORDS: Readonly<Record<string, readonly string[]>> = {
  English:
    'the and of to is are with your you for this that from our we it by have be will can not they which'.split(
      ' ',
    ),
  German:
    'der die das und ist nicht mit den dem ein eine einen von zu auf für sie wir sich auch werden bei oder ihre'.split(
      ' ',
    ),
  French:
    'le les des et est une du dans pour que qui vous nous sur avec pas votre sont plus ce cette au aux'.split(
      ' ',
    ),
  Spanish:
    'el los las y es una del con para que por su sus más nuestra nuestro como sin tu está este esta al'.split(
      ' ',
    ),
  Portuguese:
    'o os as e é uma do da dos das com para que por seu sua mais não você nos em no na ao sem'.split(' '),
  Italian:
    'il gli le e è una del della dei delle con per che di non più sono nel nella alla tuo tua questo questa'.split(
      ' ',
    ),
  Dutch: 'de het een en van is niet met voor zijn op te dat je wij ons onze aan ook worden door bij'.split(
    ' ',
  ),
  Swedish: 'och att det är som en på för med av till den inte har ett vi du kan om också'.split(' '),
  Danish: 'og at det er som en på for med af til den ikke har et vi du kan om også vores'.split(' '),
  Turkish: 've bir bu için ile da de olarak çok daha en gibi var olan sizin size kadar'.split(' '),
  Indonesian:
    'yang dan di untuk dengan ini dari tidak pada anda kami akan atau ke dalam sebagai adalah itu bisa oleh'.split(
      ' ',
    ),
  Polish: 'i w na z się do jest nie że to dla oraz jak przez od po są ich który która'.split(' '),
}
const LANGUAGES = Object.entries(SMALL_WORDS).map(([language, list]) => [language, new Set(list)] as const)
/** Different small words that a text must have, and how many more than it has of any other language. */
const MIN_SMALL_WORDS = 3
const MIN_LEAD = 2

/** The English name of the language or script of a text; null where it is too short, or may be one of several. */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const script = SCRIPTS.find(([, sign]) => (text.match(sign)?.length ?? 0) > MIN_LETTERS * letters)
  if (script) return script[0]
  const own = new Set(words(text))
  const [first, second] = LANGUAGES.map(([language, list]) => ({
    language,
    count: [...own].filter(word => list.has(word)).length,
  })).sort((a, b) => b.count - a.count)
  return first!.count >= MIN_SMALL_WORDS && first!.count >= second!.count + MIN_LEAD ? first!.language : null
}

/** Whether texts in a language, by its English name, are told from those in others by their words. */
export const isKnownByWords = (language: string): boolean => Object.hasOwn(SMALL_WORDS, language)

/** The language of a tag, without its country: `de` of `de-AT`. */
export const languageCode = (tag: string | undefined): string | undefined =>
  /[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase()
