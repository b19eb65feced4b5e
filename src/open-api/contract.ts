import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document.',
  access: 'public',
  response: z.looseObject({ openapi: z.literal('3.1.1') }),
})
