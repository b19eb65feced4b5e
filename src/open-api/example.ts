import type { JsonSchema } from './schemas.ts'

const TEXTS: Record<string, string> = {
  uuid: '0196b0de-7d2c-7c2c-9a52-31f1a5b8f7a3',
  email: 'maya@example.com',
  'date-time': '2026-11-24T17:00:00.000Z',
  uri: 'https://push.example/abc',
}

/** Where a rule in a pattern, or outside of the schema, decides what is valid. */
const FIELDS: Record<string, unknown> = {
  actionIds: ['1207'],
  at: TEXTS['date-time'],
  body: 'Is it still there? I could come by on Saturday.',
  cardNumber: '4242 4242 4242 4242',
  category: 'toys',
  chips: ['friendly'],
  childrenBorn: ['2024-05'],
  code: '123456',
  deliveryAddress: '9 Birch Street, Portland',
  description: 'A wooden train with four carriages. Every magnet still holds.',
  dropoffAddress: '9 Birch Street, Portland',
  email: TEXTS['email'],
  auth: 'a'.repeat(22),
  endpoint: 'https://push.example/abc',
  firstName: 'Maya',
  p256dh: 'B'.repeat(87),
  itemIds: [TEXTS['uuid']],
  lastName: 'Lindgren',
  month: '2026-11',
  near: '45.52,-122.68',
  photoUrl: `/photos/${TEXTS['uuid']}.webp`,
  photoUrls: [`/photos/${TEXTS['uuid']}.webp`],
  photos: [`/photos/${TEXTS['uuid']}.webp`],
  pickupAddress: '12 Alder Street, Portland',
  start: TEXTS['date-time'],
  end: '2026-11-24T18:00:00.000Z',
  title: 'Wooden train',
  until: '2026-12-24T17:00:00.000Z',
}

/** One value that fits a schema, for readers of the reference: its required fields, or else the first. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, field = ''): unknown {
  const again = (part: JsonSchema, name = field) => exampleOf(part, components, name)
  if (schema.$ref !== undefined) return again(components[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  if (schema.const !== undefined) return schema.const
  if (Object.hasOwn(FIELDS, field) && typeof FIELDS[field] === (typeOf(schema) === 'array' ? 'object' : typeOf(schema)))
    return FIELDS[field]
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice !== undefined) return again(choice)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => again(part)))
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? Object.keys(schema.properties ?? {}).slice(0, 1)).map((name) => [
          name,
          again((schema.properties?.[name] ?? {}) as JsonSchema, name),
        ]),
      )
    case 'array':
      return [again((schema.items ?? {}) as JsonSchema, '')]
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

/** The first type of several, which is not null. */
const typeOf = ({ type }: JsonSchema) => [type].flat()[0]

function textOf({ format = '', pattern, minLength = 0 }: JsonSchema): string {
  if (TEXTS[format] !== undefined) return TEXTS[format]
  if (pattern?.includes('\\d')) return '3.00'
  return 'Thank you, neighbour.'.padEnd(minLength, ' See you soon.')
}
