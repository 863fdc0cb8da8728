import type { EmbedArtifact } from '../../../capture/collectors/embeds.ts'
import { assetName } from '../../../lib/url.ts'
import { LARGE, ofScreen } from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { newOpeners } from '../../core/openers.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { placeOf } from '../../core/place.ts'
import { COOKIES, isCalledAs, PRIVACY } from '../../core/policies.ts'
import { quote } from '../../core/quote.ts'
import { type Check, notApplicable, type Pair } from '../../core/suite.ts'
import { rules } from './rules.ts'
import {
  addressesIn,
  type Embed,
  isOther,
  isOtherPlace,
  refusesFrames,
  type Source,
  sourceOf,
} from './source.ts'
import { type StandInNeeds, standInsOf } from './stand-ins.ts'

type Needed = StandInNeeds

/** Of one that a visitor looks at, CSS px: what is smaller counts or signs. */
const MIN_SIDE = { width: 100, height: 60 }

/** Videos, maps and pages of other sites that stand in the page. Judged by address and box: whether one loads here tells nothing. */
export const embeds: Check<Needed> = {
  id: 'functional/embeds',
  title: 'Videos, maps and other embedded pages are there',
  weight: 15,
  rules,
  judge(pair) {
    const before = [...embedsOf(pair.original.embeds), ...namedOf(pair.original.embeds)]
    const shown = before.filter(one => isShown(one) && isOffered(pair, one))
    const early = broughtEarly(pair)
    if (shown.length + early.length === 0)
      return notApplicable('the original shows no video, map or page of another site')
    const free = new Set(embedsOf(pair.rebuilt.embeds))
    const pairs = pairInPasses(before, free, PASSES)
    const standIn = standInsOf(pair)
    const found = shown.flatMap((one): Finding[] => {
      const now = pairs.get(one)
      const refused = now && refusesFrames(now.embed.address) ? now : undefined
      if (now && !refused && !isAnother(one, now)) return seenOf(pair, one, now)
      const found = standIn(one)
      if (found === 'kept') return []
      if (refused && !found)
        return [lost(pair, one, null, refused, 'its frame names a page that refuses to be shown in one')]
      if (now && found !== 'linked') return [changed(pair, one, now)]
      return [lost(pair, one, found)]
    })
    return [...found, ...early]
  },
}

/** The same one; else the next of its provider or its kind, or of a host that may offer it as well: a film may have moved. */
const PASSES = [
  by<Embed>(({ kind, provider, id, embed }) =>
    kind === 'map' ? embed.address || null : id ? `${kind} ${provider} ${id}` : null,
  ),
  by<Embed>(({ kind, provider, embed }) => `${kind} ${provider} ${embed.loops}`),
  by<Embed>(({ kind, provider }) => `${kind} ${provider}`),
  by<Embed>(({ kind }) => (kind === 'frame' ? null : kind)),
  {
    original: ({ kind }: Embed) => (kind === 'frame' ? null : ''),
    rebuilt: ({ kind }: Embed) => (kind === 'frame' ? '' : null),
  },
]

/** Those that are seen first. */
function embedsOf(found: readonly EmbedArtifact[]): Embed[] {
  const all = found.flatMap((embed): Embed[] => {
    if (embed.kind === 'named') return []
    if (embed.kind === 'map') return [{ kind: 'map', provider: '', id: '', embed }]
    if (embed.kind === 'video') return [{ kind: 'video', provider: '', id: stemOf(embed.address), embed }]
    const source = sourceOf(embed.address)
    return source ? [{ ...source, embed }] : []
  })
  return [...all.filter(isShown), ...all.filter(one => !isShown(one))]
}

/** What the original brings in when a visitor asks for it, as a film whose frame has no address before, each once. */
function namedOf(found: readonly EmbedArtifact[]): Embed[] {
  const isSame = (one: Source, other: Source) =>
    one.kind === other.kind && one.provider === other.provider && one.id === other.id
  const known: Source[] = embedsOf(found)
  return found.flatMap(embed => {
    const source =
      embed.kind === 'named' && isFacade(embed) && addressesIn(embed.says).map(sourceOf).find(isTold)
    if (!source || known.some(one => isSame(one, source))) return []
    known.push(source)
    return [{ ...source, embed }]
  })
}

