/**
 * `npm run build`: everything that the Action needs as one file, dist/index.js, because GitHub runs it from the
 * repository as it is, without installing anything. The same sources give the same bytes on every machine.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const LEFT_OUT = './action/left-out.ts'

/**
 * An `import` of Node's `http` reads all its exports, WebSocket among them, which loads the whole of Node's `fetch`: half
 * of the start. A `require` does not.
 */
const requireHttp: Plugin = {
  name: 'require-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : { path, external: true },
    )
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

await rm(DIST, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ['action/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Names stay, so that a stack can be read; white space and comments go.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  charset: 'utf8',
  alias: { undici: LEFT_OUT, '@octokit/plugin-rest-endpoint-methods': LEFT_OUT },
  plugins: [requireHttp],
  // Where the packages are linked to from another checkout, the bundle is the same.
  preserveSymlinks: true,
  metafile: true,
  logLevel: 'warning',
  // Some of the packages are CommonJS and ask for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
  },
})
const packages = [...new Set(Object.keys(metafile.inputs).flatMap(packageOf))].sort()
await writeFile(join(DIST, 'licenses.txt'), (await Promise.all(packages.map(notice))).join('\n'))
console.log(`dist/index.js: ${metafile.outputs['dist/index.js']!.bytes} bytes, ${packages.length} packages`)

/** `node_modules/@actions/core` of `node_modules/@actions/core/lib/core.js`. */
function packageOf(path: string): string[] {
  const [, folder] = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  return folder ? [folder] : []
}

/** The licences ask that their text goes with every copy. */
async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  const file = (await readdir(join(ROOT, folder))).sort().find(entry => /^licen[cs]e(\.|$)/i.test(entry))
  const path = file && join(ROOT, folder, file)
  const text = path && existsSync(path) ? await readFile(path, 'utf8') : `License: ${license}`
  return `${name} ${version}\n\n${text.replaceAll('\r\n', '\n').trim()}\n\n${'-'.repeat(80)}\n`
}
