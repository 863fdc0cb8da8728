/**
 * Whether an address or a number stands for one that is not known yet: numbers that count up, hosts called after an example. It
 * may be somebody's: only where a real one took its place is it known to have been none. @see RFC 2606
 */
export const isPlaceholderContact = (value: string): boolean => COUNTS_UP.test(value) || EXAMPLE.test(value)

/** `+49 123 4567890`, `0123 456789`, also as an address of a telephone or a chat: behind a country's number all that counts up. */
const COUNTS_UP = /^\D*(?:1|7|[2-9]\d{1,2})?0?1234567890?$/
const EXAMPLE = /@(?:[\w-]+\.)*(?:example|beispiel|exemple|ejemplo|esempio|voorbeeld)\.\w+$/
