/** What the colours of computed styles paint: sRGB, oklch() and whatever else the browser writes. In-page part. */
export function colourFunctions() {
  /** A colour of a value: within a shadow or a gradient. */
  const COLOUR = /(?:rgba?|hsla?|hwb|color|(?:ok)?l(?:ab|ch))\([^()]*\)/g
  const known = new Map<string, [red: number, green: number, blue: number] | null>()
  let pixel: OffscreenCanvasRenderingContext2D | null = null

  /** 0 to 1; what has no alpha is opaque. */
  function alphaOf(colour: string): number {
    if (colour === 'transparent') return 0
    const alpha = /^rgba\(.*,\s*([\d.e-]+)\)$|\/\s*([\d.e-]+|none)\)$/.exec(colour)
    return alpha ? Number(alpha[1] ?? alpha[2]) || 0 : 1
  }

  /** In sRGB, 0 to 255, without its alpha; null for what is no colour. */
  function rgbOf(colour: string) {
    const found = known.get(colour)
    if (found !== undefined) return found
    const rgb = CSS.supports('color', colour) ? painted(colour) : null
    known.set(colour, rgb)
    return rgb
  }

  /** The browser itself converts it. */
  function painted(colour: string): [number, number, number] {
    pixel ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    pixel.fillStyle = `rgb(from ${colour} r g b / 1)`
    pixel.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!]
  }

  /** Whether no channel of what two colours paint differs by `step` or more, nor their alpha by as much of 1. */
  function paintsSame(a: string, b: string, step = 4): boolean {
    if (a === b) return true
    const [one, other] = [rgbOf(a), rgbOf(b)]
    if (!one || !other || Math.abs(alphaOf(a) - alphaOf(b)) >= step / 255) return false
    return one.every((channel, at) => Math.abs(channel - other[at]!) < step)
  }

  /** The colours that a shadow or a gradient is made of. */
  const coloursIn = (value: string): string[] => value.match(COLOUR) ?? []

  return { alphaOf, rgbOf, paintsSame, coloursIn }
}

export type ColourFunctions = ReturnType<typeof colourFunctions>
