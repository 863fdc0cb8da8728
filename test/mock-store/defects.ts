/** What goes wrong with a catalog on the way to a new store, one fault each, and what must be found of it. */
import type { Severity } from '../../server/contract.ts'
import type { Good, Goods, GoodVariant } from './goods.ts'

export interface Defect {
  name: string
  /** The goods of the new store. The original's are never changed. */
  change(goods: Goods): void
  /** Causes that must be found, each with its severity, and nothing else. */
  found: Record<string, Severity>
  /** Whether a merchant would still go live. */
  pass: boolean
}

export interface Harmless {
  name: string
  change(goods: Goods): void
}

const variable = (goods: Goods) => goods.products.filter(({ variants }) => variants.length > 1)
const plain = (goods: Goods) => goods.products.filter(({ variants }) => variants.every(one => !one.compareAt))
const reduced = (goods: Goods) =>
  goods.products.filter(({ variants }) => variants.every(one => one.compareAt))
const drop = (goods: Goods, lost: readonly Good[]) => {
  const ids = new Set(lost.map(({ id }) => id))
  goods.products = goods.products.filter(({ id }) => !ids.has(id))
  for (const group of goods.groups) group.members = group.members.filter(id => !ids.has(id))
}

export const DEFECTS: readonly Defect[] = [
  {
    name: 'one product lost',
    change: goods => drop(goods, goods.products.slice(7, 8)),
    found: { lost: 'serious' },
    pass: false,
  },
  {
    name: '6 % of products lost',
    change: goods => drop(goods, goods.products.slice(0, Math.round(goods.products.length * 0.06))),
    found: { lost: 'critical' },
    pass: false,
  },
  {
    name: 'one variant lost',
    change: goods => {
      variable(goods)[3]!.variants.splice(1, 1)
    },
    found: { 'variants-lost': 'serious' },
    pass: false,
  },
  {
    name: 'variants collapsed into one',
    change: goods => {
      const good = variable(goods)[5]!
      good.variants.length = 1
      good.variants[0]!.options = []
      good.options = []
    },
    found: { collapsed: 'serious' },
    pass: false,
  },
  {
    name: 'choices of two variants swapped',
    change: goods => {
      const [one, other] = variable(goods)[4]!.variants as [GoodVariant, GoodVariant]
      const { options } = one
      one.options = other.options
      other.options = options
    },
    found: { swapped: 'serious' },
    pass: false,
  },
  {
    name: 'price times 10',
    change: goods => {
      for (const variant of plain(goods)[2]!.variants) variant.price *= 10
    },
    found: { scaled: 'serious' },
    pass: false,
  },
  {
    name: 'price times 10, on sale',
    change: goods => {
      for (const variant of reduced(goods)[0]!.variants) variant.price *= 10
    },
    found: { scaled: 'serious' },
    pass: false,
  },
  {
    name: 'one price changed',
    change: goods => {
      plain(goods)[11]!.variants[0]!.price += 1000
    },
    found: { priced: 'serious' },
    pass: false,
  },
  {
    name: 'price of zero',
    change: goods => {
      for (const variant of plain(goods)[12]!.variants) variant.price = 0
    },
    found: { free: 'serious' },
    pass: false,
  },
  {
    name: 'all variable products at the price of their first variant',
    change: goods => {
      for (const { variants } of variable(goods))
        for (const variant of variants) Object.assign(variant, { price: variants[0]!.price, compareAt: null })
      for (const { variants } of reduced(goods)) for (const variant of variants) variant.compareAt = null
    },
    found: { flattened: 'serious', 'compare-at-lost': 'serious' },
    pass: false,
  },
  {
    name: 'all prices without tax',
    change: goods => {
      for (const { variants } of goods.products)
        for (const variant of variants) {
          variant.price = Math.round(variant.price / 1.25)
          variant.compareAt = variant.compareAt && Math.round(variant.compareAt / 1.25)
        }
    },
    found: { taxed: 'serious' },
    pass: false,
  },
  {
    name: 'sale ended: regular price',
    change: goods => {
      for (const variant of reduced(goods)[1]!.variants)
        Object.assign(variant, { price: variant.compareAt, compareAt: null })
    },
    found: { 'reduction-lost': 'serious' },
    pass: false,
  },
  {
    name: 'sale price without compare-at',
    change: goods => {
      for (const variant of reduced(goods)[2]!.variants) variant.compareAt = null
    },
    found: { 'compare-at-lost': 'moderate' },
    pass: true,
  },
  {
    name: 'sale prices without compare-at, all',
    change: goods => {
      for (const { variants } of goods.products) for (const variant of variants) variant.compareAt = null
    },
    found: { 'compare-at-lost': 'serious' },
    pass: false,
  },
  {
    name: 'currency changed',
    change: goods => {
      goods.currency = 'EUR'
    },
    found: { currency: 'serious' },
    pass: false,
  },
  {
    name: 'handle renamed',
    change: goods => {
      goods.products[20]!.slug = `new-${goods.products[20]!.slug}`
    },
    found: { renamed: 'minor' },
    pass: true,
  },
  {
    name: 'one picture of several lost',
    change: goods => {
      goods.products.find(({ pictures }) => pictures.length > 2)!.pictures.splice(1, 1)
    },
    found: { 'pictures-lost': 'moderate' },
    pass: true,
  },
  {
    name: 'only picture lost',
    change: goods => {
      goods.products.find(({ pictures }) => pictures.length === 1)!.pictures.length = 0
    },
    found: { 'pictures-gone': 'serious' },
    pass: false,
  },
  {
    name: 'galleries lost, main pictures kept',
    change: goods => {
      for (const good of goods.products) good.pictures.length = 1
    },
    found: { 'pictures-lost': 'serious' },
    pass: false,
  },
  {
    name: 'description emptied',
    change: goods => {
      goods.products[30]!.description = ''
    },
    found: { 'description-emptied': 'moderate' },
    pass: true,
  },
  {
    name: 'descriptions emptied, one in ten',
    change: goods => {
      for (const [at, good] of goods.products.entries()) if (at % 10 === 0) good.description = ''
    },
    found: { 'description-emptied': 'serious' },
    pass: false,
  },
  {
    name: 'description cut',
    change: goods => {
      const good = goods.products[31]!
      good.description = good.description.slice(0, good.description.indexOf('</p>') + 4)
    },
    found: { 'description-cut': 'moderate' },
    pass: true,
  },
  {
    name: 'shortcodes left in a description',
    change: goods => {
      const good = goods.products[32]!
      good.description = `[vc_row][vc_column_text]${good.description}[/vc_column_text][/vc_row]`
    },
    found: { leftovers: 'moderate' },
    pass: true,
  },
  {
    name: 'texts read in another encoding',
    change: goods => {
      const good = goods.products[3]!
      const garbled = Buffer.from('é – für', 'utf8').toString('latin1')
      good.title = `${good.title} ${garbled}`
      good.description = `${good.description}<p>${garbled}</p>`
    },
    found: { 'title-garbled': 'serious', 'description-garbled': 'moderate' },
    pass: false,
  },
  {
    name: 'most of a collection lost',
    change: goods => {
      goods.groups[3]!.members.length = 2
    },
    found: { 'collection-halved': 'serious' },
    pass: false,
  },
  {
    name: 'collection emptied',
    change: goods => {
      goods.groups[2]!.members = []
    },
    found: { 'collection-emptied': 'serious' },
    pass: false,
  },
  {
    name: 'collection lost',
    change: goods => {
      goods.groups.splice(4, 1)
    },
    found: { 'collection-lost': 'moderate' },
    pass: true,
  },
  {
    name: 'product out of its collection',
    change: goods => {
      goods.groups[3]!.members.splice(1, 1)
    },
    found: { 'members-lost': 'minor' },
    pass: true,
  },
  {
    name: 'duplicate SKU',
    change: goods => {
      variable(goods)[6]!.variants[1]!.sku = variable(goods)[7]!.variants[0]!.sku
    },
    found: { 'sku-duplicate': 'moderate' },
    pass: true,
  },
  {
    name: 'SKUs of a product lost',
    change: goods => {
      for (const variant of variable(goods)[8]!.variants) variant.sku = ''
    },
    found: { 'sku-lost': 'moderate' },
    pass: true,
  },
  {
    name: 'unavailable',
    change: goods => {
      const good = goods.products.find(({ variants }) => variants.every(({ available }) => available))!
      for (const variant of good.variants) variant.available = false
    },
    found: { 'sold-out': 'minor' },
    pass: true,
  },
  {
    name: 'everything unavailable',
    change: goods => {
      for (const { variants } of goods.products) for (const variant of variants) variant.available = false
    },
    found: { 'all-sold-out': 'serious' },
    pass: false,
  },
  {
    name: 'title of another product',
    change: goods => {
      goods.products[40]!.title = 'Gift card'
    },
    found: { 'title-changed': 'moderate' },
    pass: true,
  },
  {
    name: 'extra products',
    change: goods => {
      const more = structuredClone(goods.products.slice(0, 10))
      for (const [at, good] of more.entries()) {
        good.id += 1_000_000_000
        good.slug = `gift-card-${at}`
        good.title = `Gift card number ${at}`
        good.pictures = []
        for (const variant of good.variants) variant.sku = `GIFT-${at}-${variant.id}`
      }
      goods.products.push(...more)
    },
    found: { extra: 'minor' },
    pass: true,
  },
]

