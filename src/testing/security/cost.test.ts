import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { mountApi } from '../../app.ts'
import { schemaBook, type JsonSchema } from '../../open-api/schemas.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import { ValidationFailed } from '../../platform/errors.ts'
import { parse } from '../../platform/http/parse-input.ts'
import { useMarket } from '../market/use-market.ts'
import { ask } from './ask.ts'
import { ALPHABETS, growthOf } from './growth.ts'

const PARTS = ['params', 'query', 'body'] as const
const LONGEST = 200_000

const market = useMarket()
let endpoints: Endpoint[]
beforeAll(() => {
  endpoints = mountApi(market.ctx).endpoints
})

const book = schemaBook(new Map())

test('no field of any contract takes more than its length says, whatever it is filled with', async () => {
  const faults: string[] = []
  const seen = new Set<z.ZodType>()
  let fields = 0
  for (const endpoint of endpoints) {
    for (const part of PARTS) {
      const schema = endpoint[part]
      if (!schema || seen.has(schema)) continue
      seen.add(schema)
      const places = placesOfText(book.input(schema))
      fields += places.length
      for (const { name, fill } of [...places, UNKNOWN_FIELD]) {
        for (const [alphabet, unit] of Object.entries(ALPHABETS)) {
          const growth = await growthOf((text) => tryParse(schema, fill(text)), unit, LONGEST)
          if (growth !== undefined) faults.push(`${endpoint.method} ${endpoint.path} ${name}, ${alphabet}: ${growth}`)
        }
      }
    }
  }
  expect(faults).toEqual([])
  expect(fields).toBeGreaterThan(150)
})

/** Headers that the site, its libraries or Node read of a request before any contract does. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'range',
  'referer',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
]
/** Node reads 16 KB of headers and address together. */
const LONGEST_HEADER = 15_000

test('no header and no address costs more than its length says', async () => {
  const get = (path: string, headers = {}) => ask(market.visitor(), 'GET', { path, headers })
  const places: [string, (text: string) => Promise<unknown>][] = [
    ...HEADERS.map((name): (typeof places)[number] => [name, (text) => get('/api/impact/stats', { [name]: text })]),
    ['a path', (text) => get(`/${encodeURI(text)}`)],
    ['a query', (text) => get(`/?search=${encodeURI(text)}`)],
    ['a search', (text) => get(`/api/items?search=${encodeURIComponent(text)}`)],
  ]
  const faults: string[] = []
  for (const [name, send] of places) {
    for (const [alphabet, unit] of Object.entries(ALPHABETS)) {
      if (!/^[\x20-\x7e]+$/.test(unit)) continue
      const longest = name.startsWith('a ') ? LONGEST_HEADER / 3 : LONGEST_HEADER
      const growth = await growthOf(send, unit, longest)
      if (growth !== undefined) faults.push(`${name}, ${alphabet}: ${growth}`)
    }
  }
  expect(faults).toEqual([])
})

test('no name in a form costs more than its length says', async () => {
  const member = await market.signIn()
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const faults: string[] = []
  for (const [alphabet, unit] of Object.entries({ ...ALPHABETS, names: 'filename="', fields: 'name="a"; ' })) {
    const send = (text: string) => {
      const name = text.replace(/[\r\n]/g, ' ').toWellFormed()
      const body = `--x\r\ncontent-disposition: form-data; name="photos"; filename="${name}\r\n\r\n1\r\n--x--\r\n`
      return ask(member, 'POST', { path: '/api/upload', body, headers })
    }
    const growth = await growthOf(send, unit, LONGEST)
    if (growth !== undefined) faults.push(`${alphabet}: ${growth}`)
  }
  expect(faults).toEqual([])
})

function tryParse(schema: z.ZodType, value: unknown): void {
  try {
    parse(schema, value)
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
  }
}

interface Place {
  name: string
  /** A value that holds `text` at this place, and what must stand around it. */
  fill: (text: string) => unknown
}

const UNKNOWN_FIELD: Place = { name: 'an unknown field', fill: (text) => ({ [text]: text }) }

/** Every place of a value that may hold text: of a field that is no text the checks of its type come first. */
function placesOfText(schema: JsonSchema, name = ''): Place[] {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return choices.flatMap((choice) => placesOfText(choice, name))
  if (schema.type === 'array') {
    return placesOfText((schema.items ?? {}) as JsonSchema, `${name}[]`).flatMap(({ name: inner, fill }) => [
      { name: inner, fill: (text) => [fill(text)] },
      {
        name: `${inner} many`,
        fill: (text) => Array.from({ length: text.length / 100 }, () => fill(text.slice(0, 99))),
      },
    ])
  }
  if (schema.type !== 'object') return [{ name, fill: (text) => text }]
  const fixed = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    isConstant(inner as JsonSchema) ? [[field, (inner as JsonSchema).const] as const] : [],
  )
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    placesOfText(inner as JsonSchema, `${name}.${field}`).map((place) => ({
      name: place.name,
      fill: (text: string) => ({ ...Object.fromEntries(fixed), [field]: place.fill(text) }),
    })),
  )
}

const isConstant = (schema: JsonSchema) => schema.const !== undefined
