import { NAME } from '../platform/site/look.ts'
import { z } from 'zod'
import type { Endpoint } from '../platform/endpoint.ts'
import { SESSION_COOKIE } from '../platform/http/session/session.ts'
import { ERROR_SCHEMA, errorAnswer, errorsOf } from './answers.ts'
import { exampleOf } from './example.ts'
import { nameOf, SCHEMA_NAMES, TAGS } from './contracts.ts'
import { NAVIGATIONS, type Navigation } from './navigations.ts'
import { schemaBook, type JsonSchema, type SchemaBook } from './schemas.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** The summary, the rule of who may call it, and its effect. */
  description: string
  /** Empty: anybody. A cookie has no scopes: that only admins may stands in the description. */
  security: { session: string[] }[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}

/** An OpenAPI 3.1 document, as far as this API needs it. */
export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** Every address that is no endpoint may answer so. */
const GENERAL_REFUSALS: Record<number, string[]> = { 429: ['TOO_MANY_REQUESTS'], 503: ['UNAVAILABLE', 'BUSY'] }

const TEXT: JsonSchema = { type: 'string' }

const DESCRIPTION =
  'Token amounts and dollars are decimal strings with two decimals, times ISO 8601 in UTC, ids UUIDs. ' +
  'Unknown fields are refused. A write has to come from the site itself: with a session cookie it needs its ' +
  '`Origin`. What an answer says is for the caller alone and is not to be cached.'

/** Describes all that is served under `/api`. @param url where the API is */
export function describeApi(endpoints: readonly Endpoint[], url: string): OpenApi {
  const parameterLists = new Set<unknown>(endpoints.flatMap(({ params, query }) => [params, query]))
  const book = schemaBook(new Map([...SCHEMA_NAMES].filter(([schema]) => !parameterLists.has(schema))))
  book.components['Error'] = ERROR_SCHEMA
  const paths: OpenApi['paths'] = {}
  const put = (path: string, method: string, operation: Operation) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const endpoint of endpoints) put(endpoint.path, endpoint.method, operationOf(endpoint, book))
  for (const navigation of NAVIGATIONS) put(navigation.path, 'GET', navigationOf(navigation))
  return {
    openapi: '3.1.1',
    info: { title: NAME, version: '1', description: DESCRIPTION },
    servers: [{ url }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas: book.components,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
    },
  }
}

function operationOf(endpoint: Endpoint, book: SchemaBook): Operation {
  const { tag, operationId } = nameOf(endpoint)
  const { access, summary } = endpoint
  const parameters = [
    ...parametersOf('path', endpoint.params, book),
    ...parametersOf('query', endpoint.query, book),
    ...parametersOf('header', endpoint.headers, book),
  ]
  const errors = [...errorsOf(endpoint)].map(([status, codes]) => [status, errorAnswer(status, codes)] as const)
  return {
    operationId,
    tags: [tag],
    summary: firstSentence(summary),
    description: descriptionOf(endpoint),
    security: access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint.body, endpoint.kind, book) }),
    responses: { [endpoint.status ?? 200]: successOf(endpoint, book), ...Object.fromEntries(errors) },
  }
}

const WHO = { public: 'Anybody.', member: 'Members.', admin: 'Admins.' }

/** Lists have room for so much of it. */
const firstSentence = (text: string) => /^.*?[.;:](?= |$)/.exec(text)?.[0].replace(/[;:]$/, '.') ?? text

function descriptionOf({ summary, access, who, changes }: Endpoint): string {
  return [summary, `**Who may:** ${who ?? WHO[access]}`, `**Changes:** ${changes ?? 'nothing.'}`].join('\n\n')
}

function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined, book: SchemaBook): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = book.input(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property as JsonSchema,
  }))
}

function bodyOf(schema: z.ZodType, kind: Endpoint['kind'], book: SchemaBook): Operation['requestBody'] {
  const type = kind === 'multipart' ? 'multipart/form-data' : 'application/json'
  // An absent JSON body reads as an empty object.
  const required = kind === 'multipart' || kind === 'raw' || !schema.safeParse({}).success
  const drawn = book.input(schema)
  const example = kind === 'json' || kind === undefined ? { example: exampleOf(drawn, book.components) } : {}
  return { required, content: { [type]: { schema: drawn, ...example } } }
}

function successOf(endpoint: Endpoint, book: SchemaBook): Answer {
  if (endpoint.kind === 'events') {
    return { description: 'Events, until either side hangs up.', content: { 'text/event-stream': { schema: TEXT } } }
  }
  if (endpoint.kind === 'calendar')
    return { description: 'Appointments.', content: { 'text/calendar': { schema: TEXT } } }
  if (endpoint.kind === 'feed')
    return { description: 'A feed (RFC 4287).', content: { 'application/atom+xml': { schema: TEXT } } }
  if (endpoint.kind === 'csv') return { description: 'A table.', content: { 'text/csv': { schema: TEXT } } }
  if (!endpoint.response) return { description: 'Done; there is no body.' }
  const pages = endpoint.query instanceof z.ZodObject && 'cursor' in endpoint.query.shape
  const link = { description: 'With `rel="next"`: the next page (RFC 8288).', schema: TEXT }
  return {
    description: 'Done.',
    ...(pages && { headers: { Link: link } }),
    content: { 'application/json': withExample(book.output(endpoint.response), book) },
  }
}

const withExample = (schema: JsonSchema, { components }: SchemaBook) => ({
  schema,
  example: exampleOf(schema, components),
})

function navigationOf({ operationId, tag, summary, changes = 'nothing.', query = {}, answers }: Navigation): Operation {
  const parameters = Object.entries(query).map(([name, description]): Parameter => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
  }))
  const responses = Object.entries(answers).map(([status, description]): [string, Answer] => [
    status,
    Number(status) < 400
      ? { description, ...(status === '200' && { content: { 'text/html': { schema: TEXT } } }) }
      : errorAnswer(Number(status), ['NOT_FOUND'], description),
  ])
  const refusals = [429, 503].map((status) => [status, errorAnswer(status, GENERAL_REFUSALS[status] ?? [])] as const)
  return {
    operationId,
    tags: [tag],
    summary: firstSentence(summary),
    description: [summary, `**Who may:** ${WHO.public}`, `**Changes:** ${changes}`].join('\n\n'),
    security: [],
    ...(parameters.length > 0 && { parameters }),
    responses: { ...Object.fromEntries(responses), ...Object.fromEntries(refusals) },
  }
}
