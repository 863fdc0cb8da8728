/** The shapes of what is seen of a store; each stands beside the code that makes it. */
export type {
  Catalog,
  Collection,
  Picture,
  Platform,
  Product,
  ProductOption,
  Sees,
  Variant,
} from './catalog/catalog.ts'
export type { UrlTraces } from './urls/traces/types.ts'
