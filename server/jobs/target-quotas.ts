import type { Limits } from '../config/limits.ts'
import type { Submission } from '../contract.ts'
import type { Quota } from './quota.ts'

const WINDOW = 60

/**
 * The quotas of the hosts that a submission names. The account's own come first: who has used up his part takes nothing
 * of what all have together. Hosts are in one order for everybody, since their rows are locked one after the other.
 */
export function targetQuotas(
  { target }: Limits,
  accountId: string,
  { original_url, new_url }: Pick<Submission, 'original_url' | 'new_url'>,
): Quota[] {
  const names = [original_url, new_url].map(url => new URL(url).hostname.replace(/\.$/, ''))
  const hosts = [...new Set(names)].sort()
  const quotas = (policy: string, prefix: string, amount: number) =>
    hosts.map(host => ({ policy, key: `${prefix} ${host}`, amount, window: WINDOW }))
  return [
    ...quotas('own-target', `target ${accountId}`, target.accountSubmissionsPerMinute),
    ...quotas('target', 'target', target.submissionsPerMinute),
  ]
}
