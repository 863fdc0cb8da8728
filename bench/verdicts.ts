/**
 * The verdict benchmark: each defect and each harmless change, one at a time, on a real page. A defect is caught only
 * if the suite that owns it fails; a harmless change may fail no suite and introduce nothing above minor.
 */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Scorecard } from '../server/contract.ts'
import { defects } from '../test/mutations/defects.ts'
import { harmless } from '../test/mutations/harmless.ts'
import type { Mutation } from '../test/mutations/page.ts'
import { judgeOf } from '../test/verdicts.ts'

const resolve = createRequire(import.meta.url).resolve
const PAGES: Record<string, () => string> = {
  agency: () => dirname(resolve('startbootstrap-agency/dist/index.html')),
  sample: () => dirname(resolve('../sample/original/index.html')),
}

export async function run([page = 'agency', only = '']: string[]): Promise<void> {
  const judge = await judgeOf(PAGES[page]!())
  const identity = await judge.verdict(null)
  console.log(`identity: ${summary(identity!)}`)
  let [caught, missed, alarms, wrong] = [0, 0, 0, 0]
  for (const mutation of [...defects, ...harmless]) {
    if (only && !mutation.name.includes(only)) continue
    const card = await judge.verdict(mutation, { lighthouse: mutation.suite === 'perf' })
    if (!card) {
      console.log(`  -    ${mutation.name}: does not apply`)
      continue
    }
    const { ok, note, others } = assess(mutation, card)
    if (mutation.kind === 'silent') alarms += ok ? 0 : 1
    else ok ? caught++ : missed++
    wrong += others.length
    console.log(
      `${ok ? '  ok  ' : '  BAD '} ${mutation.name}: ${note}${others.length ? `; also failed: ${others.join(', ')}` : ''}`,
    )
  }
  console.log(`defects caught ${caught}, missed ${missed}; false alarms ${alarms}; wrong suites ${wrong}`)
  await judge.close()
}

function assess(mutation: Mutation, card: Scorecard) {
  const measured = card.suites.filter(suite => suite.suite !== 'perf' || mutation.suite === 'perf')
  const failed = measured.filter(suite => !suite.pass).map(suite => suite.suite)
  const raised = measured.flatMap(suite => suite.issues).filter(issue => issue.status === 'introduced')
  if (mutation.kind === 'silent') {
    const loud = raised.filter(issue => issue.severity !== 'minor')
    const note = loud
      .slice(0, 3)
      .map(issue => `[${issue.severity}] ${issue.key}: ${issue.message}`)
      .join(' | ')
    return { ok: failed.length === 0 && loud.length === 0, note: note || 'silent', others: failed }
  }
  const own = card.suites.find(suite => suite.suite === mutation.suite)
  if (!own) return { ok: false, note: 'the suite is not there yet', others: failed }
  const first = own.issues.find(issue => issue.status === 'introduced')
  const named = !!first && (mutation.about?.test(first.key) || mutation.about?.test(first.message) || false)
  const ok = (mutation.kind === 'must-raise' || !own.pass) && named
  const note = `${own.suite} ${own.score}${own.pass ? ' passes' : ''}: ${first ? `[${first.severity}] ${first.key}: ${first.message}` : 'no issue'}`
  return { ok, note, others: failed.filter(suite => suite !== mutation.suite) }
}

const summary = (card: Scorecard) => card.suites.map(suite => `${suite.suite} ${suite.score}`).join(', ')
