import { assetName } from '../../lib/url.ts'

export interface PictureName {
  /**
   * Of its file, as far as it survives a move: without folder, size, version, fingerprint and ending.
   * `/files/Shirt_600x@2x.jpg?v=17`, `/uploads/shirt-300x300.webp` and `/shirt-scaled.jpg` are one.
   */
  key: string
  /** What Shopify puts behind a name that is taken, or '': pictures of one name are several where it differs. */
  copy: string
}

/** Null for no address. */
export function pictureName(url: unknown): PictureName | null {
  if (typeof url !== 'string' || url.trim() === '' || url.startsWith('data:')) return null
  const given = url.slice(0, 2048).trim()
  const address = given.replace(UUID, '')
  if (!URL.canParse(address, 'http://localhost')) return null
  const name = assetName(new URL(address, 'http://localhost').href)
  const stem = name.replace(/\.[a-z0-9]{2,5}$/, '')
  const key = stem.replace(SHOPIFY_SIZE, '').replace(WORDPRESS_SIZE, '').slice(0, 200)
  return key ? { key, copy: UUID.exec(given)?.[0].toLowerCase() ?? '' } : null
}

const SHOPIFY_SIZE =
  /_(?:pico|icon|thumb|small|compact|medium|large|grande|original|master|\d{1,5}x\d{0,5}|x\d{1,5})(?:_crop_[a-z]+)?(?:@[23]x)?(?:\.progressive)?$/
const UUID = /_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[._])/i
const WORDPRESS_SIZE = /-(?:\d{1,5}x\d{1,5}|scaled|e\d{10,13})$/
