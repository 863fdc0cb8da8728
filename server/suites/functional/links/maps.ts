/** Where on earth a link to a map leads. */

const MAPS =
  /^https?:\/\/([\w-]+\.)*(google\.[a-z.]{2,6}\/maps|maps\.google\.[a-z.]{2,6}|openstreetmap\.org|maps\.apple\.com|bing\.com\/maps|yandex\.[a-z]{2,3}\/maps)\b/i
const PAIR = String.raw`(?<lat>-?\d{1,2}(?:\.\d+)?)\s*,\s*(?<lon>-?\d{1,3}(?:\.\d+)?)`
/** From the surest: the pin, what is asked for, the middle of what is seen. */
const PLACES = [
  /!3d(?<lat>-?\d+\.\d+)!4d(?<lon>-?\d+\.\d+)/,
  /[?&]mlat=(?<lat>-?[\d.]+)&mlon=(?<lon>-?[\d.]+)/,
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|center)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`/@${PAIR}(?:,(?<zoom>[\\d.]+)z)?`),
  /#map=(?<zoom>\d+)\/(?<lat>-?[\d.]+)\/(?<lon>-?[\d.]+)/,
]

interface Coordinates {
  latitude: number
  longitude: number
  /** How far the map is seen around it, km. */
  seen: number
}

/** Half a window on a map that shows all of the earth at zoom 0, km. */
const SEEN_AT_ZOOM_0 = 78_000
const KM_PER_RADIAN = 6371

/** Whether an address is one of a known service's maps. */
export const isMap = (href: string): boolean => MAPS.test(href)

function coordinatesOf(href: string): Coordinates | null {
  if (!isMap(href)) return null
  const text = href.replaceAll(/%2c/gi, ',').replaceAll(/%20|\+/g, ' ')
  const found = PLACES.map(pattern => pattern.exec(text)).find(match => match !== null)
  if (!found) return null
  const { lat, lon, zoom } = found.groups!
  const [latitude, longitude] = [Number(lat), Number(lon)]
  if (Number.isNaN(latitude + longitude)) return null
  return { latitude, longitude, seen: zoom === undefined ? 0 : SEEN_AT_ZOOM_0 / 2 ** Number(zoom) }
}

/** km up to which two places are one: the middle of a map stands beside what it shows. */
const MAX_KM = 5

/** How many km lie between what two links to maps show, 0 where one shows the other; null where that is not told. */
export function kmApart(from: string, to: string): number | null {
  const [a, b] = [coordinatesOf(from), coordinatesOf(to)]
  if (!a || !b) return null
  const km = distance(a, b)
  return km <= Math.max(MAX_KM, a.seen, b.seen) ? 0 : km
}

/** On a sphere. */
function distance(a: Coordinates, b: Coordinates): number {
  const [north, south] = [a, b].map(({ latitude }) => (latitude * Math.PI) / 180) as [number, number]
  const turn = ((a.longitude - b.longitude) * Math.PI) / 180
  const cosine = Math.sin(north) * Math.sin(south) + Math.cos(north) * Math.cos(south) * Math.cos(turn)
  return Math.round(KM_PER_RADIAN * Math.acos(Math.min(1, Math.max(-1, cosine))))
}
