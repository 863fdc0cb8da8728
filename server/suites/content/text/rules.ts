import { edited } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'
import { HIDDEN_WEIGHT, REACHABLE_FACTOR } from '../grading.ts'
import { MAX_HIDDEN_WORDS, MIN_LOST, MIN_SENTENCE } from '../outcomes/index.ts'
import { otherwiseKept } from './otherwise-kept.ts'

/** Signs that programs are written with, and that no prompt of a shell is: what stands for one may be drawn by styles. */
export const CODE_SIGNS = ['\\', '{', '}', '[', ']', '(', ')', '<', '&', '|', '=', ';', '*', '^']
/** What a loss costs at least, so that it shows. */
const MIN_PENALTY = 0.005
/** What all minor findings together cost at most. */
export const MAX_MINORS_PENALTY = 0.1
/** Share of the page's text that may be lost before that is critical. */
export const MAX_LOST = 0.3
/** Words that are lost from which that holds: of a page of a few texts each sentence is a third. */
export const MIN_LOST_WORDS = 20
/** Share of it up to which the page is still the one that it was, if it says about as much: this share of the lost words. */
export const MOSTLY_LOST = 0.5
export const MIN_ANEW = 0.85
/** Share of the page's text that may be hidden and add nothing to what is lost. */
export const MAX_HIDDEN = 0.1
/** Share of the page's text from which a lost one is missed: of a long page a sentence may go. */
export const MIN_MISSED = 0.02
/** What other text stands for counts this much of what is gone, towards what is lost of the whole page. */
export const REPLACED_WEIGHT = 0.5
/** Weight of content/facts against content/text: a fact that goes with its text costs what it would cost there. */
const FACT_WEIGHT = 0.5
/** Lost words, and share of a text's weight, up to which few of them are lost. */
export const MAX_FEW_WORDS = 3
export const MAX_FEW = 0.25
/** Share of a text's weight up to which a part of it is lost. */
export const MAX_PART = 0.5
/** Words of its own that a text has, as a share of the words that it lost, from which it was written anew. */
export const MIN_REWORDED = 1 / 3
/** Words of a page that are spelt otherwise from which its text was typed anew without care. */
export const MIN_MISSPELT = 5
/** Words that have become one from which it cannot be meant, as `login` may be. */
export const MIN_JOINED = 3
/** Entries in a row that lost the marks behind them: of fewer it may be a slip. */
export const MIN_UNMARKED = 3
/** Sections with another text from which it is no edit of one; of a page that kept this share of its other text. */
export const MIN_OTHER_SECTIONS = 3
export const MIN_REST = 0.9
/** Share of its telling words up to which a text is another one, and of its length from which it stands in its place. */
export const MAX_SHARED = 0.15
export const MIN_LENGTH = 0.5
/** Words from which a text says something that a negation can reverse. */
export const MIN_NEGATED = 3

const hiddenWeight = `what was hidden before counts ${100 * HIDDEN_WEIGHT} %`
const share = "the text's share of the original's text"
const lost = `share of the original's text that is lost, at least ${100 * MIN_PENALTY} %, ${hiddenWeight}; and ${100 * FACT_WEIGHT} % of what its facts cost content/facts`

/**
 * The extent of a loss: `share`, 0 to 1, of the original's text, and the sum of what its facts cost content/facts. The
 * floor is that of the text, and its facts come on top of it; the `min` of a table would be that of both together.
 */
export const lossExtent = (share: number, factsPenalty: number): number =>
  Math.max(MIN_PENALTY, share) + factsPenalty * FACT_WEIGHT

