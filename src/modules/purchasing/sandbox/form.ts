import { invalid } from './errors.ts'

export interface Form {
  [name: string]: string | Form
}

/** Reads `a=1&metadata[b]=2&expand[0]=c` as nested objects, the way the provider does. */
export function parseForm(encoded: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((part) => part[1] ?? part[0])
    const last = path.pop()
    if (last === undefined) throw invalid(`Invalid parameter name: ${name}`)
    descend(form, path)[last] = value
  }
  return form
}

function descend(form: Form, path: string[]): Form {
  let inner = form
  for (const key of path) {
    const next = Object.hasOwn(inner, key) ? inner[key] : undefined
    if (typeof next === 'object') inner = next
    else inner = inner[key] = Object.create(null) as Form
  }
  return inner
}

/** @throws SandboxError parameter_unknown for the first field that this call does not know */
export function onlyKnown(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
}

/** @throws SandboxError parameter_missing */
export function requiredText(form: Form, param: string): string {
  const value = form[param]
  if (typeof value !== 'string' || value === '')
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return value
}

/** A flat object of texts, such as metadata. */
export function texts(form: Form, param: string): Record<string, string> {
  const value = form[param] ?? {}
  if (typeof value === 'string') throw invalid(`Invalid ${param}: must be an object`, { param })
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text !== 'string') throw invalid(`Invalid string: ${param}[${key}]`, { param: `${param}[${key}]` })
      return [key, text]
    }),
  )
}
