const PREFIX = /^\/([a-z]{2})(?:-[a-z]{2})?(?=[/?#]|$)/
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/**
 * The prefix of a market that an address begins with: `/en-ca` of `/en-ca/products/x`, else nothing. Where nothing
 * follows it must be a language: `/tv` and `/us` are pages like others, `/fr` is the home page in French.
 */
export function localePrefix(path: string): string {
  const [prefix = '', language = ''] = PREFIX.exec(path) ?? []
  const alone = /^\/?(?:[?#]|$)/.test(path.slice(prefix.length))
  return alone && !LANGUAGES.of(language || 'en') ? '' : prefix
}
