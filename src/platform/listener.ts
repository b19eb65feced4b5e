import pg from 'pg'
import type { Database } from './database.ts'
import { DEADLINES } from './database/half-open.ts'
import type { Logger } from './logger.ts'

const RETRY_MS = 1000
/** A connection that only listens would never notice that its other end is gone. */
const PING_MS = 10_000

export interface Subscriber {
  /** Called with the arguments of `pg_notify` after its transaction has committed. */
  notify(channel: string, payload: string): void
  /** Connected, for the first time or again: earlier notifications may have been missed. */
  connected(): void
  /** The connection is lost: from now on notifications may be missed. */
  lost?(): void
}

export interface Listener {
  /** @returns ends the subscription */
  subscribe(subscriber: Subscriber): () => void
}

/**
 * Receives PostgreSQL's notifications on these channels, from any process, through one connection of its own. That is
 * open only while there are subscribers, reconnects by itself, and ends with `db`.
 */
export function createListener(db: Database, channels: string[], log: Logger, pingMs = PING_MS): Listener {
  const subscribers = new Set<Subscriber>()
  let client: pg.Client | undefined
  let listening = false
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  function connect(): void {
    const { connectionString } = (db.client as { config: { connection: { connectionString: string } } }).config
      .connection
    const own = new pg.Client({
      connectionString,
      application_name: 'market-listener',
      keepAlive: true,
      connectionTimeoutMillis: DEADLINES.connect,
      query_timeout: DEADLINES.ping,
    })
    client = own
    own.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of subscribers) subscriber.notify(channel, payload)
    })
    own.on('error', (error) => lose(own, error))
    own.on('end', () => lose(own))
    start(own).catch((error: unknown) => lose(own, error))
  }

  async function start(own: pg.Client): Promise<void> {
    await own.connect()
    for (const channel of channels) await own.query(`listen ${own.escapeIdentifier(channel)}`)
    if (client !== own) return
    listening = true
    ping = setTimeout(check, pingMs, own)
    for (const subscriber of subscribers) subscriber.connected()
  }

  function check(own: pg.Client): void {
    own.query('select 1').then(
      () => client === own && (ping = setTimeout(check, pingMs, own)),
      (error: unknown) => lose(own, error),
    )
  }

  function lose(own: pg.Client, error?: unknown): void {
    if (client !== own) return
    disconnect()
    for (const subscriber of subscribers) subscriber.lost?.()
    if (isClosed(db)) return
    log.warn({ err: error, channels }, 'not listening to the database; trying again')
    retry = setTimeout(connect, RETRY_MS)
  }

  function disconnect(): void {
    clearTimeout(retry)
    clearTimeout(ping)
    const own = client
    client = undefined
    listening = false
    // Fails for a connection that was never made or is already gone.
    own?.end().catch(() => undefined)
  }

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      if (subscribers.size === 1) connect()
      else if (listening) subscriber.connected()
      return () => {
        if (subscribers.delete(subscriber) && subscribers.size === 0) disconnect()
      }
    },
  }
}

/** Without its pool, knex has been destroyed. */
const isClosed = (db: Database) => (db.client as { pool?: unknown }).pool === undefined
