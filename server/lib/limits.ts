/** Links of a page that a capture takes; a judge cannot say what such a page does not link to. */
export const MAX_LINKS = 5000
