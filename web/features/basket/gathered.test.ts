import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { gather, idsIn, leaveOut } from './gathered.ts'

test('of what stands in an address or in the store, only ids count, each once, and fifty at most', () => {
  const [one, two] = [randomUUID(), randomUUID()]
  expect(idsIn(`${one},,x,${two},${one},<script>`)).toEqual([one, two])
  expect(idsIn(null)).toEqual([])
  expect(idsIn(Array.from({ length: 60 }, () => randomUUID()).join(','))).toHaveLength(50)
})

test('a visitor who gathers more than fifty is told, and may take some out', () => {
  const ids = Array.from({ length: 50 }, () => randomUUID())
  expect(gather(ids)).toBe(true)
  expect(gather([ids[0]!])).toBe(true)
  expect(gather([randomUUID()])).toBe(false)
  leaveOut(ids.slice(0, 1))
  expect(gather([randomUUID()])).toBe(true)
})
