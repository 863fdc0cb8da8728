/** Catalogs by hand. */
import type { Catalog, Product, Variant } from '../../server/store/types.ts'

export type GivenProduct = Partial<Omit<Product, 'variants'>> & {
  title: string
  variants?: (Partial<Variant> & { is?: string })[]
  /** Of its only variant. */
  sku?: string
  price?: number
}

/** Of a reader to which nothing of a product is hidden. */
export const SEES_ALL: Catalog['sees'] = {
  variants: true,
  compareAt: true,
  images: true,
  description: true,
  collections: true,
  availability: true,
  variantPictures: true,
}

export function catalogWith(given: GivenProduct[], more: Partial<Catalog> = {}): Catalog {
  return {
    platform: 'other',
    currency: 'EUR',
    complete: true,
    collections: [],
    sees: SEES_ALL,
    products: given.map(productWith),
    ...more,
  }
}

export function productWith({ sku, price = 1000, variants, ...given }: GivenProduct): Product {
  const handle = given.handle ?? given.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const path = given.path ?? `/products/${handle}`
  return {
    url: `https://shop.example${path}`,
    path,
    handle,
    descriptionText: '',
    collections: [],
    images: [],
    options: [],
    variants: (variants ?? [{ sku: sku ?? null, price }]).map(({ is, ...variant }) => ({
      title: is ?? '',
      options: is === undefined ? [] : is.split('/').map(value => value.trim()),
      sku: null,
      gtin: null,
      price,
      compareAt: null,
      available: true,
      ...variant,
    })),
    ...given,
  }
}
