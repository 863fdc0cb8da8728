import { readIndex } from '../jobs/artifact-index.ts'
import type { ListedArtifact } from '../storage/artifacts.ts'
import type { Api } from './context.ts'

/** What is shown of a job: of what its result names, what is still in the store. Nothing of a job without a result. */
export async function shownArtifacts(
  { artifacts, queue }: Pick<Api, 'artifacts' | 'queue'>,
  id: string,
  attempt: number | null,
): Promise<ListedArtifact[]> {
  if (attempt === null) return []
  const [isOurs, listed] = await Promise.all([readIndex(queue, id), artifacts.list(id, attempt)])
  return listed.filter(({ name }) => isOurs(name))
}
