/**
 * Appended to the browser's own User-Agent, and the whole of it for plain requests: names the visitor and links
 * to a page that tells a site's owner who it is and how to turn it away.
 */
export const USER_AGENT_SUFFIX = 'Cutover/0.1 (+https://github.com/cutover/cutover#the-visitor)'
