import { dialledOf, samePhone } from '../../../lib/phone.ts'
import type { Finding } from '../../core/finding.ts'
import type { Pair } from '../../core/suite.ts'
import { type Link, label, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'

/** Links that show one telephone number or e-mail address and call or write to another; `known` ones were reported already. */
export function contradicted(
  pair: Pair<'document'>,
  { now, originals }: PairedLinks,
  known: ReadonlyMap<Link, Finding>,
): Finding[] {
  return now.flatMap((link): Finding[] => {
    const { kind, place } = link.target
    const shown =
      kind === 'phone' ? numberIn(link.link.name) : kind === 'mail' ? mailboxIn(link.link.name) : null
    const behind = place.replace(/^\w+:/, '')
    if (!shown || known.has(link) || (kind === 'phone' ? calls(shown, behind) : writesTo(shown, behind)))
      return []
    return [
      rules.report('contradicted', {
        place: `${kind} ${shown}`,
        message: `${label(link)} ${kind === 'phone' ? 'calls' : 'writes to'} ${behind}, not ${shown}`,
        fix: `Let it lead to ${kind === 'phone' ? 'tel' : 'mailto'}:${kind === 'phone' ? dialledOf(shown) : shown}`,
        ...placesOf(pair, originals.get(link), link),
      }),
    ]
  })
}

/** Digits that make a telephone number of what is shown. */
const MIN_DIGITS = 7
/** Of its end, which is written alike with and without country and area. */
const END_DIGITS = 4

/** The one number that is shown. */
function numberIn(name: string): string | null {
  const found = name.match(/[+(]?\p{Nd}[\p{Nd}\s().\-–/]*\p{Nd}/gu) ?? []
  const [number = ''] = found
  return found.length === 1 && digitsOf(number).length >= MIN_DIGITS ? number : null
}

/** Not only the end of what is shown counts: it may name two lines, "6000-02". */
const calls = (shown: string, dialled: string): boolean =>
  samePhone(dialledOf(shown), dialled) || digitsOf(shown).includes(digitsOf(dialled).slice(-END_DIGITS))

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
