import { edited } from '../../core/made-anew.ts'
import { defineRules } from '../../core/rules.ts'
import { FACT_PENALTY, MIN_FACT_PENALTY, REACHABLE_FACTOR } from '../grading.ts'
import { otherwiseKept } from '../text/otherwise-kept.ts'
import { MIN_FIGURES } from './empty-rows.ts'

const scaled = (factor: number) => ({ ...FACT_PENALTY, factor, min: factor * MIN_FACT_PENALTY })
const moderate = { severity: 'moderate', penalty: scaled(0.25) } as const
const grave = { severity: 'serious', penalty: FACT_PENALTY } as const

export const rules = defineRules(
  'content/facts',
  {
    why: 'A price, number or date that is wrong or gone misleads a visitor, and an owner may be held to it.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    missing: {
      ...moderate,
      measures:
        'Whether each price, percentage, quantity, number, date, time, telephone number, address and code is stated as often as before; typography, and what tells of the making of the page, apart.',
      fix: 'State it again',
      cases: {
        missed: {
          ...grave,
          when: 'it is a price, telephone number, e-mail address or address, and no number of a fax, unless no link called or wrote to it and a page to which the navigation or a call to action of the new page leads says it; or the hours of a day, where a list of hours has lost this row of several',
        },
        row: {
          ...grave,
          when: `it is one of ${MIN_FIGURES} figures or more in a row, of which all are gone and the words beside them are left`,
        },
        slight: {
          when: 'the page still states it elsewhere, and it is a number or a code without a unit, a telephone number or an e-mail address; or a link leads to this telephone or mailbox; or its number stands where it stood, without the sign of its currency or unit',
          severity: 'minor',
          penalty: scaled(REACHABLE_FACTOR),
        },
      },
    },
    changed: {
      ...moderate,
      measures: 'Whether another value stands in the same text, or behind the same words.',
      fix: 'State the value of the original',
      cases: {
        wrong: {
          ...grave,
          when: `it is a telephone number, e-mail address or address, and no number of a fax, or other hours of the same days, or has changed places with another one; or a price or another value, unless ${edited.when} and it is not the only price that is another one in an otherwise equal text; but no sample of code, nor what may count releases, sections or what grows: a number without a unit or a code of fewer than 9 digits, a rating, or one such as “60+” that the page still states, other than a year or a rating in an otherwise equal text, where ${otherwiseKept}`,
        },
      },
    },
    added: {
      severity: 'moderate',
      penalty: MIN_FACT_PENALTY,
      measures:
        'Whether the page states a telephone number or an e-mail address that neither the original nor a page to which its navigation or calls to action lead does.',
      why: 'Visitors write and call to what the page states: a placeholder, or the address of who built it, is nobody they want.',
      fix: 'State the contact details of the original',
    },
    invented: {
      severity: 'moderate',
      penalty: 2 * MIN_FACT_PENALTY,
      measures:
        'Whether the page states opening hours of several days, or a price, where the original states none at all, nor does a page to which its navigation or calls to action lead.',
      why: 'Who builds a page does not know when a shop is open or what it charges: visitors come at these hours and expect these prices.',
      fix: 'Take them away, or have them confirmed by the owner of the page',
    },
    claimed: {
      severity: 'moderate',
      penalty: { of: 'its share of all such claims', factor: 2 * MIN_FACT_PENALTY },
      measures:
        'Whether words that only the new page has make a claim that the original makes nowhere, nor such a page of it, nor anything of its kind: years of experience, counts of customers, percentages, ratings, a further price, a quotation with a name, an award, a certificate, a guarantee, what food is free of.',
      why: 'Who builds a page does not know what its owner can answer for: a claim that is made up misleads visitors, and the law holds the owner to it.',
      fix: 'Have it confirmed by the owner of the page, or take it away',
      reference: 'https://eur-lex.europa.eu/eli/dir/2005/29/oj',
    },
    hidden: {
      ...moderate,
      measures: 'Whether what was visible is stated only in hidden elements.',
      fix: 'Show it, or see that a visible control opens it',
      cases: {
        reachable: {
          when: 'a press showed it or a new control may open it, or another hidden one is shown instead',
          severity: 'minor',
          // Without the least of each: one accordion may fold a hundred of them.
          penalty: { ...scaled(REACHABLE_FACTOR), min: 0 },
        },
      },
    },
  },
)
