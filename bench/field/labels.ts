/** What readers say of pairs: labels/<design>/<rebuilder>.<reader>.json, in the form that `--pictures` writes. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { Severity, SuiteName } from '../../server/contract.ts'

const Said = z.string().trim().min(1, 'is empty')
const reference = { rule: Said, place: Said, at: z.array(Said).optional() }

/** Of one issue: it holds a launch, it is real but over-graded (`severity` is the right one), or it is not real. */
const IssueLabel = z
  .strictObject({
    ...reference,
    verdict: z.enum(['block', 'lesser', 'false']),
    severity: z.enum(['moderate', 'minor']).optional(),
    /** The same text in labels of one pair: one cause made these issues. */
    cause: Said.optional(),
    reason: Said,
  })
  .refine(({ verdict, severity }) => (verdict === 'lesser') === (severity !== undefined), {
    path: ['severity'],
    error: 'goes with "lesser", and with nothing else',
  })
export type IssueLabel = z.infer<typeof IssueLabel>

/** What an owner would want to know and no issue names; `named` is the issue that names it by now. */
const Missed = z.strictObject({
  what: Said,
  suite: SuiteName,
  severity: Severity,
  reason: Said,
  named: z.strictObject(reference).optional(),
})
export type Missed = z.infer<typeof Missed>

/** Whether the issue that a failed suite began with is the one that a person names first; `rather`: those that are. */
const First = z.strictObject({
  verdict: z.enum(['right', 'wrong']),
  ...reference,
  rather: z.array(z.strictObject(reference)).optional(),
})

const Reader = z.enum(['a', 'b'])
const File = z.strictObject({
  pair: Said,
  reader: Reader,
  suites: z.partialRecord(SuiteName, z.enum(['faithful', 'regressed', 'unsure'])),
  first: z.partialRecord(SuiteName, z.unknown()).default({}),
  issues: z.array(z.unknown()),
  missed: z.array(z.unknown()).default([]),
})

export interface Labels extends Pick<z.infer<typeof File>, 'pair' | 'reader' | 'suites'> {
  first: Partial<Record<SuiteName, z.infer<typeof First>>>
  issues: IssueLabel[]
  missed: Missed[]
}

/** The labels of one file, without those that are refused, and why they are. */
export function parseLabels(json: unknown, file: string): { labels?: Labels; refused: string[] } {
  const parsed = File.safeParse(json)
  if (!parsed.success) return { refused: faultsOf(parsed.error).map(fault => `${file}: ${fault}`) }
  const { first, issues, missed, ...rest } = parsed.data
  if (file !== `${rest.pair}.${rest.reader}.json`)
    return { refused: [`${file}: holds the labels of ${rest.pair} by reader ${rest.reader}`] }
  const refused: string[] = []
  const keep = <T>(schema: z.ZodType<T>, given: unknown, name: string): T[] => {
    const one = schema.safeParse(given)
    if (one.success) return [one.data]
    refused.push(...faultsOf(one.error).map(fault => `${file}: ${name}: ${fault}`))
    return []
  }
  const labels = {
    ...rest,
    first: Object.fromEntries(
      Object.entries(first).flatMap(([suite, given]) =>
        keep(First, given, `first of ${suite}`).map(one => [suite, one]),
      ),
    ),
    issues: issues.flatMap((given, at) => keep(IssueLabel, given, nameOf(given, at))),
    missed: missed.flatMap((given, at) => keep(Missed, given, `missed ${at + 1}`)),
  }
  return { labels, refused }
}

const nameOf = (given: unknown, at: number): string => {
  const { rule, place } = (given ?? {}) as Record<string, unknown>
  return rule ? `${rule} ${place}` : `issue ${at + 1}`
}

const faultsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())

/** All labels of `folder` by the name of their pair, reader a first. What cannot be used is named in `refused`. */
export async function readLabels(folder: string, pairs: ReadonlySet<string>) {
  const files = (await readdir(folder, { recursive: true }).catch(() => []))
    .filter(file => file.endsWith('.json'))
    .toSorted()
  const byPair = new Map<string, Labels[]>()
  const refused: string[] = []
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    const read = attempt(() => parseLabels(JSON.parse(text), file), file)
    refused.push(...read.refused)
    const { labels } = read
    if (labels && pairs.has(labels.pair))
      byPair.set(labels.pair, [...(byPair.get(labels.pair) ?? []), labels])
    else if (labels) refused.push(`${file}: no pair of pairs.json is called ${labels.pair}`)
  }
  return { byPair, refused }
}

function attempt(read: () => ReturnType<typeof parseLabels>, file: string): ReturnType<typeof parseLabels> {
  try {
    return read()
  } catch (error) {
    return { refused: [`${file}: ${(error as Error).message}`] }
  }
}