/** A frame without an address, or an element of a script's own; a picture of a film or a place opens nothing by itself. */
const isFacade = ({ selector }: EmbedArtifact): boolean =>
  /^(iframe|[a-z]\w*-[\w-]+)$/.test(selector.split(' > ').at(-1)!.split(/[:#.]/)[0]!)

const isTold = (source: Source | null): source is Source =>
  source !== null && source.kind !== 'frame' && (source.kind === 'map' || source.id !== '')

const stemOf = (address: string) =>
  /^https?:/.test(address)
    ? assetName(address)
        .replace(/\.\w+$/, '')
        .toLowerCase()
    : ''

const isShown = ({ embed: { state, seen } }: Embed) =>
  state === 'visible' && seen.width >= MIN_SIDE.width && seen.height >= MIN_SIDE.height

/** Not an empty player, nor a film that its host has taken down, nor a frame in which an error stands. */
const isOffered = ({ original }: Pair<Needed>, { kind, embed: { address, says } }: Embed): boolean =>
  (kind !== 'video' || address !== '' || says !== '') &&
  !refusesFrames(address) &&
  !original.health.requests.some(({ url, status }) => url === address && (status === 404 || status === 410))

/** Files of one's own are called otherwise after any move; which of several a server picked for a visit is chance. */
function isAnother(one: Embed, now: Embed): boolean {
  if (one.embed.volatile || now.embed.volatile) return false
  if (one.kind === 'map') return isOtherPlace(one.embed.address, now.embed.address)
  return one.kind !== 'frame' && one.provider !== '' && one.provider === now.provider && isOther(one, now)
}

/** A frame of another company that stands in the new page at once, where the original asks first and says what for. */
function broughtEarly({ original, rebuilt }: Pair<Needed>): Finding[] {
  const known = new Set(embedsOf(original.embeds).map(({ kind, provider }) => `${kind} ${provider}`))
  const now = embedsOf(rebuilt.embeds).find(
    one =>
      isShown(one) &&
      one.kind !== 'frame' &&
      one.provider !== '' &&
      !known.has(`${one.kind} ${one.provider}`),
  )
  if (!now) return []
  const asked = [original.probes.narrow, original.probes.wide]
    .flatMap(({ probes }) => probes)
    .find(
      ({ way, revealed, hidden }) =>
        way === 'press' && revealed.includes('iframe') && hidden.some(text => saysWhatFor(text, now)),
    )
  if (!asked) return []
  return [
    rules.report('early', {
      place: keyOf(now),
      message: `${calledOf(now)} is brought in at once; the original asks first${asked.name ? `, by ${quote(asked.name)}` : ''}`,
      original: placeOf({ ...asked, text: asked.name }, original.document.url, asked.width),
      rebuilt: placeOf(now.embed, rebuilt.document.url),
    }),
  ]
}

/** It speaks of data, or says in a sentence that something is loaded or comes from the company. */
function saysWhatFor(text: string, { provider }: Embed): boolean {
  if ([PRIVACY, COOKIES].some(kind => isCalledAs(kind, text))) return true
  const words = text.toLowerCase().split(/[^\p{L}]+/u)
  const company = provider.split('.').findLast((label, at, all) => label.length >= 4 && at < all.length - 1)
  return words.includes(company ?? provider) && words.some(word => BRINGS.test(word))
}

/** What a frame of another company does, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const BRINGS =
  /^(load(s|ed|ing)?|comes?|connect(s|ed|ion)?|transfer\w*|transmit\w*|shar(e|es|ed|ing)|data|address|l[aä]d(en|t|st)|geladen|kommt|verbind\w*|überträgt|übertragen|daten|adresse|charg\w*|provient|données|carg\w*|proviene|datos|caric\w*|dati|carreg\w*|dados|laadt|laden|gegevens)$/

function seenOf(pair: Pair<Needed>, one: Embed, now: Embed): Finding[] {
  const { state, scroller, shown, box } = now.embed
  if (isShown(now)) return []
  const isCollapsed = shown && !scroller && (state === 'visible' || box.width * box.height === 0)
  if (isCollapsed) return [lost(pair, one, null, now, 'its frame is there and takes next to no room')]
  return [
    rules.report('hidden', {
      place: keyOf(one),
      as: scroller || state === 'clipped' || newOpeners(pair) > 0 ? 'reachable' : undefined,
      message: `${calledOf(one)} is out of sight on the new page`,
      ...placesOf(pair, one, now),
    }),
  ]
}

function lost(
  pair: Pair<Needed>,
  one: Embed,
  found: 'linked' | null,
  now?: Embed,
  why = found ? 'it is linked to only' : 'nothing on the new page shows or opens it',
): Finding {
  const area = one.embed.seen.width * one.embed.seen.height
  const as = one.embed.loops
    ? 'still'
    : (found ?? (ofScreen(area) < LARGE ? 'small' : one.kind === 'frame' ? 'other' : undefined))
  return rules.report('lost', {
    place: keyOf(one),
    cause: `${one.kind} ${as ?? why}`,
    as,
    message: `${calledOf(one)} of the original is gone: ${why}`,
    fix: `Embed it again${addressText(one)}, at about ${sizeOf(one)}`,
    ...placesOf(pair, one, now),
  })
}

function changed(pair: Pair<Needed>, one: Embed, now: Embed): Finding {
  const what = one.kind === 'map' ? 'another place' : one.kind === 'video' ? 'another video' : 'another page'
  return rules.report('changed', {
    place: keyOf(one),
    message: `${calledOf(one)} shows ${what} on the new page: ${now.embed.address.slice(0, 200)}`,
    fix: `Embed ${one.embed.address.slice(0, 300)}`,
    ...placesOf(pair, one, now),
  })
}

const NOUNS = { video: 'video', map: 'map', booking: 'form', frame: 'frame' }

function calledOf({ kind, provider, embed: { name } }: Embed): string {
  const of = provider && kind !== 'map' ? ` of ${provider}` : ''
  return `The ${NOUNS[kind]}${name ? ` ${quote(name)}` : of}`
}

const addressText = ({ embed: { address, says } }: Embed) =>
  address || says ? `: ${(address || says).slice(0, 300)}` : ''

const sizeOf = ({ embed: { seen } }: Embed) => `${Math.round(seen.width)} × ${Math.round(seen.height)} px`

/** As the original names it. */
const keyOf = ({ kind, provider, id, embed }: Embed): string =>
  [kind, provider, id || embed.name.toLowerCase()].join('|')

const placesOf = ({ original, rebuilt }: Pair<Needed>, one: Embed, now?: Embed) => ({
  original: placeOf(one.embed, original.document.url),
  ...(now && { rebuilt: placeOf(now.embed, rebuilt.document.url) }),
})
