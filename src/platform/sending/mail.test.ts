import { expect, test } from 'vitest'
import { subject } from './mail.ts'

test('a subject holds our own words, and digits at most', () => {
  expect(subject`A neighbour wrote to you`).toBe('A neighbour wrote to you')
  expect(subject`${'123456'} is your sign-in code`).toBe('123456 is your sign-in code')
  expect(() => subject`${'ACCOUNT LOCKED'} wrote to you`).toThrow('words of ours')
})
