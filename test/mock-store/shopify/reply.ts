import { escaped } from '../pages.ts'

/** What is sent back. */
export interface Reply {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

export const html = (body: string, status = 200, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

export const xml = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})

const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const urlset = (urls: readonly string[]): Reply =>
  xml(`<urlset ${SITEMAP}>${urls.map(url => `<url><loc>${escaped(url)}</loc></url>`).join('')}</urlset>`)

export const sitemapIndex = (files: readonly string[]): Reply =>
  xml(
    `<sitemapindex ${SITEMAP}>${files.map(url => `<sitemap><loc>${escaped(url)}</loc></sitemap>`).join('')}</sitemapindex>`,
  )

export const text = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const redirect = (location: string, status = 302, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { location, ...headers },
  body: '',
})