export const rules = defineRules(
  'content/text',
  {
    why: 'What a page no longer says is lost to its visitors, and to search engines that rank it by its words.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    'most-lost': {
      severity: 'critical',
      penalty: MIN_PENALTY,
      measures: `Whether more than ${100 * MAX_LOST} % of the original's visible text is missing, rare words counting more, and what other text stands for ${100 * REPLACED_WEIGHT} %; small print, such as a copyright notice, a credit or a notice of cookies, is left out, and what a page says to which the navigation or a call to action leads counts as kept. From ${MIN_LOST_WORDS} lost words on, or where none is left.`,
      fix: 'See that the page renders as a whole, and put back the texts that are listed as missing',
      cases: {
        anew: {
          when: `the page says as many words that the original does not say, or ${100 * MIN_ANEW} % of them where ${100 * MOSTLY_LOST} % of the text is lost at most, and none of its headings that nothing was found: it was written anew`,
          severity: 'moderate',
        },
      },
    },
    'most-hidden': {
      severity: 'critical',
      penalty: {
        of: "share of the original's text that is hidden with no control to open it",
        factor: 1 - REACHABLE_FACTOR,
      },
      measures: `Whether more than ${100 * MAX_LOST} % of the original's visible text is missing or hidden, and more than ${100 * MAX_HIDDEN} %, and ${MIN_LOST_WORDS} words or all that there are, hidden with no control that would open it.`,
      why: 'Visitors do not see text that stays transparent, clipped or unrendered.',
      fix: 'Show it: see that nothing stays transparent, clipped or unrendered once the page has loaded',
    },
    'motion-hidden': {
      severity: 'serious',
      penalty: { of: "share of the page's visible text" },
      measures: `Whether ${100 * MAX_HIDDEN} % or more of the new page's text, ${MIN_LOST_WORDS} words at least, is seen only by visitors whose system asks for less motion, as it stays hidden where a page may move.`,
      why: 'Most visitors see an empty page: what an animation was to bring on scrolling never comes.',
      fix: 'See that what reveals it on scrolling works, or show it without',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/@media/prefers-reduced-motion',
      cases: {
        most: { when: `it is more than ${100 * MAX_LOST} % of it`, severity: 'critical' },
      },
    },
    lost: {
      severity: 'moderate',
      penalty: { of: lost },
      measures: `Whether ${100 * MIN_LOST} % or more of a text, rare words counting more, is missing; texts of one section or table row that went together are one.`,
      fix: 'Put the text back',
      cases: {
        missed: {
          when: `it has a price, telephone number, e-mail address or address that the page states nowhere else, or is a row of a table with a price that the page states less often; or it is ${MIN_SENTENCE} words or more of the main content and ${100 * MIN_MISSED} % of the page's text, no links and no row of a table, with nothing else in their place, unless ${edited.when}; and no page to which the navigation or a call to action of the new page leads says it`,
          severity: 'serious',
        },
        slight: {
          when: `it has no such facts, and no words; or fewer than ${MIN_SENTENCE} words, which the page shows elsewhere, or which stood outside the main content or were hidden before`,
          severity: 'minor',
        },
        'kept-as-name': {
          when: 'it is the name of a control or the alternative text of a picture now, or it says nothing but telephone numbers and e-mail addresses to which links lead',
          severity: 'minor',
          penalty: { of: lost, factor: REACHABLE_FACTOR, max: REACHABLE_FACTOR },
        },
      },
    },
    changed: {
      severity: 'moderate',
      penalty: { of: `share of the original's text that is lost, ${hiddenWeight}`, min: MIN_PENALTY / 2 },
      measures:
        'Whether words of a text that is still there are missing, or all that differs is a letter or two of its long words.',
      fix: 'Let the text read as before',
      cases: {
        cut: {
          when: `it is ${MIN_SENTENCE} words or more of the main content and ${100 * MIN_MISSED} % of the page's text, and more than ${100 * MAX_PART} % of its own, with less than a third as many new words in it, unless ${edited.when}`,
          severity: 'serious',
        },
        misspelt: {
          when: `it is spelt otherwise, as ${MIN_MISSPELT} words of the page or more are`,
          severity: 'serious',
        },
        name: {
          when: `a name of two words or more, each with a capital, is spelt otherwise, all else of the text is the same, and ${otherwiseKept}`,
          severity: 'serious',
        },
        few: {
          when: `it is ${MAX_FEW_WORDS} words or ${100 * MAX_FEW} % of the text, or the text is hidden or has fewer than ${MIN_SENTENCE} words; but for a sample of code in the main content`,
          severity: 'minor',
        },
      },
    },
    code: {
      severity: 'serious',
      penalty: { of: share, min: MIN_PENALTY },
      measures: `Whether a visible sample of code, in a <pre> or <code> and in letters of one width, all words of which are kept, has curly quotation marks, dashes or an ellipsis that it did not have, has fewer backslashes, brackets or operators (of ${CODE_SIGNS.join(' ')}), or stands in half as many lines or fewer, or in fewer at all where white space counts for nothing now; or whether a word or a run of words of it is gone or another one, no number of a release, while ${otherwiseKept}.`,
      why: 'Who copies it copies each sign and each line, and it does not run.',
      fix: 'Let the code read as before, sign by sign and line by line: no program for prose may set it',
      reference: 'https://html.spec.whatwg.org/multipage/grouping-content.html#the-pre-element',
      cases: {
        indents: { when: 'all that it lost is how its lines are set in', severity: 'moderate' },
      },
    },
    marks: {
      severity: 'serious',
      penalty: { of: share, min: MIN_PENALTY },
      measures: `Whether ${MIN_UNMARKED} or more entries of a list, one after the other, lost the letters or numbers behind them that the original explains, such as “(A, C, G)”, one of them several; all else of them is still there.`,
      why: 'Dishes are marked so for what they hold: a guest with an allergy gets no warning, and the law asks for one.',
      fix: 'Put the marks back behind each entry',
      reference: 'https://eur-lex.europa.eu/eli/reg/2011/1169/oj',
    },
    joined: {
      severity: 'minor',
      penalty: MIN_PENALTY,
      measures:
        'Whether words with a space between them have become one word, which the original does not have; or a word several, one of which the original does not have.',
      fix: 'Put the spaces back where they were: text that is split into elements loses those at their ends, or gets some',
      cases: {
        several: { when: `it is ${MIN_JOINED} words or more`, severity: 'moderate' },
        heading: { when: `it is ${MIN_JOINED} words or more of a heading`, severity: 'serious' },
      },
    },
    replaced: {
      severity: 'serious',
      penalty: { of: lost },
      measures: `Whether the whole text below ${MIN_OTHER_SECTIONS} headings or questions or more, each of which is what it was, is another text of ${MIN_SENTENCE} words or more, ${100 * MIN_LENGTH} % as long at least, that shares ${100 * MAX_SHARED} % of the telling words at most, while ${100 * MIN_REST} % of all other visible text is kept; where that is less than half of the page, below questions alone.`,
      why: 'Who has a question is told something that the owner never said.',
      fix: 'Put the texts of the original back below their headings',
    },
    reversed: {
      severity: 'serious',
      penalty: { of: share, min: MIN_PENALTY },
      measures: `Whether a text of the main content, of ${MIN_NEGATED} words or more, lost a word of negation or has a new one, as “cannot” has become “can” or “without” “with”, all else being the same.`,
      why: 'The page says the opposite of what its owner wrote.',
      fix: 'Let the text read as before',
    },
    struck: {
      severity: 'serious',
      penalty: { of: share, min: MIN_PENALTY },
      measures: 'Whether a line is drawn through a text that is still there, and was plain before.',
      why: 'What is struck through does not hold any more.',
      fix: 'Take the line out: close <s>, <del> or <strike> where it ends, or draw it by no rule',
      reference: 'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-s-element',
      cases: {
        label: {
          when: `it is no heading and no text of ${MIN_SENTENCE} words or more of the main content`,
          severity: 'moderate',
        },
      },
    },
    unstruck: {
      severity: 'serious',
      penalty: { of: share, min: MIN_PENALTY },
      measures:
        'Whether a price that was struck through, by itself or beside another one, is plain now and all of it still there.',
      why: 'An old price without its line looks like one that holds.',
      fix: 'Strike it through again',
      reference: 'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-s-element',
      cases: { text: { when: 'it has no price', severity: 'moderate' } },
    },
    hidden: {
      severity: 'minor',
      penalty: { of: share, factor: REACHABLE_FACTOR, min: MIN_PENALTY / 5 },
      measures: `Whether more than ${100 * MAX_HIDDEN_WORDS} % of a visible text, rare words counting more, is in an element now that is hidden at first.`,
      why: 'Few visitors open what they do not see, and what nothing opens is lost to them.',
      fix: 'Show it, or see that a visible control opens it',
      cases: {
        unreachable: {
          when: `it is main content of ${MIN_SENTENCE} words or more, and no new control would open it`,
          severity: 'moderate',
          penalty: { of: share, factor: 0.5, min: MIN_PENALTY / 5 },
        },
        footer: {
          when: 'it stood in the footer, of which the new page shows nothing and has at least half in its markup',
          severity: 'serious',
          penalty: { of: share, min: MIN_PENALTY / 5 },
        },
        'never-shown': {
          when: 'it is hidden main content that no new control would open, and the page leaves the room that it takes at 1440 px empty',
          severity: 'serious',
          penalty: { of: share, min: MIN_PENALTY },
        },
      },
    },
  },
)
