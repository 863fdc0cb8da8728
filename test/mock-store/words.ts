/** The words that made-up goods are called by. */
const words = (text: string) => text.trim().split(/\s*,\s*/)

export const ADJECTIVES = words(
  'Pleated, Relaxed, Tailored, Quilted, Ribbed, Washed, Brushed, Cropped, Oversized, Slim, Striped, Checked, Printed, Embroidered, Reversible, Hooded, Padded, Textured, Classic, Everyday, Weekend, Harbour, Alpine, Coastal, Nordic, Midnight, Heritage, Studio, Garden, Summit',
)
export const MATERIALS = words(
  'Linen, Cotton, Wool, Cashmere, Silk, Denim, Corduroy, Canvas, Leather, Suede, Merino, Jersey, Poplin, Twill, Flannel, Velvet',
)
export const NOUNS = words(
  'Shirt, Trouser, Jacket, Coat, Cardigan, Sweater, Tee, Polo, Short, Skirt, Dress, Blazer, Vest, Scarf, Beanie, Cap, Glove, Belt, Tote, Backpack, Wallet, Sneaker, Boot, Loafer, Sandal, Sock, Robe, Pyjama, Apron, Blanket',
)
export const COLOURS = words(
  'Nocturnal, Gravel, White, Black, Kindling, Admiral, Ghost, Sandrift, Moss, Ember, Slate, Oat, Indigo, Rust, Clay, Fern',
)
export const VENDORS = words('Nordhaven, Nordhaven & Sons, Atelier Brandt, Fjord Supply')
export const SIZES = words('XS, S, M, L, XL, XXL')
export const DETAILS = words(
  'Fully lined throughout the body and sleeves, Adjustable straps with pale gold hardware, Dry clean only, Front crease detailing, Buttoned waistband with belt loops, Zip fly and hook closure, Pockets at the sides and back, Welt pockets at the back, Ribbed neckline and cuffs, Embroidered artwork on the front, Printed artwork on the back, Drawstring-adjustable closure, Hand-painted edge finishes, Three card slots on the front and back, Gold foil branding on the interior, Flat knit collar with a three-button placket, Co-branded jacquard patch at the chest, Woven in a family mill since 1921, Cut from one piece of cloth, Dyed after sewing for a softer hand, Made in small batches, Mended free of charge for five years, Machine wash cold and dry flat, Runs true to size',
)
