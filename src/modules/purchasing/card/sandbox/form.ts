import { invalid } from './sandbox-error.ts'

export type FormValue = string | FormValue[] | Form
export interface Form {
  [name: string]: FormValue
}

type Branch = Map<string, string | Branch>

/** Reads `amount=350&metadata[purchase]=x&expand[0]=y&expand[]=z` as a nested object. */
export function parseForm(fields: Iterable<[string, string]>): Form {
  const root: Branch = new Map()
  for (const [name, value] of fields) {
    const [last = '', ...above] = pathOf(name).reverse()
    const branch = above.reverse().reduce((parent, key) => descend(parent, key, name), root)
    const key = last === '' ? String(branch.size) : last
    if (typeof branch.get(key) === 'object') throw malformed(name)
    branch.set(key, value)
  }
  return asForm(root)
}

/** `a[b][]` -> a, b and the empty name of the next element. */
function pathOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === undefined) throw malformed(name)
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
}

function descend(parent: Branch, key: string, name: string): Branch {
  const known = parent.get(key)
  if (typeof known === 'string') throw malformed(name)
  if (known) return known
  const made: Branch = new Map()
  parent.set(key, made)
  return made
}

// Object.fromEntries defines properties, so that a field called __proto__ is just a field.
const asForm = (branch: Branch): Form => Object.fromEntries([...branch].map(([key, value]) => [key, asValue(value)]))

function asValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const list = [...value.keys()].every((key) => /^\d+$/.test(key))
  return list ? [...value.values()].map(asValue) : asForm(value)
}

const malformed = (name: string) => invalid(`Invalid parameter name: ${name}`, { param: name })
