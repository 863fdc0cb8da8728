/** What the address of a video, a map or another site's page in a frame names: whose it is, what kind, and which one. */
import type { EmbedArtifact } from '../../../capture/collectors/embeds.ts'
import { words } from '../../../lib/text.ts'
import { hostnameOf } from '../../../lib/url.ts'

export type Kind = 'video' | 'map' | 'booking' | 'frame'

export interface Source {
  kind: Kind
  /** Whose it is: a name, or the host; '' for a file of the site's own. */
  provider: string
  /** Which of theirs, '' where the address does not tell. A map is told by `place`. */
  id: string
  /** Of YouTube: the films that it is one of. */
  list?: string
}

export interface Embed extends Source {
  embed: EmbedArtifact
}

/** Hosts by what they offer, without the ending of their domain. */
const VIDEOS =
  /(?:^|\.)(youtube|youtube-nocookie|youtu|ytimg|vimeo|vimeocdn|wistia|loom|dailymotion|dai|vidyard|twitch|mux|mediadelivery|cloudflarestream|videodelivery|brightcove|streamable|tiktok)\.\w+(?:\.\w{2})?$/
const MAPS = /(?:^|\.)(openstreetmap|mapbox|mapy|2gis|umap|leafletjs)\.\w+$|^maps?\.|(?:^|\.)maps\.google\./
const BOOKINGS =
  /(?:^|\.)(calendly|typeform|cal|jotform|tally|hsforms|acuityscheduling|opentable|resy|simplybook|setmore|square|squareup|eventbrite|airtable|fresha|booksy|mindbodyonline|formstack|wufoo|cognitoforms|sevenrooms|thefork|youcanbook|tidycal|paperform|planity|treatwell|bookeo|checkfront|fareharbor)\.\w+(?:\.\w{2})?$/
/** Offered by hosts that offer much else. */
const BY_PATH: [Kind, RegExp][] = [
  ['map', /^(www\.)?google\.[\w.]+\/maps|^(www\.)?bing\.com\/maps|^yandex\.\w+\/map|^goo\.gl\/maps/],
  ['booking', /^docs\.google\.com\/forms|^calendar\.(google|app\.google)|^meetings\.hubspot|^(web)?forms?\./],
  ['video', /^(www\.)?facebook\.com\/plugins\/video|^fast\.wistia/],
]
const SAME: Record<string, string> = { 'youtube-nocookie': 'youtube', youtu: 'youtube', ytimg: 'youtube' }

/** Whether an address is one of a known service's maps. */
export const isMap = (address: string): boolean => sourceOf(address)?.kind === 'map'

/** Null for what is no address on the web. */
export function sourceOf(address: string): Source | null {
  const host = hostnameOf(address)
  if (!host || !/^https?:/.test(address)) return null
  const { pathname } = new URL(address)
  const byPath = BY_PATH.find(([, pattern]) => pattern.test(host + pathname))?.[0]
  const video = VIDEOS.exec(host)?.[1]
  const booking = BOOKINGS.exec(host)?.[1]
  if (byPath === 'map' || (!byPath && MAPS.test(host))) return { kind: 'map', provider: host, id: '' }
  if (video) {
    const provider = SAME[video] ?? video.replace(/cdn$/, '')
    const list = provider === 'youtube' && new URL(address).searchParams.get('list')
    return { kind: 'video', provider, id: videoId(provider, new URL(address)), ...(list && { list }) }
  }
  const kind = byPath ?? (booking ? 'booking' : 'frame')
  return { kind, provider: booking ?? host.replace(/^www\./, ''), id: pathId(pathname) }
}

/** That an element names: a long list of them names none. */
const MAX_ADDRESSES = 20

