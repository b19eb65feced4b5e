import pg from 'pg'
import { DEADLINES } from './half-open.ts'
import type { Logger } from '../process/logger.ts'

const RETRY_MS = 1000
/** A connection that only listens would never notice that its other end is gone; with the deadline of the ping, within 13 s. */
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
  subscribe(channels: string[], subscriber: Subscriber): () => void
  /** Ends the connection, and all subscriptions. */
  close(): void
}

interface Subscription {
  channels: string[]
  subscriber: Subscriber
}

/**
 * Receives PostgreSQL's notifications from any process, for all of this process through one connection, which is open
 * while there are subscribers and reconnects by itself.
 * @param url of the database itself: a pooler in transaction mode forwards no notifications
 */
export function createListener(url: string, log: Logger, pingMs = PING_MS): Listener {
  const subscriptions = new Set<Subscription>()
  let client: pg.Client | undefined
  let isConnected = false
  let answered: Promise<unknown> = Promise.resolve()
  let listening = new Set<string>()
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  function connect(): void {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'market-listener',
      keepAlive: true,
      connectionTimeoutMillis: DEADLINES.connect,
      query_timeout: DEADLINES.ping,
    })
    client = own
    own.on('notification', ({ channel, payload = '' }) => {
      for (const { channels, subscriber } of subscriptions) {
        if (channels.includes(channel)) subscriber.notify(channel, payload)
      }
    })
    own.on('error', (error) => lose(own, error))
    own.on('end', () => lose(own))
    start(own).catch((error: unknown) => lose(own, error))
  }

  async function start(own: pg.Client): Promise<void> {
    answered = own.connect()
    await answered
    if (client !== own) return
    isConnected = true
    ping = setTimeout(check, pingMs, own)
    await Promise.all([...subscriptions].map((subscription) => listen(own, subscription)))
  }

  /** A connection takes one statement at a time. */
  function ask(own: pg.Client, statement: string): Promise<unknown> {
    answered = answered.then(() => own.query(statement))
    return answered
  }

  /** Subscribers of a channel that is listened to already are connected at once. */
  async function listen(own: pg.Client, subscription: Subscription): Promise<void> {
    for (const channel of subscription.channels) {
      if (!listening.has(channel)) await ask(own, `listen ${own.escapeIdentifier(channel)}`)
      if (client !== own) return
      listening.add(channel)
    }
    if (subscriptions.has(subscription)) subscription.subscriber.connected()
  }

  function check(own: pg.Client): void {
    ask(own, 'select 1').then(
      () => client === own && (ping = setTimeout(check, pingMs, own)),
      (error: unknown) => lose(own, error),
    )
  }

  function lose(own: pg.Client, error?: unknown): void {
    if (client !== own) return
    disconnect()
    for (const { subscriber } of subscriptions) subscriber.lost?.()
    log.warn({ err: error }, 'not listening to the database; trying again')
    retry = setTimeout(connect, RETRY_MS)
  }

  function disconnect(): void {
    clearTimeout(retry)
    clearTimeout(ping)
    const own = client
    client = undefined
    isConnected = false
    listening = new Set()
    // Fails for a connection that was never made or is already gone.
    own?.end().catch(() => undefined)
  }

  return {
    subscribe(channels, subscriber) {
      const subscription = { channels, subscriber }
      subscriptions.add(subscription)
      if (subscriptions.size === 1) connect()
      else if (client && isConnected) {
        const own = client
        listen(own, subscription).catch((error: unknown) => lose(own, error))
      }
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) disconnect()
      }
    },
    close() {
      subscriptions.clear()
      disconnect()
    },
  }
}
