/** The Store API, key by key as WooCommerce serves it. */
import { type Good, type Goods, type GoodVariant, slugOf } from '../goods.ts'
import type { Shopfront } from '../pages.ts'
import { json, type Reply } from '../shopify/reply.ts'

const MOST = 100

/** `path` is the route, e.g. `/wc/store/v1/products`. */
export function storeApi(
  goods: Goods,
  front: Shopfront,
  path: string,
  query: URLSearchParams,
  decimals: number,
): Reply {
  if (path === '/')
    return json({ name: goods.name, namespaces: ['wp/v2', 'wc/v3', 'wc/store', 'wc/store/v1'] })
  if (path !== '/wc/store/v1/products') return json({ code: 'rest_no_route' }, 404)
  const money = moneyOf(goods, decimals)
  const parents = query.get('parent')?.split(',').map(Number)
  const variations = query.get('type') === 'variation'
  const all = variations
    ? goods.products
        .filter(good => good.variants.length > 1 && (!parents || parents.includes(good.id)))
        .flatMap(good => good.variants.map(variant => () => variation(good, variant, front, money)))
    : goods.products.map(good => () => product(goods, good, front, money))
  const perPage = Number(query.get('per_page') ?? 10)
  if (!(perPage >= 1 && perPage <= MOST)) return json({ code: 'rest_invalid_param' }, 400)
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const shown = all.slice((page - 1) * perPage, page * perPage).map(make => make())
  const reply = json(shown)
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-wp-total': String(all.length),
      'x-wp-totalpages': String(Math.ceil(all.length / perPage)),
    },
  }
}

type Money = (variant: GoodVariant) => object

const moneyOf =
  (goods: Goods, decimals: number): Money =>
  variant => {
    const shown = (minor: number) => String(Math.round(minor * 10 ** (decimals - 2)))
    return {
      price: shown(variant.price),
      regular_price: shown(variant.compareAt ?? variant.price),
      sale_price: shown(variant.price),
      price_range: null,
      currency_code: goods.currency,
      currency_symbol: '$',
      currency_minor_unit: decimals,
      currency_decimal_separator: '.',
      currency_thousand_separator: ',',
      currency_prefix: '$',
      currency_suffix: '',
    }
  }

function product(goods: Goods, good: Good, front: Shopfront, money: Money) {
  const variable = good.variants.length > 1
  const categories = groupsOf(goods, good.id)
  return {
    id: good.id,
    name: texturized(good.title),
    slug: good.slug,
    parent: 0,
    type: variable ? 'variable' : 'simple',
    variation: '',
    permalink: front.origin + front.product(good.slug),
    sku: variable ? '' : good.variants[0]!.sku,
    short_description: '',
    // Markup of the block editor: other tags, the same text.
    description: good.description
      .replaceAll('<p>', '<p class="wp-block-paragraph">')
      .replaceAll('span', 'strong'),
    on_sale: good.variants[0]!.compareAt !== null,
    prices: money(good.variants[0]!),
    images: good.pictures.map(({ id, file, alt }) => ({
      id,
      src: front.origin + front.picture(file),
      thumbnail: front.origin + front.picture(file.replace('.png', '-300x300.png')),
      name: file,
      alt,
    })),
    categories: categories.map(({ id, title, slug }) => ({
      id,
      name: texturized(title),
      slug,
      link: front.origin + front.group(slug),
    })),
    tags: good.tags.map((tag, at) => ({ id: at + 1, name: tag, slug: tag })),
    brands: [{ id: 1, name: texturized(good.vendor), slug: slugOf(good.vendor) }],
    attributes: good.options.map(({ name, values }, at) => ({
      id: at + 1,
      name,
      taxonomy: `pa_${slugOf(name)}`,
      has_variations: true,
      terms: values.map((value, index) => ({
        id: index + 1,
        name: value,
        slug: slugOf(value),
        default: false,
      })),
    })),
    variations: variable
      ? good.variants.map(variant => ({
          id: variant.id,
          attributes: good.options.map(({ name }, at) => ({ name, value: slugOf(variant.options[at]!) })),
        }))
      : [],
    has_options: variable,
    is_purchasable: true,
    is_in_stock: good.variants.some(({ available }) => available),
    is_on_backorder: false,
  }
}

function variation(good: Good, variant: GoodVariant, front: Shopfront, money: Money) {
  return {
    id: variant.id,
    name: texturized(good.title),
    slug: `${good.slug}-${variant.id}`,
    parent: good.id,
    type: 'variation',
    variation: good.options.map(({ name }, at) => `${name}: ${variant.options[at]}`).join(', '),
    permalink: `${front.origin}${front.product(good.slug)}?attribute=${variant.id}`,
    sku: variant.sku,
    prices: money(variant),
    // One without a picture of its own is shown by the product's first.
    images: [variant.picture ?? good.pictures[0]?.file]
      .filter(file => file !== undefined)
      .map(file => ({ id: 1, src: front.origin + front.picture(file), name: file, alt: '' })),
    // Empty in the real one as well.
    attributes: [],
    variations: [],
    is_purchasable: true,
    is_in_stock: variant.available,
  }
}

/** WordPress writes entities into names. */
const texturized = (name: string) => name.replaceAll('&', '&#038;').replaceAll(' - ', ' &#8211; ')

const memberships = new WeakMap<Goods['groups'], Map<number, Goods['groups']>>()

function groupsOf({ groups }: Goods, id: number): Goods['groups'] {
  let known = memberships.get(groups)
  if (!known) {
    known = new Map()
    for (const group of groups)
      for (const member of group.members) {
        const own = known.get(member)
        if (own) own.push(group)
        else known.set(member, [group])
      }
    memberships.set(groups, known)
  }
  return known.get(id) ?? []
}
