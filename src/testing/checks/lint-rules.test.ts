import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const KNEX = `import knex from 'knex'\nexport const db = knex({ client: 'pg' })\n`
const MODEL = `import { Model } from 'objection'\nexport class Item extends Model {}\n`

/** File -> its text and the one rule that must fail it, or none. */
const PLANTED: Record<string, { text: string; rule?: string }> = {
  'src/modules/wallet/unawaited-knex.ts': {
    text: `${KNEX}export async function pay() {\n  await Promise.resolve()\n  db('account').update({ balance: 1 })\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  'src/modules/wallet/unawaited-raw.ts': {
    text: `${KNEX}export function lock() {\n  db.raw('select 1')\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  'src/modules/wallet/silenced.ts': {
    text: `${KNEX}export function pay() {\n  // eslint-disable-next-line\n  db('account').delete()\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  'src/modules/wallet/unawaited-transaction.ts': {
    text: `${KNEX}export function pay() {\n  db.transaction(async (trx) => {\n    await trx('account').delete()\n  })\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  'src/modules/catalog/unawaited-objection.ts': {
    text: `${MODEL}export function remove(id: string) {\n  Item.query().deleteById(id)\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  'src/modules/wallet/awaited.ts': {
    text: `${KNEX}export async function pay() {\n  await db('account').where((account) => void account.where('id', 1).orWhere('id', 2)).update({ balance: 1 })\n}\n`,
  },
  'src/modules/wallet/promise-as-condition.ts': {
    text: `declare function mayPay(): Promise<boolean>\nexport function pay() {\n  return mayPay() ? 1 : 2\n}\n`,
    rule: '@typescript-eslint/no-misused-promises',
  },
  'src/modules/wallet/await-of-nothing.ts': {
    text: `export async function pay(balance: number) {\n  await balance\n}\n`,
    rule: '@typescript-eslint/await-thenable',
  },
  'src/modules/wallet/open-switch.ts': {
    text: `export function sign(kind: 'hold' | 'void') {\n  switch (kind) {\n    case 'hold':\n      return 1\n  }\n  return 0\n}\n`,
    rule: '@typescript-eslint/switch-exhaustiveness-check',
  },
  'src/modules/wallet/value-import.ts': {
    text: `import { Knex } from 'knex'\nexport type Trx = Knex.Transaction\n`,
    rule: '@typescript-eslint/consistent-type-imports',
  },
  'src/modules/wallet/any.ts': {
    text: `export const body = (value: any) => String(value)\n`,
    rule: '@typescript-eslint/no-explicit-any',
  },
  'src/modules/wallet/own-clock.ts': {
    text: `export const paidAt = () => new Date()\n`,
    rule: 'no-restricted-syntax',
  },
  'src/platform/clock.ts': { text: `export const now = () => new Date()\n` },
  'web/pages/hook-in-condition.tsx': {
    text: `import { useState } from 'react'\nexport function Page({ open }: { open: boolean }) {\n  if (open) useState(0)\n  return <p />\n}\n`,
    rule: 'react-hooks/rules-of-hooks',
  },
}

let tree: string
let results: ESLint.LintResult[]

beforeAll(async () => {
  tree = await realpath(await mkdtemp(join(tmpdir(), 'lint-rules-')))
  await cp(join(PROJECT, 'tsconfig.json'), join(tree, 'tsconfig.json'))
  await symlink(join(PROJECT, 'node_modules'), join(tree, 'node_modules'), 'junction')
  for (const [file, { text }] of Object.entries(PLANTED)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  const eslint = new ESLint({ cwd: tree, overrideConfigFile: join(PROJECT, 'eslint.config.js') })
  results = await eslint.lintFiles(['src', 'web'])
}, 120_000)

afterAll(() => rm(tree, { recursive: true }))

describe('lint rules', () => {
  test.each(Object.entries(PLANTED))('%s', (file, { rule }) => {
    const messages = results.find((result) => result.filePath === join(tree, file))?.messages
    const errors = messages?.filter((message) => message.severity === 2).map((message) => message.ruleId)
    if (rule === undefined) expect(errors).toEqual([])
    else expect(errors).toContain(rule)
  })
})
