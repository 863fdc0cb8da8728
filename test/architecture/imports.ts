import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'vitest/node'

/** What one source file uses. Paths are relative to the project, with slashes. */
export interface Source {
  path: string
  imports: Import[]
  /** Lines of `process.env`. */
  environment: number[]
  /** Lines of calls of the global fetch. */
  fetches: number[]
  /** Constants whose names are all capitals. */
  constants: { name: string; line: number }[]
  /** Lines of severities and penalties outside of the tables that `defineRules` is given. */
  grades: number[]
}

export interface Import {
  /** A path of the project such as `server/contract.ts`, or a package such as `koa`, `@koa/router`, `node:fs`. */
  target: string
  /** Gone when the program runs. */
  typeOnly: boolean
  line: number
}

/** The paths of all sources in the folders, but for fixtures. */
export function sourcePaths(root: string, folders: readonly string[]): string[] {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(path => /\.(ts|mjs)$/.test(path) && !/\/(fixtures|assets|dist)\//.test(path)),
  )
}

export function readSource(path: string, code: string): Source {
  const source: Source = { path, imports: [], environment: [], fetches: [], constants: [], grades: [] }
  const lineOf = (node: Node) => code.slice(0, node.start).split('\n').length
  const program = parseAst(code, { lang: path.endsWith('.ts') ? 'ts' : 'js' }) as unknown as Node
  const table = code.indexOf('defineRules(')
  // What rows of the table have in common stands before it.
  for (const statement of program.body as Node[])
    if (statement.type !== 'VariableDeclaration' || statement.start > table || holds(statement, isChoice))
      visit(statement, node => isGrade(node) && source.grades.push(lineOf(node)), isTableOrType)
  visit(program, node => {
    const from = node.source as Node | undefined
    if (IMPORTING.has(node.type) && typeof from?.value === 'string')
      source.imports.push({
        target: targetOf(path, from.value),
        typeOnly: isTypeOnly(node),
        line: lineOf(node),
      })
    if (
      node.type === 'VariableDeclarator' &&
      isNode(node.id) &&
      /^[A-Z][A-Z\d_]*$/.test(String(node.id.name))
    )
      source.constants.push({ name: String(node.id.name), line: lineOf(node) })
    if (isProcessEnv(node)) source.environment.push(lineOf(node))
    if (node.type === 'CallExpression' && isNamed(node.callee, 'fetch')) source.fetches.push(lineOf(node))
  })
  return source
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

const IMPORTING = new Set([
  ...[
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ],
])

function visit(node: Node, see: (node: Node) => unknown, skips = (_: Node) => false): void {
  if (skips(node)) return
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see, skips)
}

const SEVERITY = /^(critical|serious|moderate|minor)$/

/** A severity as a value, or a number that makes a penalty. */
function isGrade(node: Node): boolean {
  if (node.type === 'Literal') return SEVERITY.test(String(node.value))
  if (node.type === 'TemplateElement') return SEVERITY.test(String((node.value as { raw: string }).raw))
  if (node.type === 'Property' && isNamed(node.key, 'penalty'))
    return (isNode(node.value) && node.value.type === 'Literal') || holds(node.value, isNumber)
  if (node.type !== 'AssignmentExpression' || !isNode(node.left)) return false
  return isNamed(node.left.property, 'penalty') && holds(node.right, isNumber)
}

/** 0 and 1 bound what is added up elsewhere. */
const isNumber = (node: Node) =>
  node.type === 'Literal' && typeof node.value === 'number' && node.value !== 0 && node.value !== 1
/** What chooses: rows, and what makes rows of names and numbers, do not. */
const isChoice = (node: Node) => /^(BlockStatement|ConditionalExpression|LogicalExpression)$/.test(node.type)

function holds(node: unknown, test: (node: Node) => boolean): boolean {
  let found = false
  if (isNode(node)) visit(node, one => (found ||= test(one)))
  return found
}

const isTableOrType = (node: Node): boolean =>
  node.type.startsWith('TSLiteral') || (node.type === 'CallExpression' && isNamed(node.callee, 'defineRules'))

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** `import { type A }` keeps the import under verbatimModuleSyntax, so it is none of types only. */
const isTypeOnly = (node: Node): boolean =>
  node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'

function targetOf(path: string, name: string): string {
  if (name.startsWith('.')) return relative('/', join('/', dirname(path), name)).replaceAll('\\', '/')
  const depth = name.startsWith('@') ? 2 : 1
  return name.startsWith('node:') ? name : name.split('/').slice(0, depth).join('/')
}

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) &&
  (node.type === 'Identifier' || node.type === 'Literal') &&
  (node.name ?? node.value) === name

/** `process.env`, `process['env']`, `const { env } = process`, and anything from `node:process`. */
function isProcessEnv(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return isNamed(node.object, 'process') && isNamed(node.property, 'env')
  if (node.type === 'VariableDeclarator') return isNamed(node.init, 'process')
  return node.type === 'ImportDeclaration' && isNode(node.source) && node.source.value === 'node:process'
}
