import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

// An error is put into words where it is answered, in the language of whoever asks: what is thrown is a message of the
// catalogues with its values.

/** The argument of each that holds the sentence. */
const SAYS = new Map([
  ['AppError', 2],
  ['Conflict', 1],
  ['AnalysisFailed', 1],
  ['NotFound', 0],
  ['Forbidden', 0],
  ['NotSignedIn', 0],
  ['Unavailable', 0],
])

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'cli'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))

/** Glued together on the spot, or a text that no catalogue has heard of. */
function isGlued(said: ts.Expression): boolean {
  if (ts.isTemplateExpression(said)) return true
  if (ts.isBinaryExpression(said)) return [said.left, said.right].some(isGluedOrBare)
  if (ts.isConditionalExpression(said)) return [said.whenTrue, said.whenFalse].some(isGluedOrBare)
  if (ts.isIdentifier(said)) return declared(said)
  return false
}

const isGluedOrBare = (said: ts.Expression) => ts.isStringLiteralLike(said) || isGlued(said)

/** A constant above it in the same function, or the same file. */
function declared(name: ts.Identifier): boolean {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    const { parent } = scope
    if (!ts.isBlock(parent) && !ts.isSourceFile(parent)) continue
    for (const statement of parent.statements.filter(ts.isVariableStatement)) {
      for (const { name: known, initializer } of statement.declarationList.declarations) {
        if (known.getText() === name.text && initializer) return isGluedOrBare(initializer)
      }
    }
  }
  return false
}

function gluedIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const at = ts.isNewExpression(node) ? SAYS.get(node.expression.getText()) : undefined
    const said = at === undefined ? undefined : (node as ts.NewExpression).arguments?.[at]
    if (said && isGlued(said)) found.push(`${file}: ${said.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('no error is thrown with a sentence that was glued together', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((file) => gluedIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  'throw new Conflict(CODE, `You have ${most} already`)',
  "throw new Conflict(CODE, 'You have ' + most)",
  "const message = 'It is gone'\nthrow new NotFound(message)",
  'function f() { const message = `It is ${gone}`\nif (x) { throw new AppError(CODE, 400, message) } }',
  "throw new NotFound(one ? 'It is gone' : words('They are gone'))",
])('it would find: %s', (text) => {
  expect(gluedIn('some.ts', text)).toHaveLength(1)
})

test.each(["throw new Conflict(CODE, say('You have {most} already', { most }))", "throw new NotFound('It is gone')"])(
  'it lets pass: %s',
  (text) => {
    expect(gluedIn('some.ts', text)).toEqual([])
  },
)
