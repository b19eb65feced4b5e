import { z } from 'zod'
import type { Endpoint } from '../platform/endpoint.ts'
import { SESSION_COOKIE } from '../platform/http/session.ts'
import { ERROR_SCHEMA, errorAnswer, errorsOf } from './answers.ts'
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

type Content = Record<string, { schema: JsonSchema }>

interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Empty: anybody. `session` with the role `admin`: admins. */
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
    info: { title: 'Outgrown', version: '1', description: DESCRIPTION },
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
    summary,
    security: access === 'public' ? [] : [{ session: access === 'admin' ? ['admin'] : [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint.body, endpoint.kind, book) }),
    responses: { [endpoint.status ?? 200]: successOf(endpoint, book), ...Object.fromEntries(errors) },
  }
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
  return { required, content: { [type]: { schema: book.input(schema) } } }
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
    content: { 'application/json': { schema: book.output(endpoint.response) } },
  }
}

function navigationOf({ operationId, tag, summary, query = {}, answers }: Navigation): Operation {
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
      : { ...errorAnswer(Number(status), ['NOT_FOUND']), description },
  ])
  return {
    operationId,
    tags: [tag],
    summary,
    security: [],
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(responses),
  }
}
