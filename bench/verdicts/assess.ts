/** What one scorecard means: a defect caught or missed, a harmless change punished or not. Pure. */
import type { Issue, IssueMember, Scorecard, SuiteName } from '../../server/contract.ts'
import type { Case } from './plan.ts'

export interface SuiteCell {
  suite: SuiteName
  score: number
  pass: boolean
  /** Introduced above minor, gravest first. */
  loud: Issue[]
}

export interface Assessment {
  page: string
  row: string
  kind: Case['mutation']['kind']
  /** The suite that has to speak; none for a harmless change. */
  suite?: SuiteName
  /** Those that may speak as well. */
  also?: readonly SuiteName[]
  suites: SuiteCell[]
  /** For defects: the rule that speaks of it, whether it is found as it has to be, and the issue that shows it or stands in its place. */
  rule?: string
  caught?: boolean
  because?: string
  /** Suites that failed though the cause is not theirs. */
  wrong: SuiteName[]
  /** For harmless changes: suites that failed or raised something above minor. */
  alarms: SuiteName[]
}

/** The right issue has to be among this many introduced ones of its suite. */
const FIRST = 3

export function assess(
  of: Pick<Case, 'page' | 'row' | 'mutation' | 'places' | 'lighthouse'>,
  card: Scorecard,
): Assessment {
  const { kind, suite } = of.mutation
  const judged = card.suites.filter(({ suite }) => suite !== 'perf' || of.lighthouse !== null)
  const suites = judged.map(result => ({
    suite: result.suite,
    score: result.score,
    pass: result.pass,
    loud: introduced(result.issues).filter(issue => issue.severity !== 'minor'),
  }))
  const shared = { page: of.page, row: of.row, kind, suites }
  const failed = suites.filter(({ pass }) => !pass).map(({ suite }) => suite)
  if (kind === 'silent') {
    const alarms = suites.filter(({ pass, loud }) => !pass || loud.length > 0).map(({ suite }) => suite)
    return { ...shared, wrong: [], alarms }
  }
  const own = judged.find(result => result.suite === suite)
  const first = introduced(own?.issues ?? []).slice(0, FIRST)
  const right = first.find(issue => isRight(issue, of))
  return {
    ...shared,
    suite,
    also: of.mutation.also,
    rule: right?.rule,
    caught: !!right && (kind === 'must-raise' || !own!.pass),
    because: because(suite, own, first, right),
    wrong: failed.filter(name => name !== suite && !of.mutation.also?.includes(name)),
    alarms: [],
  }
}

const introduced = (issues: readonly Issue[]) => issues.filter(({ status }) => status === 'introduced')

/** About the right thing, and at the right place where the mutation named one. */
function isRight(issue: Issue, of: Pick<Case, 'mutation' | 'places'>): boolean {
  return (issue.members ?? [issue]).some(member => isAbout(member, issue.evidence, of))
}

function isAbout(
  { key, message, fix, original, rebuilt }: IssueMember,
  evidence: Issue['evidence'],
  { mutation, places }: Pick<Case, 'mutation' | 'places'>,
): boolean {
  if (mutation.about && !mutation.about.test(key) && !mutation.about.test(message)) return false
  if (!places.length) return true
  const said = letters(JSON.stringify([key, message, fix, original, rebuilt, evidence]))
  return places.some(place => said.includes(letters(place).slice(0, PLACE)))
}

/** Issues quote beginnings. */
const PLACE = 18
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\[nrt]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

function because(
  suite: SuiteName | undefined,
  own: Scorecard['suites'][number] | undefined,
  first: Issue[],
  right: Issue | undefined,
): string {
  if (!own) return `${suite} was not judged`
  const told = right ?? first[0]
  const issue = told ? `[${told.severity}] ${told.key}: ${told.message}` : 'no issue'
  const kind = own.inconclusive ? ' is inconclusive' : own.pass ? ' passes' : ' fails'
  return `${own.suite} ${own.score}${kind}: ${right || !told ? '' : 'another issue: '}${issue}`
}
