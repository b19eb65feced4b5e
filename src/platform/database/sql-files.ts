import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Functions, triggers and views of one subject, in SQL that can be run again on top of itself. */
export interface SqlFile {
  /** Its path in the project. */
  name: string
  text: string
  hash: string
  /**
   * The names of its objects: `function fold(text) returns text`, `trigger session_ended on sessions`, `view
   * member_balance`.
   */
  makes: string[]
}

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))

/** The .sql files of the project; those that a file names in a line `-- after src/…` come before it. */
export async function readSqlFiles(): Promise<SqlFile[]> {
  const names = (await readdir(join(PROJECT, 'src'), { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const files = await Promise.all(names.map((name) => readSqlFile(`src/${name.split(sep).join('/')}`)))
  const sorted = new Set<SqlFile>()
  const add = (file: SqlFile, behind: string[]): void => {
    if (behind.includes(file.name))
      throw new Error(`${[...behind, file.name].join(' comes after ')}: that is a circle.`)
    for (const [, before] of file.text.matchAll(/^-- after (\S+)$/gm)) {
      const needed = files.find(({ name }) => name === before)
      if (needed === undefined) throw new Error(`${file.name} comes after ${before}, which there is not.`)
      add(needed, [...behind, file.name])
    }
    sorted.add(file)
  }
  for (const file of files) add(file, [])
  return [...sorted]
}

async function readSqlFile(name: string): Promise<SqlFile> {
  const text = await readFile(join(PROJECT, name), 'utf8')
  const functions = [...text.matchAll(/^create or replace function (\w+\([^)]*\))\s+(returns (?:setof )?\S+)/gm)]
  const triggers = [...text.matchAll(/^create (?:or replace |constraint )trigger (\w+)\s[^;]*?\son (\w+)/gm)]
  const views = [...text.matchAll(/^create view (\w+)/gm)]
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    makes: [
      ...functions.map(([, signature, answer]) => `function ${signature} ${answer}`),
      ...triggers.map(([, trigger, table]) => `trigger ${trigger} on ${table}`),
      ...views.map(([, view]) => `view ${view}`),
    ],
  }
}
