import type { Knex } from 'knex'
import { readSqlFiles } from './sql-files.ts'

type Statements = Pick<Knex, 'raw'>
/** A database, or a transaction that goes on when a part of it is rolled back. */
interface Transactions {
  transaction<T>(work: (trx: Statements) => Promise<T>): Promise<T>
}

interface Applied {
  file: string
  hash: string
  makes: string[]
}

/** Any number that nobody else takes as an advisory lock. */
const LOCK = 7_211_467

/**
 * Brings functions, triggers and views to what the .sql files say, all of them or none, and answers the files that had
 * changed since. What isn't in them any more is dropped; so is a function whose arguments or answer are others now, with
 * what is built on it, and then all files run again.
 */
export function applySql(db: Transactions): Promise<string[]> {
  return db.transaction(async (trx) => {
    const applied = await lockApplied(trx)
    const files = await readSqlFiles()
    const changed = files.filter(({ name, hash }) => applied.get(name)?.hash !== hash)
    const removed = [...applied.keys()].filter((file) => !files.some(({ name }) => name === file))
    if (changed.length + removed.length === 0) return []
    const made = new Set(files.flatMap(({ makes }) => makes))
    const gone = [...applied.values()].flatMap(({ makes }) => makes).filter((what) => !made.has(what))
    await drop(trx, gone)
    for (const { text } of gone.length > 0 ? files : changed) await run(trx, text)
    await forget(trx, [...removed, ...changed.map(({ name }) => name)])
    for (const { name, hash, makes } of changed)
      await trx.raw('insert into migration_sql (file, hash, makes) values (?, ?, ?)', [name, hash, makes])
    return [...removed, ...changed.map(({ name }) => name)].sort()
  })
}

/** The files that {@link applySql} would apply. */
export async function changedSql(db: Statements): Promise<string[]> {
  const applied = await readApplied(db)
  const files = await readSqlFiles()
  return files.filter(({ name, hash }) => applied.get(name)?.hash !== hash).map(({ name }) => name)
}

/** Whether any version has applied its files. */
export const hasSql = async (db: Statements): Promise<boolean> => (await readApplied(db)).size > 0

/** Takes them all away, so that tables can change below them. */
export function dropSql(db: Transactions): Promise<void> {
  return db.transaction(async (trx) => {
    const applied = await lockApplied(trx)
    await drop(
      trx,
      [...applied.values()].flatMap(({ makes }) => makes),
    )
    await forget(trx, [...applied.keys()])
  })
}

/** When two apply at the same time, the second finds what the first has done. */
async function lockApplied(trx: Statements): Promise<Map<string, Applied>> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK})`)
  await trx.raw(
    'create table if not exists migration_sql (file text primary key, hash text not null, makes text[] not null)',
  )
  return readApplied(trx)
}

async function readApplied(db: Statements): Promise<Map<string, Applied>> {
  const { rows: kept } = await db.raw<{ rows: [{ kept: boolean }] }>(
    "select to_regclass('migration_sql') is not null as kept",
  )
  if (!kept[0].kept) return new Map()
  const { rows } = await db.raw<{ rows: Applied[] }>('select file, hash, makes from migration_sql')
  return new Map(rows.map((row) => [row.file, row]))
}

async function drop(trx: Statements, things: string[]): Promise<void> {
  for (const thing of things)
    await trx.raw(`drop ${thing.replace(/^\w+/, '$& if exists').replace(/ returns .*/, '')} cascade`)
}

async function forget(trx: Statements, files: string[]): Promise<void> {
  await trx.raw('delete from migration_sql where file = any (?)', [files])
}

/** Knex would take a question mark for a binding. */
const run = (trx: Statements, sql: string) => trx.raw(sql.replaceAll('?', '\\?'))
