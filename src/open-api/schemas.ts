import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** JSON Schema 2020-12, as far as zod writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Schemas of what comes in and what goes out; those with a name stand in `components` once and are referred to. */
export interface SchemaBook {
  components: Record<string, JsonSchema>
  input(schema: z.ZodType): JsonSchema
  output(schema: z.ZodType): JsonSchema
}

export function schemaBook(names: ReadonlyMap<unknown, string>): SchemaBook {
  const components: Record<string, JsonSchema> = {}
  const metadata = new NamedRegistry(names)
  const draw = (schema: z.ZodType, io: 'input' | 'output') => {
    // Inside of an object, because a named schema of its own would not become a reference.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ drawn: schema }), { io, metadata, override: quieten })
    const finalNames = new Map(Object.keys($defs).map((name) => [name, freeName(components, name, $defs[name], io)]))
    const finish = (part: unknown) => withReferences(part, finalNames) as JsonSchema
    for (const [name, definition] of Object.entries($defs)) {
      components[finalNames.get(name) ?? name] = finish(definition)
    }
    return finish(properties?.['drawn'])
  }
  return { components, input: (schema) => draw(schema, 'input'), output: (schema) => draw(schema, 'output') }
}

/** The contracts' own words about their schemas, and their names. */
class NamedRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly names: ReadonlyMap<unknown, string>

  constructor(names: ReadonlyMap<unknown, string>) {
    super()
    this.names = names
  }

  override get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const id = this.names.get(schema)
    const said = z.globalRegistry.get(schema)
    return id === undefined ? said : { ...said, id }
  }
}

/** Leaves out what the format says already, and bounds that every number has. */
function quieten({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** One name may mean two shapes, where input is turned into something else. */
function freeName(taken: Record<string, JsonSchema>, name: string, definition: unknown, io: string): string {
  const other = taken[name]
  const same = other === undefined || isDeepStrictEqual(other, withReferences(definition, new Map()))
  return same ? name : name + (io === 'input' ? 'Input' : 'Output')
}

function withReferences(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((inner) => withReferences(inner, names))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
      if (key === '$ref' && typeof value === 'string') {
        const name = value.replace('#/$defs/', '')
        return [[key, `#/components/schemas/${names.get(name) ?? name}`]]
      }
      return key === 'id' && typeof value === 'string' ? [] : [[key, withReferences(value, names)]]
    }),
  )
}