export const HARMLESS: readonly Harmless[] = [
  {
    name: 'ids',
    change: goods => {
      const moved = new Map(goods.products.map(good => [good.id, good.id * 3 + 1]))
      for (const good of goods.products) {
        good.id = moved.get(good.id)!
        for (const variant of good.variants) variant.id *= 7
        for (const picture of good.pictures) picture.id *= 5
      }
      for (const group of goods.groups) group.members = group.members.map(id => moved.get(id)!)
    },
  },
  {
    name: 'order of products, variants, options, pictures and tags',
    change: goods => {
      goods.products.reverse()
      goods.groups.reverse()
      for (const good of goods.products) {
        good.variants.reverse()
        good.pictures.reverse()
        good.tags.reverse()
        good.options.reverse()
        for (const variant of good.variants) variant.options.reverse()
      }
    },
  },
  {
    name: 'versions, sizes and endings of pictures',
    change: goods => {
      for (const good of goods.products)
        for (const picture of good.pictures) picture.file = picture.file.replace('.png', '_600x.png')
    },
  },
  {
    name: 'entities in titles and descriptions',
    change: goods => {
      for (const good of goods.products) {
        good.title = good.title.replaceAll('&', '&amp;').replaceAll(' - ', ' &#8211; ')
        good.description = good.description.replaceAll(' and ', '&nbsp;and ')
      }
    },
  },
  {
    name: 'description markup rewritten with the same text',
    change: goods => {
      for (const good of goods.products)
        good.description = `<div class="rte"><ul>${good.description.replaceAll('<p>', '<li><b>').replaceAll('</p>', '</b></li>')}</ul></div>`
    },
  },
  {
    name: 'options renamed',
    change: goods => {
      for (const good of goods.products)
        for (const option of good.options) option.name = option.name === 'Size' ? 'Taille' : 'Couleur'
    },
  },
  {
    name: 'SKUs in another case',
    change: goods => {
      for (const { variants } of goods.products)
        for (const variant of variants) variant.sku = variant.sku.toLowerCase()
    },
  },
]
