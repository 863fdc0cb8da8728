/** Source in which every condition asks `__condition(id, value)`: its outcome can be seen, and forced. */
import MagicString from 'magic-string'
import { parseAst } from 'rolldown/parseAst'

export interface Condition {
  /** Path below the project's folder, and the line. */
  file: string
  line: number
  /** Name of the function that it stands in. */
  within: string
  text: string
}

/** A node of the syntax tree (ESTree with TypeScript), as far as it is read here. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  init?: SyntaxNode | null
  test?: SyntaxNode
  left?: SyntaxNode
  right?: SyntaxNode
  argument?: SyntaxNode
  operator?: string
}

const MAX_TEXT = 160
/** Types that hold an expression; whatever else is called TS… does not run. */
const AROUND_EXPRESSIONS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])
const isNode = (value: unknown): value is SyntaxNode =>
  typeof (value as SyntaxNode | null)?.type === 'string' && typeof (value as SyntaxNode).start === 'number'

/**
 * What `if`, `?:`, `&&` and `||` ask, each operand by itself, without its `!`. The ids go on from `first`, in the order of the list.
 * Throws on what cannot be parsed.
 */
export function withConditions(source: string, file: string, first: number) {
  const conditions: Condition[] = []
  const code = new MagicString(source)
  const seen = new Set<SyntaxNode>()
  visit(parseAst(source, { lang: 'ts', sourceType: 'module' }) as unknown as SyntaxNode, 'module')
  return { code: code.toString(), conditions }

  function visit(node: SyntaxNode, within: string): void {
    if (node.type.startsWith('TS') && !AROUND_EXPRESSIONS.has(node.type)) return
    const isNamed = node.type === 'FunctionDeclaration' || node.init?.type === 'ArrowFunctionExpression'
    const name = (isNamed && node.id?.name) || within
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') ask(node.test!, name)
    if (node.type === 'LogicalExpression' && node.operator !== '??') ask(node, name)
    for (const value of Object.values(node).flat()) if (isNode(value)) visit(value, name)
  }

  function ask(node: SyntaxNode, within: string): void {
    if (seen.has(node)) return
    seen.add(node)
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      for (const side of [node.left!, node.right!]) ask(side, within)
    else if (node.type === 'UnaryExpression' && node.operator === '!') ask(node.argument!, within)
    else {
      code.appendLeft(node.start, `globalThis.__condition(${first + conditions.length}, `)
      code.prependRight(node.end, ')')
      conditions.push({
        file,
        line: source.slice(0, node.start).split('\n').length,
        within,
        text: source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, MAX_TEXT),
      })
    }
  }
}
