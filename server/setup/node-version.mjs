import { SetupError } from './say.mjs'

/** npm puts Node 24 itself into node_modules; the Node that is there already only has to run npm and this set-up. */
export function ensureNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) < 20)
    throw new SetupError(
      `this is Node ${version}; Node 20 or newer is needed to begin: https://nodejs.org/en/download`,
    )
}
