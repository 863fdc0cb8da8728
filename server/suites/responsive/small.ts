import type { ControlBox, Layout, TextBlock } from '../../capture/collectors/layouts.ts'
import { memo } from '../../lib/memo.ts'
import { atWidth, MOBILE } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { isWithin, parentOf } from '../core/path.ts'
import { listed, quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { type Pairing, pairingOf } from './pairs.ts'
import { canBeSeen, placeAt } from './screens.ts'
import { followsScreen } from './viewport.ts'
import { MIN_PASSAGE_WORDS, normalText, textKey, wordCount } from './words.ts'

/** CSS px a side. @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
const MIN_TARGET_PX = 24
/** CSS px a side from which nobody notices what is missing. */
const NEARLY_TARGET_PX = 20
/** CSS px. */
const MIN_TEXT_PX = 12
/** A text under 12 px is smaller than before when its size is less than this share of the original's. */
const MAX_SHRUNK = 0.85
/** Share of the page's letters from which it is more than a note in small print. */
const MIN_LARGE_SHARE = 0.02
/** CSS px below which letters are guessed rather than read, and the share of them from which that is the page. */
const TINY_TEXT_PX = 10
const MIN_PAGE_SHARE = 0.2
/** CSS px below which a field shows a dozen letters of what is typed or less, and the share of its width that it kept at most. */
const MIN_FIELD_PX = 120
const MAX_KEPT_WIDTH = 0.5
/** Fields of a form; one may be a search beside its button. */
const MIN_FIELDS = 2
/** CSS px up and down between two fields of one form. */
const MAX_FORM_GAP_PX = 120

const rules = defineRules(
  'responsive/small',
  {
    why: 'Fingers miss small controls or hit the neighbour, and small text is not read.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html',
  },
  {
    target: {
      severity: 'moderate',
      penalty: { of: "the control's share of all controls of the original", min: 0.02 },
      measures: `Controls under ${MIN_TARGET_PX} px a side without room around them, those in a sentence and those that the browser draws apart.`,
      fix: `Make it ${MIN_TARGET_PX} px a side at least, or leave room around it`,
      cases: {
        nearly: {
          when: `it is ${NEARLY_TARGET_PX} px a side or more, or was under ${MIN_TARGET_PX} px before`,
          severity: 'minor',
        },
        shrunk: {
          when: `it has room around it, and was ${MIN_TARGET_PX} px or more before`,
          severity: 'minor',
          penalty: 0.01,
        },
      },
    },
    text: {
      severity: 'minor',
      penalty: { of: "share of the page's letters" },
      measures: `Texts under ${MIN_TEXT_PX} px that are as small on the original, or are new.`,
      fix: `Set it in ${MIN_TEXT_PX} px or more on phones`,
      reference: 'https://developer.chrome.com/docs/lighthouse/seo/font-size',
    },
    shrunk: {
      severity: 'minor',
      penalty: { of: "share of the page's letters", min: 0.02 },
      measures: `Texts under ${MIN_TEXT_PX} px that are larger on the original, all of them together.`,
      fix: 'Set it on phones in the size of the original',
      reference: 'https://developer.chrome.com/docs/lighthouse/seo/font-size',
      cases: {
        large: {
          when: `they are ${MIN_LARGE_SHARE * 100} % of the page's letters, or one has ${MIN_PASSAGE_WORDS} words or more`,
          severity: 'moderate',
          penalty: { of: "share of the page's letters", min: 0.1 },
        },
        page: {
          when: `those of them that are under ${TINY_TEXT_PX} px now, and were ${MIN_TEXT_PX} px or more, are ${MIN_PAGE_SHARE * 100} % of the page's letters or more`,
          severity: 'serious',
          penalty: { of: "share of the page's letters", min: 0.1 },
        },
      },
    },
    field: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Text fields under ${MIN_FIELD_PX} px wide of which the original's are twice as wide or wider, all of them together.`,
      why: 'Who cannot see what is being typed makes mistakes, and gives up.',
      fix: 'Give the fields the width of the phone: look for a grid or a row that no longer stacks',
      reference: 'https://web.dev/learn/forms/design-basics',
      cases: {
        form: {
          when: `they are ${MIN_FIELDS} or more, and most of the original's text fields in the element that holds them all; or, where their ids do not tell what that is, most text fields up to ${MAX_FORM_GAP_PX} px above or below them are as narrow`,
          severity: 'serious',
          penalty: 0.3,
        },
      },
    },
  },
)

export const small: Check<'layouts' | 'head' | 'document'> = {
  id: 'responsive/small',
  title: 'On a phone controls can be hit and texts read',
  weight: 5,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    if (!followsScreen(rebuilt.head)) return notApplicable('the page is not laid out for phones')
    const [before, after] = [phoneOf(original.layouts), phoneOf(rebuilt.layouts)]
    if (!after?.blocks.length && !after?.controls.length) return notApplicable('the page shows nothing')
    const phones: Phones = {
      // A page that phones show shrunk has no sizes to keep.
      before: followsScreen(original.head) ? before : undefined,
      after,
      pairing: pairingOf(pair),
      urls: { original: original.document.url, rebuilt: rebuilt.document.url },
    }
    return [...targetFindings(phones), ...textFindings(phones), ...fieldFindings(phones)]
  },
}

