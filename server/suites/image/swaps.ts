import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { type Displaced, displacedPictures } from '../../matching/displaced.ts'
import { altOf, isContent } from '../../matching/picture.ts'
import { imageDistance } from '../../vision/image-distance.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { addressOf, calledOf, placesOf, wordsOf } from './picture-finding.ts'
import { isRenewedFile } from './replacements.ts'

const ornament = {
  when: 'neither of both pictures carries content',
  severity: 'minor',
  penalty: 0.05,
} as const

const rules = defineRules(
  'image/swaps',
  {
    why: 'A picture beside the words of another one misleads: a product is shown that is not the one for sale.',
    reference: 'https://developers.google.com/search/docs/appearance/google-images',
  },
  {
    exchanged: {
      severity: 'serious',
      penalty: 1,
      measures: `Whether two pictures stand beside the text, or in the link, of each other.`,
      fix: 'Exchange the two pictures',
      cases: { ornament },
    },
    displaced: {
      severity: 'serious',
      penalty: 0.5,
      measures: 'Whether another picture of the original stands where the original shows this one.',
      fix: 'Show the picture of the original there',
      cases: {
        one: {
          when: 'it is the only one: a list that counts from another place moves more of them',
          severity: 'moderate',
          penalty: 0.5,
        },
        renewed: {
          when: 'it stands there in a file of the same name, which is no number of a series: who runs the page put it into the file',
          severity: 'minor',
          penalty: 0.05,
        },
        ornament,
      },
    },
    'hidden-other': {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Of pictures that are out of sight at rest on both pages, as in a panel that a press opens, and that one text alternative names, once on either page: whether the new page has another picture of the original there.',
      fix: 'Show the picture of the original there',
    },
  },
)

export const swaps: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/swaps',
  title: 'Each picture is in its place',
  weight: 10,
  rules,
  judge({ original, rebuilt, matching }) {
    const changing = new Set(original.volatile.images)
    const steady = original.images.filter(({ url }) => !changing.has(url))
    const hidden = hiddenOthers(steady, rebuilt.images).map(({ before, after, other }) =>
      rules.report('hidden-other', {
        place: wordsOf(before),
        cause: 'hidden-other',
        message: `Where the original has the ${calledOf(before)}, which is out of sight until a press shows it, the new page has the ${calledOf(other)}`,
        fix: `Show the ${calledOf(before)} there again${addressOf(before)}`,
        ...placesOf({ original, rebuilt }, before, after),
      }),
    )
    if (matching.pictures.matches.length < 2 && hidden.length === 0)
      return notApplicable('there are no two pictures that could be taken for each other')
    const displaced = displacedPictures(matching.pictures)
    const findings: Finding[] = hidden
    const told = new Set<object>()
    const isMutual = ({ match, instead }: Displaced) =>
      displaced.some(pair => pair.match === instead && pair.instead === match)
    const isOne = displaced.filter(one => !isMutual(one)).length === 1
    for (const { match, instead } of displaced) {
      const [one, other] = [match.original, instead.original]
      if (told.has(match) || changing.has(one.url) || changing.has(other.url)) continue
      told.add(match)
      const mutual = isMutual({ match, instead })
      if (mutual) told.add(instead)
      const names = [wordsOf(one), wordsOf(other)]
      findings.push(
        rules.report(mutual ? 'exchanged' : 'displaced', {
          key: `image/swapped:${(mutual ? names.sort() : names).join(' / ')}`,
          as:
            !isContent(one) && !isContent(other)
              ? 'ornament'
              : mutual
                ? undefined
                : isRenewedFile(one, instead.rebuilt)
                  ? 'renewed'
                  : isOne
                    ? 'one'
                    : undefined,
          // A list that counts from another place moves all of its pictures.
          cause: mutual ? undefined : 'displaced',
          message: mutual
            ? `The ${calledOf(one)} and the ${calledOf(other)} have changed places`
            : `Where the original shows the ${calledOf(one)} stands the ${calledOf(other)}`,
          fix: `Show the ${calledOf(one)} ${one.near ? `beside ${quote(one.near, 60)}` : 'in its place'} again${addressOf(one)}`,
          ...placesOf({ original, rebuilt }, one, instead.rebuilt),
        }),
      )
    }
    return findings
  },
}

/** Up to which distance a picture is another one, and from which on it is not. */
const [SAME, OTHER] = [0.1, 0.6]

/** Pictures out of sight that are called alike and show another one of the original. */
function hiddenOthers(original: readonly ImageArtifact[], rebuilt: readonly ImageArtifact[]) {
  const now = hiddenByName(rebuilt)
  return [...hiddenByName(original)].flatMap(([name, before]) => {
    const after = now.get(name)
    const apart = after ? imageDistance(before, after) : null
    if (!after || apart === null || apart < OTHER) return []
    const other = original.find(one => one !== before && (imageDistance(one, after) ?? 1) <= SAME)
    return other ? [{ before, after, other }] : []
  })
}

/** Those whose text alternative no other picture of the page has; a phone may be shown a picture of its own under the same. */
function hiddenByName(images: readonly ImageArtifact[]): ReadonlyMap<string, ImageArtifact> {
  const named = Map.groupBy(
    images.filter(image => altOf(image) !== ''),
    altOf,
  )
  return new Map(
    [...named].flatMap(([name, all]) =>
      all.length === 1 && all[0]!.state === 'hidden' && all[0]!.file ? [[name, all[0]!]] : [],
    ),
  )
}
