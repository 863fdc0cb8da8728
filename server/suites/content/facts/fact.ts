/** A statement that is true or false to the digit. */
export interface Fact {
  kind: FactKind
  /** In one spelling: what readers take for the same is equal. */
  value: string
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
}

export type FactKind =
  | 'price'
  | 'percentage'
  | 'quantity'
  | 'phone'
  | 'e-mail'
  | 'date'
  | 'time'
  | 'address'
  | 'number'
  | 'code'
  | 'weekday'
  | 'text'

export interface Reading {
  /** 1.000 is a thousand and 1,5 is one and a half, as in German. */
  decimalComma: boolean
}

/** Finds the facts of one kind in a tidy text. */
export type Finder = (text: string, reading: Reading) => Fact[]
