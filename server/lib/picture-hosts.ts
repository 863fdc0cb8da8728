/** Hosts whose pictures nobody took for the site. */

/** Services that draw placeholders. */
const PLACEHOLDERS = /(^|\.)(placehold\.(co|it|jp)|(via\.)?placeholder\.com|dummyimage\.com|picsum\.photos)$/i

/** Photographs of anybody, and drawn faces. */
const STOCK =
  /(^|\.)(images\.unsplash\.com|plus\.unsplash\.com|source\.unsplash\.com|images\.pexels\.com|cdn\.pixabay\.com|i\.pravatar\.cc|randomuser\.me|xsgames\.co|ui-avatars\.com|api\.dicebear\.com)$/i

export const isPlaceholderHost = (host: string): boolean => PLACEHOLDERS.test(host)

/** Whether a file comes from a stock of pictures or is a placeholder, also by way of an optimiser: `/_next/image?url=…`. */
export function isStockPicture(url: string): boolean {
  const addresses = [url, ...Array.from(url.matchAll(/[?&]url=([^&]+)/g), ([, inner]) => decoded(inner!))]
  return addresses.some(address => {
    const host = URL.parse(address)?.hostname ?? ''
    return PLACEHOLDERS.test(host) || STOCK.test(host)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
