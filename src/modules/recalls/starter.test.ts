import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import starter from './starter.json' with { type: 'json' }
import { STARTER } from './starter.ts'

test('every recall that a market starts with says what its facts were compared with', () => {
  const copies = Object.keys(starter.copies)
  for (const { page, compared } of starter.recalls) {
    expect(compared, page).not.toEqual([])
    expect(copies, page).toEqual(expect.arrayContaining(compared))
  }
})

test('each of them is one recall, with a page of its own, a whole day and a hazard; all of them are small', () => {
  expect(new Set(STARTER.map(({ key }) => key)).size).toBe(STARTER.length)
  expect(new Set(STARTER.map(({ url }) => url)).size).toBe(STARTER.length)
  for (const { key, date, hazard } of STARTER) {
    expect(date, key).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(hazard, key).not.toBe('')
  }
  expect(readFileSync(new URL('starter.json', import.meta.url)).length).toBeLessThan(1_000_000)
})
