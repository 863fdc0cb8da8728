/**
 * What a browser's message says, without what differs from build to build and visit to visit: addresses, numbers,
 * fingerprints, and the one or two letters that a minifier calls things.
 */
export function normaliseMessage(text: string): string {
  return text
    .slice(0, 500)
    .replace(/^(uncaught|error:|\(in promise\)|\s)+/i, '')
    .replace(/\b(?:https?|wss?|blob|webpack(?:-internal)?):[^\s'")]+/gi, '…')
    .replace(/\b[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(
      /(^|[\s.(])(?!(?:is|of|to|on|in|an|or|no|be|at|by|as|it|if)\b)[a-z_$][a-z_$#]?(?=[\s.()[]|$)/gi,
      '$1_',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 200)
}
