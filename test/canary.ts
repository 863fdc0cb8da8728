/**
 * Where a secret may have been left, in any of the forms in which it travels: as it is, in addresses and forms, in JSON,
 * in base64 wherever it begins there, in hex. Written apart from the code that hides secrets, which it holds to account.
 */
export function tracesOf(secret: string, text: string): string[] {
  const bytes = Buffer.from(secret)
  const forms: Record<string, string[]> = {
    raw: [secret],
    url: [
      encodeURIComponent(secret),
      encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
      new URLSearchParams({ '': secret }).toString().slice(1),
    ],
    json: [JSON.stringify(secret).slice(1, -1), JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    base64: (['base64', 'base64url'] as const).flatMap(encoding =>
      [0, 1, 2].map(before => {
        const text = Buffer.concat([Buffer.alloc(before), bytes])
          .toString(encoding)
          .replace(/=+$/, '')
        // Letters at both ends hold bits of what stands beside it.
        return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3))
      }),
    ),
    hex: [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  }
  return Object.entries(forms).flatMap(([name, texts]) =>
    texts.some(one => text.includes(one)) ? [name] : [],
  )
}
