import { parseSync } from 'vite'

/** An English text in the source that is a message for the catalogues. */
export interface FoundMessage {
  message: string
  /** Where the literal stands, and the call around it. */
  start: number
  end: number
  call: { name: string; start: number; end: number; given: number }
}

/** A text that people read and no catalogue knows. */
export interface LooseText {
  text: string
  start: number
}

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** Their first argument is a message, where they come from one of these files. */
const TAKERS = new Set(['t', 'rich', 'words', 'say'])
const FROM = /(\/lib\/t|\/language\/words|^\.\/(t|words))\.ts$/
const ERRORS = /(^|\/)errors\.ts$/

/** Attributes of elements and components that people read. */
const READ =
  /^(?!enterKeyHint$)(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|(\w*[a-z])?([lL]abel|[hH]int|[hH]eading|[mM]essage|[dD]escription|Title|Text)|text|note|summary|question|unit|action|confirm|cancel|empty)$/
/** HTML means something else by these on its own elements. */
const NOT_READ_IN_HTML = new Set(['action', 'summary', 'text', 'note'])
const LETTERS = /\p{L}{2}|\p{L}\s/u

/**
 * Finds the messages of a file: literal first arguments of `t`, `rich`, `words` and `say`, and literals of thrown errors.
 * A choice between literals (`t(late ? 'Too late' : 'In time')`) is several messages.
 */
export function findMessages(file: string, source: string): FoundMessage[] {
  if (!/(\/t|\/words|\/errors)\.ts'/.test(source)) return []
  const program = parse(file, source)
  const { takers, errors } = importsOf(program)
  if (takers.size === 0 && errors.size === 0) return []
  const found: FoundMessage[] = []
  walk(program, (node) => {
    const callee = (node['callee'] as Node | undefined)?.['name'] as string | undefined
    const given = node['arguments'] as Node[] | undefined
    if (callee === undefined || given === undefined) return
    const call = { name: takers.get(callee) ?? 'error', start: node.start, end: node.end, given: given.length }
    const literals =
      node.type === 'CallExpression' && takers.has(callee)
        ? literalsIn(given[0])
        : node.type === 'NewExpression' && errors.has(callee)
          ? sentencesIn(given)
          : []
    for (const { value, start, end, whole } of literals) if (whole) found.push({ message: value, start, end, call })
  })
  return found
}

/** Finds what an element or component shows without a catalogue. */
export function findLooseTexts(file: string, source: string): LooseText[] {
  const found: LooseText[] = []
  const note = (text: string, start: number) => {
    if (LETTERS.test(text)) found.push({ text: text.trim().replace(/\s+/g, ' '), start })
  }
  walk(parse(file, source), (node, parents) => {
    if (node.type === 'JSXText') note(node['value'] as string, node.start)
    if (node.type === 'JSXAttribute' && isRead(node, parents.at(-1)))
      for (const { value, start } of literalsIn(node['value'] as Node | undefined)) note(value, start)
    if (node.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parents.at(-1)?.type ?? ''))
      for (const { value, start } of literalsIn(node)) note(value, start)
  })
  return found
}

/** A flag with its value, a command, or SQL: words that are no sentence. */
const NO_SENTENCE = /^\s*(-|market |select |listen )/
const SENTENCE = /\p{L}{2}\S* \S*\p{L}{2}/u

/** Finds the sentences of a command that no catalogue knows: whatever has two words and isn't said. */
export function findLooseSentences(file: string, source: string): LooseText[] {
  const said = new Set(findMessages(file, source).map(({ start }) => start))
  const found: LooseText[] = []
  walk(parse(file, source), (node) => {
    if (!/Literal$/.test(node.type) || said.has(node.start)) return
    for (const { value, start } of literalsIn(node))
      if (SENTENCE.test(value) && !NO_SENTENCE.test(value)) found.push({ text: value, start })
  })
  return found
}

/** The line and column of a place in a file, counted from one. */
export function placeOf(source: string, start: number): string {
  const before = source.slice(0, start).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

function parse(file: string, source: string): Node {
  return parseSync(file, source).program as unknown as Node
}

/** Local names of what is imported: of functions that take messages what they are called there, and of classes of errors. */
function importsOf(program: Node) {
  const takers = new Map<string, string>()
  const errors = new Set<string>()
  for (const node of program['body'] as Node[]) {
    const source = (node['source'] as Node | null | undefined)?.['value']
    if (node.type !== 'ImportDeclaration' || typeof source !== 'string') continue
    for (const { imported, local } of node['specifiers'] as { imported?: Node; local: Node }[]) {
      const name = imported?.['name'] as string | undefined
      if (name === undefined) continue
      if (FROM.test(source) && TAKERS.has(name)) takers.set(local['name'] as string, name)
      if (ERRORS.test(source) && /^[A-Z]/.test(name)) errors.add(local['name'] as string)
    }
  }
  return { takers, errors }
}

interface Literal {
  value: string
  start: number
  end: number
  /** Whether nothing is filled in. */
  whole: boolean
}

/** The texts that the expression may amount to, where that is written down. */
function literalsIn(node: Node | null | undefined): Literal[] {
  if (!node) return []
  const { start, end } = node
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ value: node['value'], start, end, whole: true }] : []
    case 'TemplateLiteral': {
      const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      return [{ value: texts.join('{…}'), start, end, whole: texts.length === 1 }]
    }
    case 'ConditionalExpression':
      return [...literalsIn(node['consequent'] as Node), ...literalsIn(node['alternate'] as Node)]
    case 'LogicalExpression':
      return [
        ...(node['operator'] === '&&' ? [] : literalsIn(node['left'] as Node)),
        ...literalsIn(node['right'] as Node),
      ]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return literalsIn(node['expression'] as Node)
    default:
      return []
  }
}

/** The arguments of an error that are sentences: a code is one word in capitals. */
function sentencesIn(given: Node[]): Literal[] {
  return given.flatMap((node) => literalsIn(node)).filter(({ value }) => !/^[A-Z0-9_]+$/.test(value))
}

function isRead(attribute: Node, element: Node | undefined): boolean {
  const { type, name } = attribute['name'] as Node
  if (type !== 'JSXIdentifier' || !READ.test(name as string)) return false
  const tag = (element?.['name'] as Node | undefined)?.['name']
  const isHtml = typeof tag === 'string' && /^[a-z]/.test(tag)
  return !(isHtml && NOT_READ_IN_HTML.has(name as string))
}

function walk(node: Node, visit: (node: Node, parents: Node[]) => void, parents: Node[] = []): void {
  visit(node, parents)
  parents.push(node)
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? (part as unknown[]) : [part])
      if (isNode(child)) walk(child, visit, parents)
  }
  parents.pop()
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
