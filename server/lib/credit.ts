/** What a page says of who or what made it, and of its rights. */
const CREDIT =
  /\b(?:(?:proudly )?powered by|(?:built|created|generated|made|published|hosted) (?:with|using|on|by)|(?:template|theme|design|website|site|page|challenge)s? (?:design(?:ed)?|made|provided|coded|developed|created|built)?\s*by|(?:designed|coded|developed|crafted) by|design:|demo images:)/i

/** Whether a text says who or what made the page, which goes with them and is not what anybody came to read. */
export const isCredit = (text: string): boolean => CREDIT.test(text)
