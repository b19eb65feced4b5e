import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptUntilChanged } from './kept-until-changed.ts'
import type { Subscriber } from './listener.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A keeper whose last value stands in where none can be made anew. */
function keeper(standsIn: { standsIn?: number } = { standsIn: 10 * MINUTE }) {
  let connection: Subscriber | undefined
  const listener = {
    subscribe: (_channels: string[], subscriber: Subscriber) => {
      connection = subscriber
      return () => undefined
    },
    close: () => undefined,
  }
  const kept = keptUntilChanged<string>(listener, {
    channel: 'changes',
    maxAge: 500,
    ...standsIn,
    maxBytes: 1000,
    bytesOf: (text) => text.length,
    isKept: () => true,
  })
  const last = async () => {
    let given: string | undefined
    await kept
      .read('page', (stand) => {
        given = stand
        return Promise.reject(new Error('away'))
      })
      .catch(() => undefined)
    return given
  }
  return { kept, last, connection: () => connection! }
}

test('what was made a short while ago stands in, what is older does not come back', async () => {
  const { kept, last } = keeper()
  await kept.read('page', () => Promise.resolve('a listing'))
  vi.advanceTimersByTime(9 * MINUTE)
  expect(await last()).toBe('a listing')
  vi.advanceTimersByTime(2 * MINUTE)
  expect(await last()).toBeUndefined()
})

test('while the connection is lost nothing changes, and it stands in for as long as that takes', async () => {
  const { kept, last, connection } = keeper()
  await kept.read('page', () => Promise.resolve('a listing'))
  connection().connected()
  connection().lost?.()
  vi.advanceTimersByTime(60 * MINUTE)
  connection().lost?.()
  expect(await last()).toBe('a listing')
  connection().connected()
  expect(await last()).toBeUndefined()
})

test('without a limit, what was made last is given back however old, for whoever finds that it is still the same', async () => {
  const { kept, last } = keeper({})
  await kept.read('page', () => Promise.resolve('a listing'))
  vi.advanceTimersByTime(60 * MINUTE)
  expect(await last()).toBe('a listing')
})
