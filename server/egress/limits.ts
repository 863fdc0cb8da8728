/** Bytes of a header section that are read, from origins and from the browser. Node's default is 16 KB. */
export const MAX_HEADER_SIZE = 128 * 1024
