/** What stands on the new page for a video or a map that is brought in when a visitor asks for it, or that is linked to. */

import type { EmbedArtifact } from '../../../capture/collectors/embeds.ts'
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { assetName } from '../../../lib/url.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import { areaOf } from '../../../matching/picture.ts'
import { isWithoutEffect, probesOf } from '../../core/probed.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { entriesOf, isHoneypot, isOpen, isSearchForm } from '../forms/facts.ts'
import { addressesIn, type Embed, isEntryForm, isOther, type Kind, sourceOf } from './source.ts'

export type StandInNeeds =
  | 'document'
  | 'forms'
  | 'health'
  | 'links'
  | 'layouts'
  | 'images'
  | 'semantics'
  | 'probes'
  | 'embeds'

/** Names of buttons that bring one in. */
const OPENS: Record<Kind, RegExp> = {
  video:
    /\b(play|watch|videos?|youtube|vimeo)\b|abspielen|ansehen|\blecture|\blire\b|regarder|reproducir|\bver\b|riproduci|guarda|assistir|afspelen|bekijk|смотреть|воспроизв|再生|播放|재생/i,
  map: /\bmaps?\b|karte|\bcarte|\bmapa|mappa|\bkaart|карт|地図|地图|지도/i,
  booking:
    /\b(book|schedule|reserve|appointment|form|survey)\b|buchen|termin|réserv|rendez-vous|reserv|cita|prenot|appuntamento|agend|afspraak|запис|予約|预约|예약/i,
  frame: /$^/,
}
/** A picture in a link that takes this share of the video's area is what it opens from. */
const MIN_PICTURE = 0.25

/**
 * Tells how the new page has an embed that it does not show: `kept`, where something brings in the same one when it is
 * pressed; `linked`, where a link, a picture or a button stands for it; null for not at all. Each control counts once.
 */
export function standInsOf(pair: Pair<StandInNeeds>): (one: Embed) => 'kept' | 'linked' | null {
  const { original, rebuilt } = pair
  let opened = opensFrame(rebuilt) - opensFrame(original)
  let forms = entryForms(rebuilt).length - entryForms(original).length
  const controls = newControls(pair)
  // What stood beside it stands for nothing that is gone.
  const linked = new Set(original.links.filter(isVisible).map(({ href }) => href))
  const drawnBefore = new Set(original.images.filter(isVisible).map(({ url }) => url))
  const newLinks = rebuilt.links.filter(link => isVisible(link) && !linked.has(link.href))
  const newAddresses = [...new Set(newLinks.map(({ href }) => href))]
  return one => {
    const naming = rebuilt.embeds.filter(({ kind, says }) => kind === 'named' && names(says, one))
    const named = naming.filter(isVisible)
    if (naming.some(({ awaitsConsent }) => awaitsConsent)) return 'kept'
    if (named.some(found => !STATIC.test(found.says) && !isBarePicture(found))) return 'kept'
    // What was to be asked for on the original as well may have its address in a script, or be what a link leads to.
    if (one.embed.kind === 'named') {
      const isWritten = one.id.length >= 6 && rebuilt.document.html.includes(one.id)
      if (isWritten || rebuilt.links.some(link => isVisible(link) && isSame(link.href, one))) return 'kept'
    }
    const same = new Set(newAddresses.filter(href => isSame(href, one)))
    const links = newLinks.filter(({ href }) => same.has(href))
    const isLinkedPicture = rebuilt.images.some(
      image =>
        image.state === 'visible' &&
        links.some(({ raw }) => raw === image.link.trim()) &&
        areaOf(image) >= MIN_PICTURE * one.embed.seen.width * one.embed.seen.height,
    )
    if (one.kind === 'video' && isLinkedPicture) return 'kept'
    const drawn =
      one.kind === 'map' ? rebuilt.images.filter(image => isOfMap(image) && !drawnBefore.has(image.url)) : []
    if (drawn.some(({ url }) => !STATIC.test(url))) return 'kept'
    if (opened > 0) {
      opened--
      return 'kept'
    }
    if (isEntryForm(one) && forms > 0) {
      forms--
      return 'kept'
    }
    const control = controls(one.kind)
    if (control?.works) return 'kept'
    // Its script has the id of what it plays.
    if (control && one.id.length >= 6 && rebuilt.document.html.includes(one.id)) return 'kept'
    return control || [links, named, drawn].some(found => found.length > 0) ? 'linked' : null
  }
}

