const ANYWHERE = 'http://here.invalid'

/** Where to go after the sign-in: a path of this server with its query, else `otherwise`. */
export function returnTo(text: string | undefined, otherwise: string): string {
  if (!text?.startsWith('/') || text.length > 1000 || !URL.canParse(text, ANYWHERE)) return otherwise
  const url = new URL(text, ANYWHERE)
  // "/..//elsewhere.example" is a path here, and a host where it is taken for an address.
  if (url.origin !== ANYWHERE || url.pathname.startsWith('//')) return otherwise
  return url.pathname + url.search
}
