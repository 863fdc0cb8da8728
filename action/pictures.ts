/** What an issue looks like on both pages: crops of the screenshots where everybody can see them, or else their texts. */
import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'
import type { ReadIssue } from './answers.ts'
import type { Server } from './client/ask.ts'
import type { Inputs } from './inputs/index.ts'
import { gravest } from './issues.ts'
import { code } from './markdown.ts'
import type { PageJob } from './wait.ts'

/** Addresses of the crops of an issue. */
export interface Pictures {
  original?: string
  rebuilt?: string
}

/** Issues whose pictures are looked for: those that a comment begins with. */
const MAX_ISSUES = 3
/** For all of them: they are worth no more. */
const ANSWER_MS = 10_000

/**
 * The pictures that a reader's browser will get: GitHub fetches them without a key, from anywhere. None of a job with
 * secrets, which the server shows to its account alone. Never throws.
 */
export async function picturesOf(
  pages: readonly PageJob[],
  { options }: Pick<Inputs, 'options'>,
  server: Server,
  isPublic = isPublicServer,
): Promise<Map<ReadIssue, Pictures>> {
  const found = new Map<ReadIssue, Pictures>()
  if (options.original_headers || options.new_headers || options.storefront_password) return found
  const wanted = gravest(pages)
    .slice(0, MAX_ISSUES)
    .flatMap(({ page: { id }, issue }) =>
      (issue.evidence ?? []).flatMap(name => {
        const [, side] = /^evidence\/\d{1,4}-(original|rebuilt)\.webp$/.exec(name) ?? []
        const path = `jobs/${encodeURIComponent(id ?? '')}/artifacts/${name}`
        return side === 'original' || side === 'rebuilt' ? [{ issue, side, path }] : []
      }),
    )
  if (wanted.length === 0 || !(await isPublic(server.address))) return found
  const shown = wanted.map(async ({ issue, side, path }) => {
    const { status, type } = await server.ask('HEAD', path, { accept: 'image/*' })
    if (status === 200 && type.startsWith('image/'))
      found.set(issue, { ...found.get(issue), [side]: `${server.address}/api/v1/${path}` })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ANSWER_MS)
  })
  await Promise.race([Promise.allSettled(shown), late]).finally(() => clearTimeout(timer))
  // What is answered later must not change a comment that is being written.
  return new Map(found)
}

/** Addresses that nobody reaches from elsewhere. */
const PRIVATE = new BlockList()
for (const [net, bits, family] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  PRIVATE.addSubnet(net, bits, family)

/** Whether the server at `address` can be reached from anywhere, and by https, without which GitHub shows no picture. */
export async function isPublicServer(address: string, resolve = lookupAll): Promise<boolean> {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return false
  const found = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => [])
  return (
    found.length > 0 &&
    found.every(({ address: ip, family }) => !PRIVATE.check(ip, family === 6 ? 'ipv6' : 'ipv4'))
  )
}

const lookupAll = (hostname: string) => lookup(hostname, { all: true })

/** px. Two causes and their pictures are seen without scrolling; a click opens them in full. */
const WIDTH = 200

/** Of an address, in an attribute. */
const escaped = (href: string) => href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** What stands below an issue in a list, as lines of it; empty where there is nothing to see. Pure. */
export function beforeAndAfter({ message, original, rebuilt }: ReadIssue, pictures?: Pictures): string {
  if (pictures) {
    const picture = (words: string, address?: string) =>
      address ? `<img alt="${words}" width="${WIDTH}" src="${escaped(new URL(address).href)}">` : '–'
    return [
      '',
      '  | Original | New page |',
      '  | :-- | :-- |',
      `  | ${picture('The original', pictures.original)} | ${picture('The new page', pictures.rebuilt)} |`,
    ].join('\n')
  }
  const texts = [original?.text, rebuilt?.text]
  if (texts[0] === texts[1]) return ''
  // Most sentences quote what stands there.
  if (texts.every(text => !text || message.includes(text))) return ''
  const [before, after] = texts.map(text => (text?.trim() ? code(text, 120) : '–'))
  return `  **Original:** ${before} · **New page:** ${after}`
}
