import ts from 'typescript'

/**
 * The steps of a migration that a version still running can't bear: they take something away, or stop its writes
 * while an index is built or a constraint is proved. One short sentence each; none for a migration that says in `export
 * const contracts` since which release nothing uses what it takes away.
 */
export function contractionsIn(source: string): string[] {
  const { sql, contracts } = readMigration(source)
  if (contracts !== undefined)
    return /\d+\.\d+\.\d+/.test(contracts) ? [] : ['contracts names no release that stopped using it']
  const statements = sql.split(';').map((statement) => statement.trim().replace(/\s+/g, ' '))
  const found = statements.flatMap((statement, at) => {
    const createdBefore = namesCreated(statements.slice(0, at))
    return [
      ...dropped(statement, createdBefore, namesCreated(statements)),
      ...blockingIndex(statement, createdBefore),
      ...alteredTable(statement, createdBefore),
    ]
  })
  return /\.schema\b/.test(source) ? ['uses the schema builder, which this check does not read'] : found
}

function namesCreated(statements: string[]): Set<string> {
  const created =
    /\bcreate (?:or replace )?(?:unlogged )?(?:table|(?:materialized )?view|function|type) (?:if not exists )?"?(\w+)/g
  return new Set(statements.flatMap((statement) => [...statement.matchAll(created)].map(([, name = '']) => name)))
}

/** A view or a function may be dropped to be made again; a table would lose its rows. */
function dropped(statement: string, before: Set<string>, anywhere: Set<string>): string[] {
  const [, kind = '', names = ''] =
    /\bdrop (table|(?:materialized )?view|function|type|schema|extension) (?:if exists )?(.*)/.exec(statement) ?? []
  return topLevel(names)
    .map((name) => /\w+/.exec(name)?.[0] ?? '')
    .filter((name) => !(kind === 'table' ? before : anywhere).has(name))
    .map((name) => `drops ${kind} ${name}`)
}

function blockingIndex(statement: string, created: Set<string>): string[] {
  const [, concurrently, table = ''] =
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?"?(\w+)/.exec(statement) ?? []
  return table && !concurrently && !created.has(table) ? [`builds an index on ${table} not concurrently`] : []
}

function alteredTable(statement: string, created: Set<string>): string[] {
  const [, table = '', actions = ''] =
    /\balter (?:table|(?:materialized )?view) (?:if exists )?(?:only )?"?(\w+)"? (.*)/.exec(statement) ?? []
  if (created.has(table)) return []
  return topLevel(actions).flatMap((action) => {
    const what = ACTIONS.find(([pattern]) => pattern.test(action))?.[1]
    return what ? [`${what}: ${table} ${action}`] : []
  })
}

/** The first that fits an action of `alter table` says what is wrong with it; null: nothing. */
const ACTIONS: [pattern: RegExp, what: string | null][] = [
  [/^drop constraint\b/, null],
  [/^drop\b/, 'drops a column'],
  [/^rename constraint\b/, null],
  [/^(?:rename|set schema)\b/, 'renames'],
  [/^alter (?:column )?"?\w+"? (?:set data )?type\b/, 'changes a type'],
  [/^alter (?:column )?"?\w+"? set not null\b/, 'sets not null'],
  [/^add (?:constraint|check|foreign key|unique|primary key|exclude)\b.*(?:\bnot valid$|\busing index\b)/, null],
  [/^add (?:constraint|check|foreign key|unique|primary key|exclude)\b/, 'adds a constraint without not valid'],
  [/^add .*\b(?:unique|primary key)\b/, 'builds an index'],
  [
    /^add .*\b(?:generated always|(?:big|small)?serial|default (?:gen_random_uuid|random|clock_timestamp|nextval)\()/,
    'rewrites the table',
  ],
  [/^add (?!.*\bdefault\b).*\bnot null\b/, 'adds a column that is not null and has no default'],
]

/** Parts between commas that stand in no parentheses. */
function topLevel(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** All SQL of a migration but its way back, in lower case, without comments and texts. */
function readMigration(source: string): { sql: string; contracts: string | undefined } {
  let sql = ''
  let contracts: string | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name?.text === 'down') return
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'contracts')
      contracts = node.initializer?.getText() ?? ''
    else if (ts.isStringLiteralLike(node)) sql += `${bare(node.text)};`
    else if (ts.isTemplateExpression(node))
      sql += `${bare([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('something'))};`
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(ts.createSourceFile('migration.ts', source, ts.ScriptTarget.Latest, true), visit)
  return { sql, contracts }
}

function bare(sql: string): string {
  return sql
    .replace(/--.*|\/\*[^]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
}