const isVisible = ({ state }: { state: string }) => state === 'visible'

/** A picture in no link, button or element of a script's own, which opens nothing. */
const isBarePicture = ({ selector }: EmbedArtifact): boolean => {
  const steps = selector.split(' > ').map(step => step.split(':')[0]!)
  const isOpener = (step: string) => /^(a|button|summary|label)$/.test(step) || /^[a-z]\w*-/.test(step)
  return steps.at(-1) === 'img' && !steps.some(isOpener)
}

/** A picture of a map, which nobody can move. */
const STATIC = /static-?map|\/static\//i

/** Drawn by a map's own server, such as the tiles of one that a script puts together. */
const isOfMap = ({ url, state }: ImageArtifact): boolean =>
  state === 'visible' && sourceOf(url)?.kind === 'map'

/** Whether attributes name it. */
function names(says: string, one: Embed): boolean {
  if (one.id.length >= 6 && says.toLowerCase().includes(one.id.toLowerCase())) return true
  return addressesIn(says).some(address => isSame(address, one))
}

function isSame(address: string, one: Embed): boolean {
  if (one.kind === 'video' && one.provider === '')
    return (
      one.id !== '' &&
      assetName(address)
        .replace(/\.\w+$/, '')
        .toLowerCase() === one.id
    )
  const source = sourceOf(address)
  if (source?.kind !== one.kind) return false
  if (one.kind === 'map') return true
  return source.provider === one.provider && source.id !== '' && !isOther(source, one)
}

/** How many controls bring a frame or a video into sight. */
const opensFrame = (side: Side<'probes'>): number =>
  probesOf(side).filter(({ revealed }) => revealed.some(text => /^(iframe|video)$/.test(text))).length

/** Of a form that asks for more than an address or a word to search for. */
const MIN_ENTRIES = 2

/** Forms of the page's own that take the place of one by a service: the entries of another site's are not known. */
const entryForms = ({ forms }: Side<'forms'>): FormArtifact[] =>
  forms.filter(form => {
    const entries = entriesOf(form).filter(field => !isHoneypot(field, form))
    const isSent = !form.loose || form.pressed.length > 0
    const isSignIn = entries.some(({ type }) => type === 'password')
    return isOpen(form) && isSent && !isSearchForm(form) && !isSignIn && entries.length >= MIN_ENTRIES
  })

/**
 * Takes the next control of the new page, beyond as many as the original has, whose name says that it opens one of `kind`,
 * and that did not turn out to do nothing; `works` where a press did something.
 */
function newControls({
  original,
  rebuilt,
}: Pair<StandInNeeds>): (kind: Kind) => { works: boolean } | undefined {
  const probed = new Map(probesOf(rebuilt).map(probe => [probe.selector, probe]))
  const waiting = new Map<Kind, { works: boolean }[]>()
  return kind => {
    let found = waiting.get(kind)
    if (!found) {
      const [before, now] = [original, rebuilt].map(side =>
        pressed(side).filter(({ name }) => OPENS[kind].test(name)),
      )
      found = now!.slice(before!.length).flatMap(({ selector }) => {
        const probe = probed.get(selector)
        return probe !== undefined && isWithoutEffect(probe)
          ? []
          : [{ works: probe !== undefined && probe.effect !== 'nothing' }]
      })
      waiting.set(kind, found)
    }
    return found.shift()
  }
}

/** Visible buttons, and what takes presses without being one, at 1440 px. */
function pressed({ layouts, semantics }: Side<'layouts' | 'semantics'>) {
  const controls = atWidth(layouts, DESKTOP)?.controls ?? []
  return [
    ...controls.filter(({ role, state }) => role === 'button' && state === 'visible'),
    ...semantics.pressables,
  ]
}