/** A pair of pages at the width of a phone. */
interface Phones {
  before: Layout | undefined
  after: Layout
  pairing: Pairing
  urls: { original: string; rebuilt: string }
}

const phoneOf = (layouts: readonly Layout[]) => atWidth(layouts, MOBILE)

function targetFindings({ before, after, pairing, urls }: Phones): Finding[] {
  const count = Math.max(1, targetsOf(before ?? after).length)
  const crowded = crowdedTargets(after)
  return targetsOf(after).flatMap(control => {
    const was = before && pairing.controlOn(before, control)
    const { width, height } = control.box
    const isCrowded = crowded.has(control)
    const shrunk = isSmall(control) && !control.inline && was && canBeSeen(was, before) && !isSmall(was)
    if (!isCrowded && !shrunk) return []
    const nearly = Math.min(width, height) >= NEARLY_TARGET_PX || (was && isSmall(was))
    const name = (was?.name || control.name).slice(0, 80)
    const called = name ? `The ${control.role} “${name}”` : `A ${control.role} without a name`
    return rules.report('target', {
      place: normalText(name) || `${control.role} without a name`,
      // One line height, or one size, makes all of a part of the page small.
      cause: `${control.role} ${Math.round(Math.min(width, height))} px in ${control.landmark}`,
      as: isCrowded ? (nearly ? 'nearly' : undefined) : 'shrunk',
      extent: 1 / count,
      message: `${called} is a target of ${sizeOf(control.box)} px at ${after.width} px${isCrowded ? ' and has no room around it' : ''}`,
      fix: was && `Make it ${MIN_TARGET_PX} px a side at least; the original's is ${sizeOf(was.box)} px`,
      ...(was && { original: placeAt(urls.original, after.width, { ...was, text: was.name }) }),
      rebuilt: placeAt(urls.rebuilt, after.width, { ...control, text: control.name }),
    })
  })
}

