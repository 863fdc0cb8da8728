import { isSamePage } from './url.ts'

interface Asked {
  original_url: string
  new_url: string
  original_headers?: Record<string, string>
  new_headers?: Record<string, string>
  allow_same_page?: boolean
}

/**
 * Whether the two addresses of a submission are one, so that a page would be judged against itself and pass. Request
 * headers of their own may make two pages of one address, as previews that are chosen by a header do.
 */
export function comparesWithItself({
  original_url,
  new_url,
  original_headers = {},
  new_headers = {},
  allow_same_page,
}: Asked): boolean {
  const headers = (map: Record<string, string>) => JSON.stringify(Object.entries(map).sort())
  return (
    !allow_same_page &&
    isSamePage(original_url, new_url) &&
    headers(original_headers) === headers(new_headers)
  )
}
