import type { Mutation } from '../page.ts'
import { files } from './files.ts'
import { markup } from './markup.ts'
import { styles } from './styles.ts'
import { words } from './words.ts'

/** Differences between an original and a faithful rebuild: no suite may fail, nothing above minor be introduced. */
export const harmless: readonly Mutation[] = [...markup, ...files, ...styles, ...words]
