/**
 * Whether an address or a number stands for one that is not known yet: numbers that count up, hosts called after an example. It
 * may be somebody's: only where a real one took its place is it known to have been none. @see RFC 2606
 */
export const isPlaceholderContact = (value: string): boolean => COUNTS_UP.test(value) || EXAMPLE.test(value)

/** `+49 123 4567890`, also as an address of a telephone or a chat. */
const COUNTS_UP = /^\D*\d{0,3}?0?123456789\d?$/
const EXAMPLE = /@(?:[\w-]+\.)*(?:example|beispiel|exemple|ejemplo|esempio|voorbeeld)\.\w+$/
