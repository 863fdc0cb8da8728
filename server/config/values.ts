/** Values of settings that are more than a word or a number. Each message completes "it must be …". */
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

export const whole = (min: number, max: number) =>
  z
    .string()
    .transform(text => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
    .refine(number => number >= min && number <= max, `a whole number from ${min} to ${max}`)

export const flag = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform(text => text === 'true' || text === '1')

export const address = (protocols: readonly string[], example: string) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `an address such as ${example}`,
    abort: true,
  })

/** http(s), with a path at most. */
export const httpAddress = (example: string) =>
  address(['http:', 'https:'], example).refine(text => {
    const url = new URL(text)
    return !/[?#]/.test(text) && !url.username && !url.password
  }, `an address such as ${example}, without user name, ? and #`)

/** Of a browser's DevTools: http(s), with a token in its path or query at most. */
export const devtoolsAddress = address(['http:', 'https:'], 'http://10.0.0.7:9222').refine(text => {
  const { username, password, hash } = new URL(text)
  return !username && !password && !hash
}, 'an address such as http://10.0.0.7:9222, without user name and #')

/** As a client sends it in a header. */
export const token = z
  .string()
  .regex(
    /^[\w.~+/=-]{16,200}$/,
    '16 to 200 letters, digits and . _ ~ + / = -; openssl rand -hex 32 makes one',
  )

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

export const bucketName = z
  .string()
  .regex(BUCKET, 'a bucket name of 3 to 63 small letters, digits, dots and hyphens')

/** `s3://bucket` or `s3://bucket/prefix`; the prefix of what it gives is empty or ends with a slash. */
export const bucketAddress = z.string().transform((text, context) => {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)((?:\/[\w.-]{1,100}){0,8})\/?$/.exec(text) ?? []
  if (BUCKET.test(bucket)) return { bucket, prefix: path ? `${path.slice(1)}/` : '' }
  context.addIssue({ code: 'custom', message: 'an address such as s3://bucket or s3://bucket/folder' })
  return z.NEVER
})

/** 32 bytes, as base64 or as 64 hex digits. */
export const secretKey = z.string().transform((text, context) => {
  const key = keyOf(text)
  if (key) return key
  context.addIssue({
    code: 'custom',
    message: '32 bytes as base64 or 64 hex digits; openssl rand -hex 32 makes one',
  })
  return z.NEVER
})

/** Several, with commas or spaces between them. */
export const secretKeyList = z.string().transform((text, context) => {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(keyOf)
  if (keys.every(key => key !== undefined)) return keys
  context.addIssue({ code: 'custom', message: 'a list of keys, each 32 bytes as base64 or 64 hex digits' })
  return z.NEVER
})

function keyOf(text: string): Buffer | undefined {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  return key.length === 32 && /^(?:[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i.test(text) ? key : undefined
}

/** `host:port, host:port` in canonical form. No wildcards: each entry opens exactly one door. */
export const hostList = z.string().transform((text, context) => {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(canonicalHost)
  if (entries.every(entry => entry !== undefined)) return [...new Set(entries)]
  context.addIssue({
    code: 'custom',
    message: 'a list of exact host:port pairs such as localhost:8080, [::1]:8080, staging.example.com:443',
  })
  return z.NEVER
})

function canonicalHost(entry: string): string | undefined {
  const [, host = '', port = ''] = /^([^\s/@?#*]+):(\d{1,5})$/.exec(entry) ?? []
  if (!URL.canParse(`http://${host}/`) || Number(port) < 1 || Number(port) > 65535) return
  const url = new URL(`http://${host}/`)
  return url.port || url.pathname !== '/' ? undefined : `${url.hostname}:${Number(port)}`
}

/** Whether an entry of `hostList` names this machine or a private network. */
export function isPrivateHost(entry: string): boolean {
  const host = entry.replace(/:\d+$/, '').replace(/^\[|\]$|\.$/g, '')
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa|test)$/.test(host)
}

/** An IPv4 address that is of no public network, with a port. */
export const privateAddress = z.string().transform((text, context) => {
  const [, host = '', port = ''] = /^([\d.]+):(\d{1,5})$/.exec(text) ?? []
  const range = ipaddr.IPv4.isValidFourPartDecimal(host) ? ipaddr.IPv4.parse(host).range() : 'none'
  if (['private', 'loopback', 'linkLocal', 'carrierGradeNat'].includes(range) && +port > 0 && +port < 65_536)
    return Object.freeze({ host, port: Number(port) })
  context.addIssue({
    code: 'custom',
    message: 'an address of a private network with a port, such as 10.0.0.5:3128',
  })
  return z.NEVER
})

const NAMED_PROXIES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Addresses, CIDR ranges, and the words `loopback` and `private`. */
export const proxyList = z.string().transform((text, context) => {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap(entry => NAMED_PROXIES[entry] ?? [entry])
  if (entries.every(entry => ipaddr.isValidCIDR(entry) || (ipaddr.isValid(entry) && /[.:]/.test(entry))))
    return entries
  context.addIssue({
    code: 'custom',
    message: 'a list of addresses and ranges such as 10.0.0.0/8, 192.0.2.7, loopback, private',
  })
  return z.NEVER
})

/** This machine itself, as URLs write it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** `example.com, example.org`, in small letters; for IDNs in the form that DNS has. */
export const domainList = z.string().transform((text, context) => {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (
    domains.every(domain =>
      /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(domain),
    )
  )
    return [...new Set(domains)]
  context.addIssue({ code: 'custom', message: 'a list of domains such as example.com, example.org' })
  return z.NEVER
})

export const share = z
  .string()
  .transform(text => (/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN))
  .refine(number => number >= 0, 'a number from 0 to 1')

/** `name=value,name=value` as W3C Baggage writes it: values percent-encoded, without control characters. */
export const pairList = z.string().transform((text, context) => {
  const pairs = text
    .split(',')
    .filter(entry => entry.trim())
    .map(pairOf)
  if (pairs.every(pair => pair !== undefined)) return Object.fromEntries(pairs)
  context.addIssue({ code: 'custom', message: 'a list such as name=value,other=value with encoded values' })
  return z.NEVER
})

function pairOf(entry: string): [string, string] | undefined {
  const [, name = '', encoded = ''] = /^\s*([\w!#$%&'*+.^`|~-]{1,200})\s*=([^;]*)$/.exec(entry) ?? []
  try {
    const value = decodeURIComponent(encoded.trim())
    return name && /^[\x20-\x7e\x80-\xff]{0,2000}$/.test(value) ? [name, value] : undefined
  } catch {
    return
  }
}
