import type { Capture } from '../capture/artifact.ts'
import type { Landings } from './products/index.ts'

/** Where paths of the original end on the new host, of those that end on a page; none where that was not asked. */
export function landingsOf({ artifacts: { urls } }: Pick<Capture, 'artifacts'>): Landings {
  // Captures of a time before stores were looked at have no such artifact.
  if (!urls?.ok) return new Map()
  const { traces, pages } = urls.value
  return new Map(
    urls.value.urls.flatMap(({ path }, index) => {
      const { page } = traces[index]!
      const landed = page === undefined ? undefined : pages[page]
      if (landed?.status !== 200) return []
      const { pathname, search } = new URL(landed.url)
      return [[path, pathname + search] as const]
    }),
  )
}
