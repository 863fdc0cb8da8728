import { dialledOf, samePhone } from '../../../lib/phone.ts'
import type { Finding } from '../../core/finding.ts'
import type { Pair } from '../../core/suite.ts'
import { type Link, label, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'
import type { Target } from './targets.ts'

interface Kind {
  /** The one address that a text shows. */
  shownIn(text: string): string | null
  leadsTo(shown: string, behind: string): boolean
  verb: string
  /** The link that leads to what is shown. */
  addressOf(shown: string): string
}

const KINDS: Partial<Record<Target['kind'], Kind>> = {
  phone: { shownIn: numberIn, leadsTo: calls, verb: 'calls', addressOf: shown => `tel:${dialledOf(shown)}` },
  mail: { shownIn: mailboxIn, leadsTo: writesTo, verb: 'writes to', addressOf: shown => `mailto:${shown}` },
}

/**
 * Links that show one telephone number or e-mail address and call or write to another, as those of the original did not;
 * `known` ones were reported already.
 */
export function contradicted(
  pair: Pair<'document'>,
  { now, originals }: PairedLinks,
  known: ReadonlyMap<Link, Finding>,
): Finding[] {
  return now.flatMap((link): Finding[] => {
    const old = originals.get(link)
    const found = known.has(link) || (old && contradictionOf(old)) ? null : contradictionOf(link)
    if (!found) return []
    const { about, shown, behind } = found
    return [
      rules.report('contradicted', {
        place: `${link.target.kind} ${shown}`,
        message: `${label(link)} ${about.verb} ${behind}, not ${shown}`,
        fix: `Let it lead to ${about.addressOf(shown)}`,
        ...placesOf(pair, old, link),
      }),
    ]
  })
}

/** What a link shows and what is behind it, where that is another one; null where they agree or nothing is shown. */
function contradictionOf({ link, target }: Link) {
  const about = KINDS[target.kind]
  const shown = about?.shownIn(link.name)
  const behind = target.place.replace(/^\w+:/, '')
  return about && shown && !about.leadsTo(shown, behind) ? { about, shown, behind } : null
}

/** Digits that make a telephone number of what is shown. */
const MIN_DIGITS = 7
/** Of its end, which is written alike with and without country and area. */
const END_DIGITS = 4

/** Dialled after the number. */
const EXTENSION = /[,;\s(]*(?:ext(?:ension)?|x|durchwahl|dw|poste|int(?:erno)?|доб)\.?:?\s*\p{Nd}{1,6}\)?/giu

/** The one number that is shown, without its extension. */
function numberIn(name: string): string | null {
  const found = name.replace(EXTENSION, '').match(/[+(]?\p{Nd}[\p{Nd}\s().\-–/]*\p{Nd}/gu) ?? []
  const [number = ''] = found
  return found.length === 1 && digitsOf(number).length >= MIN_DIGITS ? number : null
}

/** Not only the end of what is shown counts: it may name two lines, "6000-02". */
function calls(shown: string, dialled: string): boolean {
  return (
    samePhone(dialledOf(shown), dialled) || digitsOf(shown).includes(digitsOf(dialled).slice(-END_DIGITS))
  )
}

const digitsOf = (text: string) => dialledOf(text).split(';')[0]!.replace(/\D/g, '')

function mailboxIn(name: string): string | null {
  const found = name.toLowerCase().match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []
  return found.length === 1 ? found[0]! : null
}

/** A word may stand right before what is shown: "Emailinfo@example.com". */
function writesTo(shown: string, address: string): boolean {
  const [mailbox = ''] = address.toLowerCase().split('?')
  return mailbox === '' || mailbox.includes(shown) || shown.endsWith(mailbox)
}
