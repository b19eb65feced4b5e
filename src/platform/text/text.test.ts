import { expect, test } from 'vitest'
import { shown, text } from './text.ts'

const Name = text({ min: 2, tooShort: 'Name is required', max: 5, tooLong: 'Name is too long' })
const Note = text({ min: 1, tooShort: 'Say why', max: 20, tooLong: 'Too long', lines: true })
const said = (schema: typeof Name, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

test('text that shows nothing is as good as none', () => {
  const nothing = [
    '',
    '  ',
    '\u200b\u200b',
    'a\u200b',
    '\u2060\ufeff\u00ad',
    '\u3164\u3164',
    '\u2800\u2800',
    ' \u200b ',
  ]
  for (const value of [...nothing, null, undefined, 7])
    expect(said(Name, value), String(value)).toEqual(['Name is required'])
  expect(said(Note, '\u200b\n\u200b')).toEqual(['Say why'])
})

test('what can make a text read as another one is refused', () => {
  for (const value of ['a\u202eb', 'a\u2066b', 'a\u0007b', 'a\nb'])
    expect(said(Name, value), JSON.stringify(value)).toEqual(["Contains characters that can't be shown"])
  expect(said(Note, 'a\u202eb')).toEqual(["Contains characters that can't be shown"])
})

test('it is trimmed, and counted as people do', () => {
  expect(Name.parse('  Zoe\u0308 ')).toBe('Zoë')
  expect(Name.parse('👩‍👩')).toBe('👩‍👩')
  expect(Name.parse('\u2068Zoe\u2069')).toBe('Zoe')
  expect(said(Name, '👪'.repeat(6))).toEqual(['Name is too long'])
  expect(Note.parse('a\r\nb\tc')).toBe('a\nb\tc')
})

test('what shows of a text leaves out the marks of direction that came along with a pasted number', () => {
  expect(shown('\u202a+43 1 555\u202c ')).toBe('+43 1 555')
})
