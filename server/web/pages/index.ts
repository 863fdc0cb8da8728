/** The pages for people, in the order in which people meet them. */
import { assetRoutes } from './assets.ts'
import { docsPages } from './docs.ts'
import { keysPage } from './keys/index.ts'
import { landingPage } from './landing.ts'
import { problemPages } from './problems.ts'
import { repositoryForms } from './repositories.ts'
import { signInRoutes } from './sign-in.ts'

export const PAGES = [
  landingPage,
  signInRoutes,
  keysPage,
  repositoryForms,
  docsPages,
  problemPages,
  assetRoutes,
]
