/** Two text blocks that have words in common, or are the titles of the pages, by their index in the blocks of the 1440 px layout. */
export interface BlockMatch {
  original: number
  rebuilt: number
  /** Share of the original block's words that stand in the rebuilt one, and the other way round; 0 to 1. */
  share: number
  part: number
}
