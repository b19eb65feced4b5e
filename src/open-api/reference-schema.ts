import { escapeMarkup } from '../platform/text/escape-markup.ts'
import { code, inline, list } from './reference-markup.ts'
import type { JsonSchema } from './schemas.ts'

export type Schemas = Record<string, JsonSchema>

/** A value in a line; schemas with a name are linked. */
export function words(schema: JsonSchema): string {
  return [shape(schema), ...rules(schema)].join(', ')
}

/** The fields of an object, or of each one in a list. Nothing for other values. */
export function fields(schema: JsonSchema): string {
  const { properties = {}, required = [] } = partWithFields(schema) ?? {}
  return list(
    Object.entries(properties).map(([name, property]) => field(name, property as JsonSchema, required.includes(name))),
  )
}

/** The schema that a reference stands for. */
export const resolve = (schema: JsonSchema, schemas: Schemas) =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? schema)

/** @param place where a parameter stands, unless it is a field of a body */
export function field(name: string, schema: JsonSchema, required: boolean, place?: string): string {
  const about = [words(schema), ...(place ? [`in the ${place}`] : []), required ? 'required' : 'optional'].join(', ')
  const said = schema.description === undefined ? '' : `: ${inline(schema.description)}`
  return `<code><b>${escapeMarkup(name)}</b></code> <small>${about}</small>${said}${fields(schema)}`
}

function partWithFields(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  const inner = [schema.items, ...(schema.anyOf ?? [])] as (JsonSchema | undefined)[]
  return inner.map((part) => part && partWithFields(part)).find((part) => part !== undefined)
}

function shape(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.map(code).join(' or ')
  if (schema.anyOf) return schema.anyOf.map((part) => words(part)).join(' or ')
  if (schema.type === 'array') return `list of ${words((schema.items ?? {}) as JsonSchema)}`
  if (typeof schema.additionalProperties === 'object' && !schema.properties)
    return `object of ${words(schema.additionalProperties)}`
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' or ')
}

function rules(schema: JsonSchema): string[] {
  const { pattern, default: usual } = schema
  return [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...range(schema.minimum, schema.maximum),
    ...(pattern === undefined ? [] : [`like <code>${escapeMarkup(pattern)}</code>`]),
    ...(usual === undefined ? [] : [`${code(usual)} unless given`]),
  ]
}

function range(least?: number, most?: number, unit = ''): string[] {
  if (most === undefined) return least ? [`at least ${least}${unit}`] : []
  return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
}

const nameOf = (reference: string) => reference.replace('#/components/schemas/', '')
