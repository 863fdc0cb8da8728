/** The pages for people, in the order in which people meet them. */
import { acceptanceForms } from './acceptances.ts'
import { assetRoutes } from './assets.ts'
import { docsPages } from './docs.ts'
import { historyPage } from './history/index.ts'
import { homePage } from './home/index.ts'
import { keysPage } from './keys/index.ts'
import { landingPage } from './landing.ts'
import { problemPages } from './problems.ts'
import { reportPage } from './report.ts'
import { repositoryForms } from './repositories.ts'
import { signInRoutes } from './sign-in.ts'

export const PAGES = [
  landingPage,
  signInRoutes,
  homePage,
  historyPage,
  acceptanceForms,
  keysPage,
  repositoryForms,
  reportPage,
  docsPages,
  problemPages,
  assetRoutes,
]
