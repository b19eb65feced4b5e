import { escapeMarkup } from '../platform/text/escape-markup.ts'
import type { Answer, Content, Operation } from './document.ts'
import { blocks, list } from './reference-markup.ts'
import { field, fields, resolve, words, type Schemas } from './reference-schema.ts'

export interface DocumentedCall {
  method: string
  path: string
  operation: Operation
}

/** A call's section: its effect, who may, its input and answers, and below that the schemas it leads to. */
export function paintCall({ method, path, operation }: DocumentedCall, schemas: Schemas): string {
  const { description, parameters = [], requestBody, responses } = operation
  const taken = parameters.map(({ name, schema, required, in: place, description = schema.description }) =>
    field(name, { ...schema, ...(description !== undefined && { description }) }, required, place),
  )
  const answers = Object.entries(responses).map(([status, answer]) => paintAnswer(status, answer, schemas))
  const painted = `<p><a href="/api/docs">All calls</a></p>
<h1><b class="${method}">${method}</b> <code>${path}</code></h1>
${blocks(description)}
${part('Parameters', list(taken))}
${requestBody ? part(requestBody.required ? 'Body' : 'Body, which may be left out', paintContent(requestBody.content, schemas)) : ''}
${part('Answers', answers.join('\n'))}
<p>Each error answers an <a href="#Error">Error</a>.</p>`
  return painted + part('Schemas', paintLinked(painted, schemas).join('\n'))
}

const part = (title: string, content: string) => (content === '' ? '' : `<h2>${title}</h2>\n${content}`)

function paintAnswer(status: string, { description, headers = {}, content = {} }: Answer, schemas: Schemas): string {
  const told = list(
    Object.entries(headers).map(([name, header]) =>
      field(name, { ...header.schema, description: header.description }, false, 'header'),
    ),
  )
  const body = Number(status) < 400 ? paintContent(content, schemas) : ''
  return `<h3>${status}</h3>${blocks(description)}${told}${body}`
}

function paintContent(content: Content, schemas: Schemas): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const shown =
        example === undefined ? '' : `<p>For example:</p><pre>${escapeMarkup(JSON.stringify(example, null, 2))}</pre>`
      const drawn = resolve(schema, schemas)
      return `<p><code>${type}</code>: ${words(drawn)}</p>${fields(drawn)}${shown}`
    })
    .join('')
}

/** The schemas that something painted has links to, and those that these have links to. */
function paintLinked(painted: string, schemas: Schemas, known = new Set<string>()): string[] {
  return Array.from(painted.matchAll(/href="#(\w+)"/g), ([, name = '']) => name).flatMap((name) => {
    if (known.has(name)) return []
    known.add(name)
    const schema = schemas[name] ?? {}
    const shown = `<h3 id="${name}">${name}</h3>${blocks(schema.description ?? '')}<p>${words(schema)}</p>${fields(schema)}`
    return [shown, ...paintLinked(shown, schemas, known)]
  })
}