/** What attributes of an element name. */
export const addressesIn = (says: string): string[] =>
  (says.match(/(https?:)?\/\/[^\s"'<>]+/g) ?? [])
    .slice(0, MAX_ADDRESSES)
    .map(address => address.replace(/^\/\//, 'https://'))

/** What YouTube and Vimeo serve for the address bar, with a header that forbids frames; players have other addresses. */
const WATCH_PAGES =
  /^youtu\.be\/|^(?:www\.|m\.)?youtube\.com\/(?:watch|shorts\/|live\/|playlist|@)|^(?:www\.)?vimeo\.com\/(?:(?:channels|groups)\/.+\/)?\d+(?:\/\w+)?\/?$/
const GOOGLE_MAPS = /^(?:www\.)?google\.[\w.]+\/maps|^maps\.google\.|^goo\.gl\/maps|^maps\.app\.goo\.gl/

/** Whether a browser shows an error in a frame of this address: its page is to be opened by itself. */
export function refusesFrames(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, pathname, searchParams } = new URL(address)
  if (WATCH_PAGES.test(hostname + pathname)) return true
  const isEmbed = /\/embed\b/.test(pathname) || /embed$/.test(searchParams.get('output') ?? '')
  return GOOGLE_MAPS.test(hostname + pathname) && !isEmbed
}

/** Whether it asks to be filled in, and is no calendar to choose a time from. */
export const isEntryForm = ({ kind, provider }: Source): boolean =>
  kind === 'booking' && /forms?(\b|stack)|^tally$|^airtable$|^wufoo$|^docs\.google/.test(provider)

function videoId(provider: string, { pathname, searchParams }: URL): string {
  if (provider === 'youtube')
    return (
      /(?:^\/|\/(?:embed|v|vi|vi_webp|shorts|live)\/)(?!videoseries)([\w-]{11})(?:$|\/)/.exec(
        pathname,
      )?.[1] ??
      searchParams.get('v') ??
      searchParams.get('list') ??
      ''
    )
  if (provider === 'vimeo') return /\d{6,}/.exec(pathname)?.[0] ?? ''
  const last = pathname.split('/').findLast(step => step && step !== 'iframe') ?? ''
  return /\d|[a-z]{6}/i.test(last) ? last : ''
}

const pathId = (pathname: string): string =>
  pathname
    .toLowerCase()
    .split('/')
    .filter(step => step && !/^(embed|embedded|iframe|viewform|index\.html?)$/.test(step))
    .join('/')

/** What a service makes up for one of its own; `30min` is what many call an appointment. */
const MADE_UP = /^(?!\d+min)(?=.*\d)\w{6,}$|^[\w-]{20,}$/

/**
 * Whether two of one provider are two of theirs; a page and one below it are not, nor two ways to one id, nor two films
 * that lead into one list.
 */
export function isOther(a: Source, b: Source): boolean {
  if (a.list && a.list === b.list) return false
  const under = (one: string, other: string) => {
    const last = one.split('/').at(-1)!
    return (
      one === other || one.startsWith(`${other}/`) || (MADE_UP.test(last) && other.split('/').includes(last))
    )
  }
  return a.id !== '' && b.id !== '' && !under(a.id, b.id) && !under(b.id, a.id)
}

/** Maps of one place that are cut otherwise have their centres some kilometres apart. */
const MAX_APART_KM = 25
/** Whether two addresses of maps show two places; what they do not tell is taken for the same. */
export function isOtherPlace(a: string, b: string): boolean {
  const [one, other] = [placeOf(a), placeOf(b)]
  if (one.feature && one.feature === other.feature) return false
  if (one.at && other.at) return kilometres(one.at, other.at) > MAX_APART_KM
  if (one.feature && other.feature) return true
  // An address says nothing of coordinates.
  if (one.at || other.at) return false
  // A name and an address may be one place; two addresses that share no word are two.
  return (
    [one.words, other.words].every(list => list.some(word => /\d/.test(word)) && list.length > 1) &&
    !one.words.some(word => other.words.includes(word))
  )
}

type Point = [latitude: number, longitude: number]

function placeOf(address: string): {
  at?: Point | undefined
  feature?: string | undefined
  words: readonly string[]
} {
  if (!URL.canParse(address)) return { words: [] }
  const { pathname, searchParams, hash } = new URL(address)
  const given = (name: string) => searchParams.get(name) ?? ''
  const pb = given('pb')
  const centre = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(pb)
  const box = given('bbox').split(',').map(Number)
  const text =
    ['q', 'query', 'destination', 'daddr'].map(given).find(value => value !== '') ??
    /\/place\/([^/]+)/.exec(pathname.replace(/\+|%20/g, ' '))?.[1] ??
    ''
  const marked = `${given('mlat')},${given('mlon')}`
  const point = [given('marker'), given('ll'), given('center'), marked, text, pathname, hash]
    .map(value => /(-?\d+\.\d+)[,/]\s*(-?\d+\.\d+)/.exec(value))
    .find(found => found !== null)
  const at = (latitude: unknown, longitude: unknown): Point => [Number(latitude), Number(longitude)]
  return {
    at: centre
      ? at(centre[2], centre[1])
      : point
        ? at(point[1], point[2])
        : box.length === 4
          ? at((box[1]! + box[3]!) / 2, (box[0]! + box[2]!) / 2)
          : undefined,
    feature: /!1s(0x[\da-f]+:0x[\da-f]+)/i.exec(pb)?.[1]?.toLowerCase(),
    words: words(text).filter(word => word.length > 1),
  }
}

/** On a plane, which is near enough for what is asked here. */
function kilometres([a, b]: Point, [c, d]: Point): number {
  const perDegree = 111
  return Math.hypot(a - c, (b - d) * Math.cos((a * Math.PI) / 180)) * perDegree
}
