import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FIELD_NAMES } from './field-names.ts'

test('each is the name of a field that a contract takes', async () => {
  const taken = new Set<string>()
  for (const file of globSync('src/modules/**/contract.ts')) {
    const contract = (await import(new URL(`../${file}`, import.meta.url).href)) as Record<string, unknown>
    for (const { body, query } of Object.values(contract).filter(isEndpoint)) {
      for (const schema of [body, query]) {
        if (schema) collectFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), taken)
      }
    }
  }
  const fields = FIELD_NAMES.map((name) =>
    name.replace(/^./, (start) => start.toLowerCase()).replace(/ (.)/g, (_, start: string) => start.toUpperCase()),
  )
  expect(fields.filter((field) => !taken.has(field))).toEqual([])
  expect(taken.size).toBeGreaterThan(fields.length)
})

interface Taking {
  body?: z.ZodType
  query?: z.ZodType
}

function isEndpoint(value: unknown): value is Taking {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function collectFields(schema: unknown, into: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties') for (const field of Object.keys(value as object)) into.add(field)
    collectFields(value, into)
  }
}
