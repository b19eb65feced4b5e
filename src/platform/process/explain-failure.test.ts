import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { Conflict } from '../errors.ts'
import { explainFailure } from './explain-failure.ts'

async function failure(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('what is wrong around the market is told in a sentence', async () => {
  expect(explainFailure(new ConfigError(['PORT: is bad', 'HOST: is bad']))).toBe('PORT: is bad\nHOST: is bad')
  expect(explainFailure(new Conflict('X', 'It is taken.'))).toBe('It is taken.')
  const nobody = await failure(() => new pg.Client('postgres://me:secret@127.0.0.1:1/none').connect())
  expect(explainFailure(nobody)).toBe('The database does not answer (connect ECONNREFUSED 127.0.0.1:1). Is it running?')
  const both = new AggregateError([
    nobody,
    Object.assign(new Error('connect ECONNREFUSED ::1:1'), { syscall: 'connect' }),
  ])
  expect(explainFailure(both)).toBe(
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED ::1:1). Is it running?',
  )
  const stranger = new pg.DatabaseError('password authentication failed for user "me"', 0, 'error')
  stranger.code = '28P01'
  expect(explainFailure(stranger)).toBe(
    'The database does not let the market in (password authentication failed for user "me").',
  )
  expect(explainFailure(await failure(() => mkdirSync('/dev/null/data')))).toMatch(/^ENOTDIR: .* '\/dev\/null\/data'$/)
  const elsewhere = createServer()
  const [listening] = (await once(elsewhere.listen(0, '192.0.2.1'), 'error')) as [Error]
  expect(explainFailure(listening)).toMatch(/^listen EADDRNOTAVAIL/)
})

test('what is our own fault keeps its name, in one line', () => {
  expect(explainFailure(new TypeError('x is not\n  a function'))).toBe('TypeError: x is not a function')
  expect(explainFailure('text')).toBe('text')
})
