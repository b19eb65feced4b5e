import { type Html, html, prose } from './html.ts'
import type { JsonSchema } from './schemas.ts'

/** What a value is, in one line; named schemas are links to their description. */
export function renderType(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return between(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  const choices = schema.anyOf ?? schema.oneOf ?? []
  if (choices.length > 0) return between(choices.map(renderType))
  if (schema.type === 'array') return html`list of ${renderType((schema.items ?? {}) as JsonSchema)}`
  if (schema.type === 'object' && schema.properties) return html`object`
  return html`${WORDS[schema.format ?? ''] ?? schema.type ?? 'anything'}`
}

const WORDS: Record<string, string> = {
  uuid: 'UUID',
  email: 'e-mail address',
  'date-time': 'date and time',
  binary: 'file',
}

function between(parts: Html[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && ' or '}${part}`)}`
}

/** The fields of an object, and of objects inside of it; nothing for other schemas. */
export function renderFields(schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  if (fields.length === 0) return html``
  return html`<dl class="fields">
    ${fields.map(([name, field]) => renderField(name, field, schema.required?.includes(name) === true))}
  </dl>`
}

export function renderField(name: string, field: JsonSchema, required: boolean): Html {
  const inner = innerObject(field)
  return html`<div>
    <dt><code>${name}</code> ${required && html`<span class="must">required</span>`}</dt>
    <dd>
      ${renderType(field)}${renderRules(field)}${field.description && html`<p>${prose(field.description)}</p>`}
      ${inner && renderFields(inner)}
    </dd>
  </div> `
}

/** An object that stands in a field, or in the list of a field. */
function innerObject(field: JsonSchema): JsonSchema | undefined {
  const items = field.type === 'array' ? ((field.items ?? {}) as JsonSchema) : field
  const choices = [items, ...(items.anyOf ?? [])]
  return choices.find(({ properties }) => properties !== undefined)
}

function renderRules(schema: JsonSchema): Html {
  // Of alternatives the first says most: the others are null or an empty text.
  const ruled = schema.anyOf?.[0] ?? schema
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = ruled
  const rules = [
    range(minimum, maximum),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
  ].filter((rule) => rule !== '')
  return html`${rules.map((rule) => html`, ${rule}`)}${
    pattern !== undefined && html`, like <code class="pattern">${pattern}</code>`
  }${schema.default !== undefined && html`, <code>${JSON.stringify(schema.default)}</code> if left out`}`
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`
  if (from !== undefined) return `at least ${from}${unit}`
  return to === undefined ? '' : `at most ${to}${unit}`
}
