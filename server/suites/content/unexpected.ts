import { defineRules } from '../core/rules.ts'
import type { Check } from '../core/suite.ts'
import { compare, type Needed } from './comparison/index.ts'
import { FIXES, leftoversOfPage } from './leftover-findings.ts'
import type { LeftoverKind } from './leftovers.ts'

const leftover = (kind: LeftoverKind, measures: string) =>
  ({
    severity: 'serious',
    penalty: 0.1,
    measures,
    fix: FIXES[kind],
    cases: { hidden: { when: 'it stands in a hidden element', severity: 'minor', penalty: 0.02 } },
  }) as const

const rules = defineRules(
  'content/unexpected',
  {
    why: 'Text that was never meant to be published tells a visitor that the page is broken or unfinished.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    'filler-text': leftover(
      'filler text',
      'Whether a text is filler: Latin dummy text, an instruction of a theme, or a note such as TODO.',
    ),
    'missing-value': leftover(
      'missing value',
      'Whether a text has undefined, null, NaN, [object Object] or Invalid Date in the place of a value.',
    ),
    'template-leftover': leftover(
      'template leftover',
      'Whether a text has marks of a template language, or markup that was escaped twice.',
    ),
    'untranslated-key': leftover(
      'untranslated key',
      'Whether a text is the key of a translation, such as home.hero.title.',
    ),
    'program-error': leftover('program error', 'Whether a text is the message of a program that failed.'),
  },
)

/** Text on the rebuilt page that only a program would write. */
export const unexpected: Check<Needed> = {
  id: 'content/unexpected',
  title: 'No placeholder, template or error text',
  weight: 10,
  rules,
  judge: pair =>
    leftoversOfPage(compare(pair), kind => kind !== 'broken encoding').map(({ kind, name, ...found }) =>
      rules.report(kind.replace(' ', '-') as 'filler-text', { ...found, key: `${rules.check}:${name}` }),
    ),
}
