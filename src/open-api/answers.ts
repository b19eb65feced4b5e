import { STATUS_CODES } from 'node:http'
import type { Endpoint } from '../platform/endpoint.ts'
import { ERROR_CODES } from './error-codes.ts'
import type { JsonSchema } from './schemas.ts'

const MEANING: Record<number, string> = {
  400: 'The request is not valid; `details` names the fields, in their order.',
  401: 'Nobody is signed in.',
  402: 'The card was not charged.',
  403: 'Not allowed.',
  404: 'Absent, or hidden from the caller.',
  409: 'The state of things does not allow it; nothing was changed.',
  413: 'Too large.',
  415: 'Not the type that is expected here.',
  422: 'An image that cannot be read.',
  429: 'Too many; `Retry-After` tells for how many seconds to wait.',
  503: 'The database or a provider is away or busy; nothing was changed.',
}

/** The answer of every error: `error` and `message` are the same sentence for a person. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Every error. `error` and `message` are the same sentence, for a person; `code` is for programs.',
  properties: {
    code: { type: 'string', pattern: '^[A-Z][A-Z_]*$' },
    error: { type: 'string' },
    message: { type: 'string' },
    details: {
      type: 'array',
      description: 'The fields that are not valid, in field order.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
          message: { type: 'string' },
        },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
  },
  required: ['code', 'error', 'message'],
  additionalProperties: false,
}

/** Status -> codes that a call of this endpoint may be refused with. */
export function errorsOf(endpoint: Endpoint): Map<number, string[]> {
  const { method, kind = 'json', errors = {} } = endpoint
  const found = new Map<number, string[]>()
  const add = (status: number, ...codes: string[]) => found.set(status, [...(found.get(status) ?? []), ...codes])
  if (endpoint.access !== 'public') add(401, 'NOT_SIGNED_IN')
  if (endpoint.access === 'admin') add(403, 'FORBIDDEN')
  if (endpoint.startsNew) add(403, 'SUSPENDED')
  if (endpoint.query) add(400, 'VALIDATION_FAILED')
  if (endpoint.params) add(404, 'NOT_FOUND')
  add(429, 'TOO_MANY_REQUESTS')
  if (method !== 'GET') {
    add(403, 'FOREIGN_ORIGIN')
    if (method !== 'DELETE') {
      if (kind === 'json') add(400, 'VALIDATION_FAILED', 'INVALID_JSON')
      add(413, 'TOO_LARGE')
      if (kind !== 'raw') add(415, 'UNSUPPORTED_TYPE')
    }
  }
  add(503, 'UNAVAILABLE', 'BUSY')
  for (const [status, codes] of Object.entries(errors)) add(Number(status), ...general(Number(status)), ...codes)
  return new Map([...found].sort(([one], [other]) => one - other).map(([status, codes]) => [status, unique(codes)]))
}

/** The plain code of a status that an endpoint names. */
function general(status: number): string[] {
  if (status === 403) return ['FORBIDDEN']
  return status === 404 ? ['NOT_FOUND'] : []
}

const unique = (codes: string[]) => [...new Set(codes)]

/** @param meaning instead of what the status means everywhere */
export function errorAnswer(status: number, codes: string[], meaning = MEANING[status] ?? STATUS_CODES[status]) {
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code] ?? ''}`)
  return {
    description: [meaning ?? 'An error.', '', ...meanings].join('\n'),
    ...([429, 503].includes(status) && {
      headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } as const } },
    }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
        } satisfies JsonSchema,
      },
    },
  }
}
