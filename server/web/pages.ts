/** The pages for people, in the order in which people meet them. */
import { assetRoutes } from './pages/assets.ts'
import { keysPage } from './pages/keys.ts'
import { landingPage } from './pages/landing.ts'
import { repositoryForms } from './pages/repositories.ts'
import { signInRoutes } from './pages/sign-in.ts'

export const PAGES = [landingPage, signInRoutes, keysPage, repositoryForms, assetRoutes]
