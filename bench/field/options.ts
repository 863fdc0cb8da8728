import { parseArgs } from 'node:util'

export interface Options {
  /** Folder of bare git directories, each below `owner+name/`. */
  mirrors: string
  /** Where captures are kept. */
  captures: string
  /** Takes no captures: judges what is there. */
  judgeOnly: boolean
  /** Pairs whose name contains one of these; all of the part when empty. */
  only: string[]
  part: 'work' | 'fresh'
  /** Where a picture and a list of issues of each pair goes. */
  pictures?: string
  /** What `npm run bench -- verdicts` wrote, for the defects that each rule finds. */
  verdicts: string
}

const USAGE =
  'npm run bench -- field --mirrors DIR [--captures DIR] [--judge-only] [--only TEXT …] [--part work|fresh] [--pictures DIR] [--verdicts FILE]'

/** Throws on what it does not know. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      mirrors: { type: 'string' },
      captures: { type: 'string', default: '.data/bench/field' },
      'judge-only': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      part: { type: 'string', default: 'work' },
      pictures: { type: 'string' },
      verdicts: { type: 'string', default: '.data/bench/verdicts/verdicts.json' },
    },
  })
  const { mirrors = '', captures, only, part, pictures, verdicts } = values
  const judgeOnly = values['judge-only']
  if (!mirrors && !judgeOnly) throw new Error(`no mirrors to take pages from: ${USAGE}`)
  if (part !== 'work' && part !== 'fresh')
    throw new Error(`--part ${part} is neither work nor fresh: ${USAGE}`)
  return { mirrors, captures, judgeOnly, only, part, pictures, verdicts }
}
