import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'

/** How a file is laid into its place: CSS px for each of its own pixels, by direction. */
export interface Fitting {
  x: number
  y: number
}

/** Null where it cannot be known, or where there are no pixels: drawings are sharp at any size and keep their aspect. */
export function fittingOf(image: ImageArtifact): Fitting | null {
  if (image.format === 'svg' || image.kind === 'svg' || image.kind === 'poster') return null
  const [width, height] = pixelsOf(image)
  const place = image.drawn
  if (width < 2 || height < 2 || place.width < 2 || place.height < 2) return null
  const [x, y] = [place.width / width, place.height / height]
  const even = (scale: number): Fitting => ({ x: scale, y: scale })
  if (image.kind === 'background') return backgroundFitting(image.backgroundSize, x, y, width, height)
  if (image.objectFit === 'cover') return even(Math.max(x, y))
  if (image.objectFit === 'contain') return even(Math.min(x, y))
  if (image.objectFit === 'scale-down') return even(Math.min(1, x, y))
  return image.objectFit === 'none' ? even(1) : { x, y }
}

/** How much of its file a picture shows of each side, 0 to 1: what `cover` cuts off is not seen. */
export function shownOf(image: ImageArtifact): { width: number; height: number } {
  const fitting = fittingOf(image)
  if (!fitting) return { width: 1, height: 1 }
  const [width, height] = pixelsOf(image)
  return {
    width: Math.min(1, image.drawn.width / (fitting.x * width)),
    height: Math.min(1, image.drawn.height / (fitting.y * height)),
  }
}

function backgroundFitting(
  size: string,
  x: number,
  y: number,
  width: number,
  height: number,
): Fitting | null {
  // The same for all layers, or unknown.
  if (size === 'cover') return { x: Math.max(x, y), y: Math.max(x, y) }
  if (size === 'contain') return { x: Math.min(x, y), y: Math.min(x, y) }
  if (size === 'auto') return { x: 1, y: 1 }
  if (size === '100% 100%') return { x, y }
  const [, w, h] = /^([\d.]+)px(?: ([\d.]+)px)?$/.exec(size) ?? []
  if (!w) return null
  return { x: Number(w) / width, y: h ? Number(h) / height : Number(w) / width }
}

/** Of the file; turned as the browser shows it. */
function pixelsOf(image: ImageArtifact): [number, number] {
  const { file, naturalWidth, naturalHeight } = image
  if (!file) return [naturalWidth, naturalHeight]
  const turned = naturalWidth > naturalHeight !== file.width > file.height && naturalWidth !== naturalHeight
  return turned && naturalWidth > 0 && file.width !== file.height
    ? [file.height, file.width]
    : [file.width, file.height]
}
