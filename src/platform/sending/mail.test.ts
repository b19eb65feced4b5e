import { expect, test } from 'vitest'
import { say, words } from '../language/words.ts'
import { subjectOf } from './mail.ts'

test('a subject holds our own words, and digits at most', () => {
  expect(subjectOf('en', words('A neighbour wrote to you'))).toBe('A neighbour wrote to you')
  const code = (filled: string) => subjectOf('en', say('{code} is your sign-in code', { code: filled }))
  expect(code('123456')).toBe('123456 is your sign-in code')
  expect(() => code('ACCOUNT LOCKED')).toThrow('words of ours')
})
