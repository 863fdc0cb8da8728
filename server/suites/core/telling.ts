/** Whether the name of a picture says anything. */
import { words } from '../../lib/text.ts'

/** Words that say what kind of thing it is, and not what it shows. */
const KIND =
  /^(logo|icon|image|img|dsc[nf]?|pxl|picture|pic|photo|screenshot|untitled|unnamed|illustration|illustrative|graphic|avatar|banner|background|decorative|placeholder|hero|project|company|brand|website|site|alt|bild|imagem|imagen|immagine|ilustrativa|ilustração|ilustración|decorativa|fondo|foto|фото|картинка|изображение|иконка|логотип)s?\d*$/
/** Names as files have them: `hero-image`, and whatever ends as a picture's file does. */
const FILE = /^[a-z0-9]+([-_][a-z0-9]+)+$/
const EXTENSION = /\.(jpe?g|png|gif|webp|avif|svg|heic|tiff?)$/i
const LETTER = /\p{L}/u

/** Whether an alternative text says what a picture shows: a number alone does not. */
export const isTelling = (name: string): boolean =>
  !FILE.test(name.trim()) &&
  !EXTENSION.test(name.trim()) &&
  words(name).some(word => LETTER.test(word) && !KIND.test(word))

const LINKING = /^(of|the|an?|from|with|von|vom|der|die|das|de|du|des|la|le|el|di|da|del|do|van)$/

/** The words of an alternative text from the first to the last that tell something: “Colton Smith” of “Photo of Colton Smith”. */
export function tellingPart(name: string): string {
  const own = words(name)
  const tells = (word: string) => !KIND.test(word) && !LINKING.test(word)
  const last = own.findLastIndex(tells)
  return last < 0 ? '' : own.slice(own.findIndex(tells), last + 1).join(' ')
}
