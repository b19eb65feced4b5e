import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface ClonedDatabase {
  url: string
  drop: () => Promise<void>
}

/** A copy of the template database, on the same server. */
export async function cloneDatabase(template: string): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const source = new URL(template).pathname.slice(1)
  // Without the log of every page, a third of the time: a test's database need not survive a crash.
  await administer(template, `create database ${name} template ${source} strategy file_copy`)
  const url = new URL(template)
  url.pathname = `/${name}`
  // Stronger than what the market sets: on a busy machine a test that holds a lock takes longer than neighbours may wait.
  url.searchParams.set('options', '-c lock_timeout=120s -c idle_in_transaction_session_timeout=600s')
  return { url: url.href, drop: () => administer(template, `drop database ${name} with (force)`) }
}

async function administer(template: string, statement: string): Promise<void> {
  const server = new URL(template)
  server.pathname = '/postgres'
  const client = new pg.Client(server.href)
  await client.connect()
  try {
    // Cloning needs the template to itself; files that start together take turns.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
