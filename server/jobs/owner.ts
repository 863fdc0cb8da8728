/** Whose jobs are meant: those of an account, or of them those that workflows of one repository have submitted. */
export interface Owner {
  accountId: string
  repositoryId?: string
}

/** The condition on jobs `j`, given the parameter that holds the repository or null. */
export const OF_REPOSITORY = (parameter: string): string =>
  `(${parameter}::uuid IS NULL
    OR EXISTS (SELECT FROM api_keys k WHERE k.id = j.key_id AND k.repository_id = ${parameter}))`
