/** Files of pictures that links open, and that have other names now. */
import { countEach } from '../../../lib/count.ts'
import type { Link, PairedLinks } from './link.ts'
import { isPictureFile, lastStepOf, sameFile, type Target } from './targets.ts'

/** Pictures, most of which have to be renamed: converted, or stored by another program. */
const MIN_RENAMED = 3

/**
 * Whether a link opens the file of a picture that has another name now, as most of those that links open. Each old file stands for
 * one new one, which is called neither as another old one nor as another link.
 */
export function renamedPictures({ before, counterparts }: PairedLinks): (link: Link) => boolean {
  const pairs = before.flatMap(link => {
    const now = counterparts.get(link)?.target
    return now && isPictureFile(link.target) && isPictureFile(now) ? [{ link, was: link.target, now }] : []
  })
  const became = Map.groupBy(pairs, ({ was }) => was.place)
  const cameOf = Map.groupBy(pairs, ({ now }) => now.place)
  const isOne = (all: typeof pairs, side: 'was' | 'now') =>
    all.every(one => one[side].place === all[0]![side].place)
  const files = new Map(pairs.map(({ was }) => [stemOf(was), was.place]))
  const named = Map.groupBy(
    pairs.flatMap(({ link }) => [...new Set(wordsOf(link.name))].map(word => ({ word, link }))),
    ({ word }) => word,
  )
  const renamed = pairs.filter(({ link, was, now }) => {
    if (sameFile(was, now) || !isOne(became.get(was.place)!, 'now') || !isOne(cameOf.get(now.place)!, 'was'))
      return false
    if ((files.get(stemOf(now)) ?? was.place) !== was.place) return false
    // Called as another picture is, rather than as its own.
    const words = wordsOf(stemOf(now))
    const ofOwn = words.filter(word => wordsOf(link.name).includes(word)).length
    const others = words.flatMap(word => named.get(word)?.slice(0, MAX_NAMESAKES) ?? [])
    return [...countEach(others.flatMap(other => (other.link === link ? [] : other.link))).values()].every(
      count => count <= ofOwn,
    )
  })
  const places = new Set(renamed.map(({ was }) => was.place))
  const fresh = new Set(pairs.flatMap(({ was, now }) => (sameFile(was, now) ? [] : was.place)))
  const isMost = fresh.size >= MIN_RENAMED && fresh.size * 2 > became.size
  return ({ target }) => isMost && places.has(target.place)
}

/** Links of one word that are looked at: more of them are told apart by another one. */
const MAX_NAMESAKES = 20

const stemOf = ({ place }: Target): string =>
  lastStepOf(place)
    .replace(/\.\w+$/, '')
    .toLowerCase()

/** A number tells nothing of what is shown. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 2)