const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`

/** The browser draws these in its own size, or their label can be hit as well. */
const EXEMPT = /^(checkbox|radio|switch|option|slider|menuitemcheckbox|menuitemradio|treeitem)$/

const targetsOf = (layout: Layout) =>
  layout.controls.filter(
    control =>
      !EXEMPT.test(control.role) &&
      !control.disabled &&
      canBeSeen(control, layout) &&
      control.box.width >= 4 &&
      control.box.height >= 4,
  )

const isSmall = ({ box }: ControlBox) => box.width < MIN_TARGET_PX || box.height < MIN_TARGET_PX

/** Small targets, with the standard's exceptions for spacing and for targets in a sentence. */
const crowdedTargets = memo((layout: Layout) => {
  const targets = targetsOf(layout).sort((a, b) => a.box.y - b.box.y)
  return new Set(
    targets.filter((target, index) => isSmall(target) && !target.inline && !hasRoom(target, index, targets)),
  )
})

/** Px above a target in which others are looked for: as tall as the tallest that counts. */
const MAX_TARGET_HEIGHT_PX = 400

/** A circle of 24 px around it meets no other target, and no circle around another small one. `targets` from top to bottom. */
function hasRoom(target: ControlBox, index: number, targets: readonly ControlBox[]): boolean {
  const [x, y] = centreOf(target)
  const meets = (other: ControlBox) => {
    if (other === target || contains(other, target) || contains(target, other)) return false
    if (isSmall(other)) {
      const [ox, oy] = centreOf(other)
      return Math.hypot(x - ox, y - oy) < MIN_TARGET_PX
    }
    const dx = Math.max(other.box.x - x, 0, x - other.box.x - other.box.width)
    const dy = Math.max(other.box.y - y, 0, y - other.box.y - other.box.height)
    return Math.hypot(dx, dy) < MIN_TARGET_PX / 2
  }
  for (let i = index - 1; i >= 0 && targets[i]!.box.y > y - MAX_TARGET_HEIGHT_PX; i--)
    if (meets(targets[i]!)) return false
  for (let i = index + 1; i < targets.length && targets[i]!.box.y < y + MIN_TARGET_PX; i++)
    if (meets(targets[i]!)) return false
  return true
}

const centreOf = ({ box }: ControlBox): [number, number] => [box.x + box.width / 2, box.y + box.height / 2]

/** A link around a card holds others; the card is not what one aims at. */
const contains = ({ box: a }: ControlBox, { box: b }: ControlBox) =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height

/** Texts under 12 px: those that the original has larger as one finding, the others as they are on the original. */
function textFindings({ before, after, pairing, urls }: Phones): Finding[] {
  const findings: Finding[] = []
  const shrunk: { was: TextBlock; is: TextBlock }[] = []
  const letters = lettersOf(shownOn(before ?? after))
  for (const is of shownOn(after)) {
    if (is.style.size >= MIN_TEXT_PX) continue
    const was = before && pairing.textOn(before, is)
    if (was && canBeSeen(was, before) && isShrunk(was, is)) {
      shrunk.push({ was, is })
      continue
    }
    const { text } = was ?? is
    findings.push(
      rules.report('text', {
        place: textKey(text),
        cause: `${is.style.size} px`,
        extent: text.length / letters,
        message: `${quote(is.text)} is set in ${is.style.size} px at ${after.width} px`,
        rebuilt: placeAt(urls.rebuilt, after.width, is),
      }),
    )
  }
  if (shrunk.length === 0) return findings
  shrunk.sort((a, b) => b.is.text.length - a.is.text.length || a.is.box.y - b.is.box.y)
  const { was, is } = shrunk[0]!
  const share = lettersOf(shrunk.map(one => one.is)) / letters
  const tiny = shrunk.filter(one => one.is.style.size < TINY_TEXT_PX && one.was.style.size >= MIN_TEXT_PX)
  const isPage = lettersOf(tiny.map(one => one.is)) / letters >= MIN_PAGE_SHARE
  const large = share >= MIN_LARGE_SHARE || shrunk.some(one => wordCount(one.is.text) >= MIN_PASSAGE_WORDS)
  const quoted = shrunk.map(one => quote(one.is.text))
  findings.push(
    rules.report('shrunk', {
      place: textKey(was.text),
      as: isPage ? 'page' : large ? 'large' : undefined,
      extent: share,
      message: `${listed(quoted, 1)} ${quoted.length === 1 ? 'is' : 'are'} set in ${is.style.size} px at ${after.width} px, where the original has ${was.style.size} px`,
      fix: `Set it in ${was.style.size} px on phones, as the original does`,
      original: placeAt(urls.original, after.width, was),
      rebuilt: placeAt(urls.rebuilt, after.width, is),
    }),
  )
  return findings
}

function fieldFindings({ before, after, pairing, urls }: Phones): Finding[] {
  if (!before) return []
  const narrow = after.controls.flatMap(is => {
    if (!isTextField(is) || !is.name || is.box.width >= MIN_FIELD_PX) return []
    const was = canBeSeen(is, after) ? pairing.controlOn(before, is) : undefined
    if (!was || was.role !== is.role || !canBeSeen(was, before)) return []
    return is.box.width < MAX_KEPT_WIDTH * was.box.width ? [{ was, is }] : []
  })
  const [first] = narrow
  if (!first) return []
  const { was, is } = first
  // A row of a postcode, a state and a town among wide ones is drawn so on purpose.
  const form = holderOf(narrow.map(one => one.was.selector))
  const fields =
    form === ''
      ? // Ids say nothing of what holds them.
        fieldsNear(
          narrow.map(one => one.is),
          after,
        )
      : textFieldsOf(before).filter(({ selector }) => isWithin(selector, form))
  const crushed = form === '' ? fields.filter(({ box }) => box.width < MIN_FIELD_PX) : narrow
  const areMost = narrow.length >= MIN_FIELDS && 2 * crushed.length > fields.length
  const names = narrow.map(one => quote(one.is.name, 40))
  return [
    rules.report('field', {
      place: normalText(was.name),
      as: areMost ? 'form' : undefined,
      message: `The ${names.length > 1 ? 'fields' : 'field'} ${listed(names)} ${names.length > 1 ? 'are' : 'is'} ${is.box.width} px wide at ${after.width} px, where the original's ${names.length > 1 ? 'are' : 'is'} ${was.box.width} px`,
      original: placeAt(urls.original, after.width, { ...was, text: was.name }),
      rebuilt: placeAt(urls.rebuilt, after.width, { ...is, text: is.name }),
    }),
  ]
}

const isTextField = ({ role }: ControlBox) => /^(textbox|searchbox)$/.test(role)

const textFieldsOf = (layout: Layout) =>
  layout.controls.filter(control => isTextField(control) && canBeSeen(control, layout))

/** Those that stand as high as these, or less above or below them than one form stands from the next. */
function fieldsNear(fields: readonly ControlBox[], layout: Layout): ControlBox[] {
  const top = Math.min(...fields.map(({ box }) => box.y)) - MAX_FORM_GAP_PX
  const bottom = Math.max(...fields.map(({ box }) => box.y + box.height)) + MAX_FORM_GAP_PX
  return textFieldsOf(layout).filter(({ box }) => box.y + box.height > top && box.y < bottom)
}

/** The nearest element that holds all of these. */
const holderOf = (selectors: readonly string[]): string =>
  selectors.map(parentOf).reduce((holder, parent) => {
    let here = holder
    while (here !== '' && here !== parent && !isWithin(parent, here)) here = parentOf(here)
    return here
  })

const isShrunk = ({ style: was }: TextBlock, { style: is }: TextBlock) =>
  is.size < was.size * (was.size < MIN_TEXT_PX ? MAX_SHRUNK : 1)

const shownOn = (layout: Layout) => layout.blocks.filter(block => canBeSeen(block, layout))

const lettersOf = (blocks: readonly TextBlock[]) =>
  Math.max(
    1,
    blocks.reduce((sum, block) => sum + block.text.length, 0),
  )
