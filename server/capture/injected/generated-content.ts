/** What the `content` of generated content draws. In-page part. */
export function generatedContentFunctions() {
  /** Strings of a CSS value as the browser writes it. */
  const STRINGS = /"(?:[^"\\]|\\.)*"/g
  /** Of pictures. */
  const ADDRESSES = /url\("(?:[^"\\]|\\.)*"\)/g

  /** The strings of a computed `content`, joined; `whole`: nothing but strings and pictures is in it. */
  function drawnStrings(content: string): { text: string; whole: boolean } {
    // Its alternative text is not drawn.
    const [drawn = ''] = content.split(/(?<=") \/ (?=")/)
    const said = drawn.replace(ADDRESSES, '')
    const strings = said.match(STRINGS) ?? []
    const text = strings
      .map(string =>
        string
          .slice(1, -1)
          .replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code, letter) =>
            code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : letter,
          ),
      )
      .join('')
    return { text, whole: strings.join(' ') === said.trim() }
  }

  return { drawnStrings }
}

export type GeneratedContentFunctions = ReturnType<typeof generatedContentFunctions>
