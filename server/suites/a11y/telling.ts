/** Whether the name of a picture says anything. */
import { words } from '../../lib/text.ts'

/** Words that say what kind of thing it is, and not what it shows. */
const KIND =
  /^(logo|icon|image|img|picture|pic|photo|illustration|illustrative|graphic|avatar|banner|background|decorative|placeholder|hero|project|company|brand|website|site|alt|bild|imagem|imagen|immagine|ilustrativa|ilustração|ilustración|decorativa|fondo|foto|фото|картинка|изображение|иконка|логотип)s?\d*$/
/** Names as files have them. */
const FILE = /^[a-z0-9]+([-_][a-z0-9]+)+(\.[a-z]{3,4})?$/

/** Whether an alternative text says what a picture shows. */
export const isTelling = (name: string): boolean =>
  !FILE.test(name.trim()) && words(name).some(word => !KIND.test(word))
