import { expect, test } from 'vitest'
import { CATALOGUES } from '../../platform/language/catalogues.ts'
import { faultsOf } from '../../platform/language/compare-messages.ts'
import { pseudo } from './pseudo-language.ts'

const LETTERS = /\p{L}/gu

test('every letter of a sentence is marked, and it is longer by 40 %', () => {
  const sentence = 'Neighbours pass on what their children have outgrown.'
  const marked = pseudo(sentence)
  expect(marked).not.toMatch(/[A-Za-z]/)
  const lengths = [marked, sentence].map((text) => text.match(LETTERS)?.length ?? 0)
  expect((lengths[0] ?? 0) / (lengths[1] ?? 1)).toBeCloseTo(1.4, 1)
})

test('every message keeps its values, its tags and its forms', () => {
  const messages = Object.keys(CATALOGUES.ar ?? {})
  expect(messages.length).toBeGreaterThan(1000)
  expect(messages.flatMap((message) => faultsOf('ar', message, pseudo(message)))).toEqual([])
})
