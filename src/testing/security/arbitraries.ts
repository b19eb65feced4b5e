import fc from 'fast-check'
import type { JsonSchema } from '../../open-api/schemas.ts'

/** Stands in a generated value for text that is no JSON string; see {@link toJson}. */
const RAW = '@raw:'

const raw = (text: string) => RAW + text

/** The value as JSON, with numbers in it that JavaScript can't hold. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@raw:([^"]*)"/g, '$1')
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil',
  '\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'ﷺ'.repeat(100),
  "'; drop table member; --",
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../../etc/passwd',
  'http://127.0.0.1/',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '%00',
  '__proto__',
  'constructor',
  'null',
  'true',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
]

/** For parts of an address: what no client encodes like that. */
export const hostileEncodings = fc.constantFrom(
  '%',
  '%zz',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%2e%2e',
  '..',
  '.',
  '',
  '%2F',
  'a;b=c',
  '@',
  '😀',
)

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(1000, 5000, 70_000).map((length) => 'x'.repeat(length)) },
)

const hostileNumber = fc.constantFrom<unknown>(
  0,
  -1,
  0.005,
  1e20,
  -1e20,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  raw('1e309'),
  raw('-1e309'),
  raw('1E400'),
  raw('-0'),
  raw(`1${'0'.repeat(400)}`),
)

const nested = fc.constantFrom(10, 300, 3000).map((depth) => raw('['.repeat(depth) + ']'.repeat(depth)))

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  nested,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }),
  fc.constant(raw('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}')),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values by which a request reaches something that exists. */
export type Pool = readonly string[]

/** Values that the schema allows, and now and then ones that only a refinement refuses. */
export function valid(schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, pool)))
  switch (schema.type) {
    case 'object':
      return validObject(schema, pool)
    case 'array':
      return fc.array(valid((schema.items ?? {}) as JsonSchema, pool), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'string':
      return validText(schema, pool)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function validObject(schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const model = Object.fromEntries(fields.map(([name, field]) => [name, valid(field, pool)]))
  const requiredKeys = (schema.required ?? []).filter((name) => name in model)
  return fc.record(model, { requiredKeys }).map((record) => ({ ...record }))
}

function validText({ format, pattern, minLength = 0, maxLength = 80 }: JsonSchema, pool: Pool): fc.Arbitrary<string> {
  const shape =
    format === 'uuid' ? UUID : format === 'email' ? EMAIL : pattern === undefined ? undefined : new RegExp(pattern)
  const known = pool.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (shape?.test(text) ?? true),
  )
  const invented = inventedText(format, pattern, { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 80)) })
  return known.length === 0 ? invented : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, invented)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EMAIL = /^\S+@\S+$/

function inventedText(
  format: string | undefined,
  pattern: string | undefined,
  lengths: { minLength: number; maxLength: number },
) {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const text = fc.string({ unit: 'grapheme', ...lengths })
  // A form sends its empty fields too.
  return lengths.minLength > 0 ? text : fc.oneof(text, fc.constant(''))
}

/** Values that are valid, slightly broken, or nonsense. */
export function nearly(schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  const good = valid(schema, pool)
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 5, arbitrary: broken(good) },
    { weight: 1, arbitrary: hostile },
  )
}

/** One place anywhere inside of a good value is spoilt. */
function broken(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const names = fc.constantFrom('isAdmin', 'userId', 'tokens', 'status', 'id', '__proto__', 'x')
  return fc
    .tuple(good, fc.nat(), fc.constantFrom('replace', 'drop', 'add', 'wrap'), hostile, names)
    .map(([value, where, how, evil, name]) => {
      const copy = { root: structuredClone(value) }
      const places = placesIn(copy)
      const { holder, key } = places[where % places.length]!
      const old = holder[key]
      if (how === 'drop') Reflect.deleteProperty(holder, key)
      else if (how === 'wrap') holder[key] = [old]
      else if (how === 'add' && typeof old === 'object' && old !== null) Object.assign(old, { [name]: evil })
      else holder[key] = evil
      return copy.root ?? null
    })
}

interface Place {
  holder: Record<string, unknown>
  key: string
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ])
}
