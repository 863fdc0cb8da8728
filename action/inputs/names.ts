/** Inputs of the step by the names that the server gives them: `allow-same-page` of `allow_same_page`. */
import { Submission } from '../../server/contract.ts'

export const inputName = (field: string): string => field.replaceAll('_', '-')

const FIELDS = new RegExp(
  String.raw`"(?:[^"\\]|\\.)*"|\b(?:${Object.keys(Submission.shape)
    .filter(field => field.includes('_'))
    .join('|')})\b`,
  'g',
)

/** A sentence of the server in the words of the step; what it quotes stays as it is. */
export const inStepWords = (sentence: string): string =>
  sentence.replace(FIELDS, found => (found.startsWith('"') ? found : inputName(found)))
