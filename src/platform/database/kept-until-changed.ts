import { LRUCache } from 'lru-cache'
import type { Listener } from './listener.ts'

interface Options<T> {
  /** Says, as PostgreSQL's channel, that what was read may have changed. */
  channel: string
  /** Milliseconds after which it is made anew even without a notification: a dead connection can go unnoticed for long. */
  maxAge: number
  /** Milliseconds for which it may stand in for what can't be made, counted until the connection was lost; however long if left out. */
  standsIn?: number
  maxBytes: number
  bytesOf(made: T): number
  /** Whether others may have it who ask after it is made. */
  isKept(made: T): boolean
}

/** Values that one process has read from the database or made of it, by key. */
export interface KeptUntilChanged<T> {
  /** The value that is kept, or being made, and still right. */
  find(key: string): Promise<T> | undefined
  /**
   * The same; where there is none it is made, once for all who ask.
   * @param make gets what was made last, where that may stand in
   */
  read(key: string, make: (last: T | undefined) => Promise<T>): Promise<T>
  /** Everything is made anew when it is asked for again. */
  forget(): void
}

interface Making<T> {
  promise: Promise<T>
  generation: number
  since: number
}

/**
 * Keeps what is made until PostgreSQL notifies of a change, in whichever process. What was begun before a change is not
 * kept past it, and nothing is while the listener is disconnected.
 */
export function keptUntilChanged<T>(listener: Listener, options: Options<T>): KeptUntilChanged<T> {
  const kept = new LRUCache<string, Making<T> & { made: T }>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ made }) => options.bytesOf(made),
  })
  const making = new Map<string, Making<T>>()
  let generation = 0
  let listening = false
  let subscribed = false
  let lostAt: number | undefined
  const forget = () => {
    generation += 1
  }

  function subscribe(): void {
    if (subscribed) return
    subscribed = true
    listener.subscribe([options.channel], {
      notify: forget,
      connected() {
        forget()
        listening = true
        lostAt = undefined
      },
      lost() {
        listening = false
        lostAt ??= performance.now()
      },
    })
  }

  function find(key: string): Promise<T> | undefined {
    const known = making.get(key) ?? kept.get(key)
    const right = known?.generation === generation && performance.now() - known.since < options.maxAge
    return right && listening ? known.promise : undefined
  }

  /** A row that was hidden or erased long ago must not come back because the database is away. */
  function lastOf(key: string): T | undefined {
    const last = kept.peek(key)
    return last && (lostAt ?? performance.now()) - last.since < (options.standsIn ?? Infinity) ? last.made : undefined
  }

  async function finish(key: string, own: Making<T>): Promise<void> {
    try {
      const made = await own.promise
      // A value that was begun later is newer.
      if (making.get(key) === own && options.isKept(made)) kept.set(key, { ...own, made })
    } finally {
      if (making.get(key) === own) making.delete(key)
    }
  }

  return {
    forget,
    find,
    read(key, make) {
      subscribe()
      const found = find(key)
      if (found) return found
      const own = { generation, since: performance.now(), promise: make(lastOf(key)) }
      making.set(key, own)
      finish(key, own).catch(() => undefined)
      return own.promise
    },
  }
}
