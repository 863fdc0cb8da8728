/** What a link of the original offered to who followed it: what it did not offer cannot be lost. */

import { normalise, similarity } from '../../../lib/text.ts'
import { assetName, pathOf, placeKey } from '../../../lib/url.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import { probesOf } from '../../core/probed.ts'
import { publicOriginsOfBoth } from '../../core/site.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { deathOf } from './answers.ts'
import type { Link } from './link.ts'
import { bases, isPictureFile, isTop, type Target } from './targets.ts'

/** Whether a target of the original is the very page that is judged. */
export function selfReader(pair: Pair<'document' | 'head' | 'links'>): (target: Target) => boolean {
  const [from, to] = bases(pair)
  const own = placeKey(pathOf(pair.original.document.url, publicOriginsOfBoth(pair, [from, to]), from))
  return ({ kind, place }) => kind === 'page' && placeKey(place) === own
}

/** Whether a target of the original stands where the new page does. */
export function newSelfReader(pair: Pair<'document' | 'head' | 'links'>): (target: Target) => boolean {
  const own = placeKey(pathOf(pair.rebuilt.document.url, publicOriginsOfBoth(pair, bases(pair))))
  return ({ kind, path }) => kind === 'page' && path !== undefined && placeKey(path) === own
}

/** Whether a link of the original led nowhere: no address, the page itself, a page or place that was not there. */
export function nowhereReader(pair: Pair<'document' | 'head' | 'links'>): (link: Link) => boolean {
  const isSelf = selfReader(pair)
  const title = pair.original.head.title ?? ''
  // A logo that leads to where else this very page is published: its path has the page's own title.
  const isCopy = ({ name, target: { kind, place } }: Link) =>
    kind === 'external' && LOGO.test(name) && similarity(title, pathOfExternal(place)) >= MIN_SIMILARITY
  return one => {
    const { link, target, answer } = one
    if (target.kind === 'placeholder' || isTop(target) || isSelf(target) || isCopy(one)) return true
    if (target.kind === 'fragment') return link.fragmentFound === false
    return answer !== undefined && /^(page|external)$/.test(target.kind) && deathOf(answer) !== null
  }
}

/** A picture without a name, or one that is called so. */
const LOGO = /^$|\blogo\b|^home$/
const MIN_SIMILARITY = 0.5
const pathOfExternal = (place: string) => place.replace(/^\/\/[^/]*/, '').replace(/[/_.-]+/g, ' ')

/** Tells addresses of other sites that a frame of the page shows, or what is below them: a service draws its own button. */
export function framedReader({ health }: Side<'health'>): (target: Target) => boolean {
  const frames = health.requests.flatMap(({ type, url }) =>
    type === 'document' ? placeKey(url.replace(/^https?:/i, '').split(/[?#]/)[0]!) : [],
  )
  return ({ kind, place }) =>
    kind === 'external' &&
    /^\/\/[^/]+\/[^/]/.test(place) &&
    frames.some(frame => `${frame}/`.startsWith(`${placeKey(place.split(/[?#]/)[0]!).replace(/\/$/, '')}/`))
}

/** Tells a link to a place in the page that holds the picture which the original's led to: it is shown larger there. */
export function enlargedReader({ images }: Side<'images'>): (was: Target, is: Link) => boolean {
  const held = images.map(({ url, selector }) => `${selector.split(' ')[0]} ${assetName(url)}`)
  return (was, { target, link }) =>
    target.kind === 'fragment' &&
    link.fragmentFound === true &&
    isPictureFile(was) &&
    held.includes(`${target.place} ${assetName(was.place)}`)
}

/** Tells a link to a picture of which a button of its name shows the picture larger, or stands around a picture at least. */
export function viewerReader(side: Side<'images' | 'layouts' | 'probes'>): (was: Link) => boolean {
  const { images, layouts } = side
  const framed = (atWidth(layouts, DESKTOP)?.controls ?? []).flatMap(({ role, name, selector }) =>
    role === 'button' && images.some(one => one.selector.startsWith(`${selector} > `)) ? normalise(name) : [],
  )
  const pressed = probesOf(side).flatMap(({ name, effect, revealed }) =>
    effect === 'dialog' || revealed.some(text => text.startsWith('picture ')) ? normalise(name) : [],
  )
  const viewers = new Set([...framed, ...pressed])
  return ({ name, target }) => isPictureFile(target) && viewers.has(name)
}
