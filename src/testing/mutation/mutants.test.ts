import { access } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { mutate } from './plant.ts'
import { MUTANTS } from './mutants.ts'

const ROOT = process.cwd()

test('no two mutants have one name', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
})

describe('can still be planted:', () => {
  test.each(MUTANTS)('$name', async (mutant) => {
    const mutated = await mutate(ROOT, mutant)
    expect(mutated).toContain(mutant.becomes)
    await access(mutant.tests[0]!)
  })
})

test.each(['this stands nowhere', 'node'])(
  'a mutant whose place is gone, or is there twice, is refused: %s',
  async (was) => {
    const mutant = { ...MUTANTS[0]!, file: 'package.json', was }
    await expect(mutate(ROOT, mutant)).rejects.toThrow('not once')
  },
)
