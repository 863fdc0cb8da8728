import { DESKTOP } from '../../lib/widths.ts'
import type { Injected } from '../injected/index.ts'
import type { SiteSession } from '../page/site-session.ts'
import { servedVersions, sourcesThatComeAndGo } from './volatile/served.ts'

export type EmbedArtifact = Awaited<ReturnType<typeof embeds>>[number]

/** Of those that are there, and of elements that name one. */
export const MAX_EMBEDS = 500

/** Attributes and classes by which consent managers know what they hold back until a visitor agrees. */
const HELD_BACK =
  /cookie|consent|usercentrics|^uc-src$|cmplz|^data-cmp-|suppressedsrc|_iub_cs|optanon|borlabs|brlbs/i

/** Frames of these are no part of the page: they guard forms, count visitors, advertise, chat, sign in or ask for consent. */
const APART =
  /captcha|challenges\.cloudflare|turnstile|googletagmanager|google-analytics|doubleclick|googlesyndication|adservice|amazon-adsystem|criteo|taboola|outbrain|facebook\.com\/tr|\bstripe\.(com|network)|intercom|tawk\.to|crisp\.chat|zendesk|zopim|\bdrift\b|tidio|livechat|conversations-visitor|accounts\.google\.com|cookiebot|onetrust|usercentrics|consent/i

/**
 * Videos, and pages of other sites in frames, at 1440 px in order: where they come from and how they are seen. Maps that a
 * script draws, and elements whose attributes name a video, a map or a form that is brought in when it is asked for.
 * What stands in frames of the site's own is read with the page itself.
 */
export async function embeds(session: SiteSession) {
  const { world } = await session.at(DESKTOP)
  const { found, dropped } = await world.run(read, {
    apart: APART.source,
    heldBack: HELD_BACK.source,
    max: MAX_EMBEDS,
  })
  if (dropped > 0)
    session.gaps.push(`videos and frames beyond ${MAX_EMBEDS} were not looked at (${dropped} places)`)
  const volatile = new Set(
    sourcesThatComeAndGo(found.map(({ written }) => written).filter(Boolean), await servedVersions(session)),
  )
  return found.map(({ written, ...embed }) => ({
    ...embed,
    /** Its server names another one on another visit, or none. */
    ...(volatile.has(written) && { volatile: true as const }),
  }))
}

/** Runs in the page. */
function read(
  { elements, contextOf, visibleBoxOf, filmOf, selectorOf, clean }: Injected,
  { apart, heldBack, max }: { apart: string; heldBack: string; max: number },
) {
  /** What the usual libraries draw a map into. */
  const MAPS = '.gm-style, .leaflet-container, .mapboxgl-map, .maplibregl-map, .ol-viewport, .mk-map-view'
  /** Attributes that hold what is to be brought in, and values that name it whatever holds them. */
  const NAMES = /video|youtube|vimeo|wistia|embed|iframe|src|url|href|typeform|tf-|cal-link|calendly/i
  const VALUES = /ytimg|youtu\.?be|vimeo|wistia|static-?map|\/maps\b|maps\.|calendly|typeform/i
  /** Pictures that are loaded late are named in the same attributes. */
  const PICTURE = /\.(jpe?g|png|webp|avif|gif|svg)([?#]|$)/i
  /** An id as YouTube gives them. */
  const ID = /^(?=.*[A-Z\d])[\w-]{11}$/
  const APART = new RegExp(apart, 'i')
  const HELD_BACK = new RegExp(heldBack, 'i')
  const found = []
  /** What is only named never takes the place of what is there. */
  const counts = { named: 0, shown: 0 }
  let dropped = 0
  for (const element of elements()) {
    const { ignored, shown, pinned } = contextOf(element)
    if (ignored) continue
    const kind = kindOf(element)
    const says = kind === null ? saidBy(element) : ''
    if (kind === null && says === '') continue
    const address = kind === 'frame' || kind === 'video' ? addressOf(element) : ''
    // What stays where it is while the page is scrolled is an offer of help, or a banner.
    const isFixed = pinned !== null && contextOf(pinned).style.position === 'fixed'
    if (kind === 'frame' && (isFixed || APART.test(address.split('?')[0]!))) continue
    const count = kind === null ? ++counts.named : ++counts.shown
    if (count > max) {
      dropped++
      continue
    }
    const video = element as HTMLVideoElement
    found.push({
      /** `named`: none itself, and its attributes say what it would bring in. */
      kind: kind ?? ('named' as const),
      /** Resolved; '' for what a script feeds or draws. */
      address: address.slice(0, 2048),
      /** As in the markup, without a query, where tokens of a visit are. */
      written: (element.getAttribute('src') ?? '').split('?')[0]!,
      says,
      /** A consent manager holds it back until a visitor agrees. */
      ...(says && isHeldBack(element) && { awaitsConsent: true as const }),
      name: clean(element.getAttribute('title') ?? element.getAttribute('aria-label')).slice(0, 200),
      /** A video that plays by itself, without sound and without controls. */
      loops: kind === 'video' && video.muted && !video.controls && (video.autoplay || video.loop),
      /** Nothing hides it; where it is not seen nevertheless it takes no room, or is cut off. */
      shown,
      ...visibleBoxOf(element, [element.getBoundingClientRect()]),
      selector: selectorOf(element),
    })
  }
  return { found, dropped }

  function kindOf(element: Element): 'frame' | 'video' | 'map' | null {
    if (element.localName === 'iframe') return addressOf(element) ? 'frame' : null
    if (element.localName === 'video')
      return addressOf(element) || (element as HTMLVideoElement).poster ? 'video' : null
    return element.matches(MAPS) ? 'map' : null
  }

  /** Of a frame only that of another site. */
  function addressOf(element: Element): string {
    if (element.localName === 'iframe') {
      const address = URL.parse(element.getAttribute('src')?.trim() ?? '', element.baseURI)
      return address && /^https?:$/.test(address.protocol) && address.host !== location.host
        ? address.href
        : ''
    }
    return filmOf(element)
  }

  function isHeldBack(element: Element): boolean {
    // Klaro names the service beside the address.
    if (element.matches('iframe[data-name][data-src]')) return true
    return Array.from(element.attributes).some(({ name, value }) =>
      HELD_BACK.test(name === 'class' ? value : name),
    )
  }

  function saidBy(element: Element): string {
    if (/^(a|script|link|meta|source|track)$/.test(element.localName)) return ''
    const own = element.localName.includes('-')
    const values = Array.from(element.attributes).flatMap(({ name, value }) => {
      if (value.length < 6 || value.length > 2000 || /^(class|id|alt|srcset|sizes)$/.test(name)) return []
      const isData = (/^data-|-src$/.test(name) || own) && !PICTURE.test(value)
      return VALUES.test(value) || (isData && (NAMES.test(name) || ID.test(value))) ? [value] : []
    })
    return values.join(' ').slice(0, 2000)
  }
}
