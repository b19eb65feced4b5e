import { expect, test } from 'vitest'
import { toApiError } from './api.ts'

const message = (text: string, status = 400, statusText = 'Bad Request') => toApiError(status, statusText, text).message

test('a list of details wins', () => {
  const details = [
    { path: ['title'], message: 'Title must be at least 3 characters' },
    { path: ['photos', 0], message: 'Not yours' },
  ]
  expect(message(JSON.stringify({ error: 'no', details }))).toBe(
    'Validation failed: title: Title must be at least 3 characters, photos.0: Not yours',
  )
})

test('then the error field, then the message field', () => {
  expect(message('{"error":"Taken","message":"other"}')).toBe('Taken')
  expect(message('{"message":"Taken","details":[]}')).toBe('Taken')
})

test('anything else shows status and body, or the status text of an empty body', () => {
  expect(message('<h1>no</h1>', 502, 'Bad Gateway')).toBe('502: <h1>no</h1>')
  expect(message('', 502, 'Bad Gateway')).toBe('502: Bad Gateway')
  expect(message('{"code":"X"}', 409)).toBe('409: {"code":"X"}')
  expect(message('null', 500)).toBe('500: null')
})

test('code, status and details travel with the error', () => {
  const error = toApiError(409, 'Conflict', '{"code":"LISTING_TAKEN","error":"Somebody was faster"}')
  expect(error).toMatchObject({ status: 409, code: 'LISTING_TAKEN', details: [] })
})
