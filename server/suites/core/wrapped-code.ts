/** Code that wraps where it finds no room. */
import type { TextBlock } from '../../capture/collectors/layouts.ts'

/**
 * Whether code stands on more lines than it has: where a box cuts it off beside it, that are the blanks at the ends of its
 * lines, which captures of earlier code measured.
 */
export const isWrappedCode = ({ rows, lines }: Pick<TextBlock, 'rows' | 'lines'>): boolean =>
  rows !== undefined && lines > rows
