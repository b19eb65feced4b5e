import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const KNEX = `import knex from 'knex'\nexport const db = knex({ client: 'pg' })\n`
const MODEL = `import { Model } from 'objection'\nexport class Item extends Model {}\n`

/** File -> its text and the one rule that must fail it, or none. */
const PLANTED: Record<string, { text: string; rule?: string }> = {
  'src/modules/wallet/unawaited-knex.ts': {
    text: `${KNEX}export async function pay() {\n  await Promise.resolve()\n  db('account').update({ balance: 1 })\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'src/modules/wallet/unawaited-raw.ts': {
    text: `${KNEX}export function lock() {\n  db.raw('select 1')\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'src/modules/wallet/silenced.ts': {
    text: `${KNEX}export function pay() {\n  // eslint-disable-next-line\n  db('account').delete()\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'src/modules/wallet/silenced-everywhere.ts': {
    text: `/* oxlint-disable */\n${KNEX}export function pay() {\n  db('account').delete()\n}\n`,
    rule: 'no-silenced-check',
  },
  'src/modules/wallet/riddle.ts': {
    text: `export const message = 'Without a word from you, it is carried out.'\n`,
    rule: 'words-a-neighbour-would-say',
  },
  'src/modules/wallet/second-word.ts': {
    text: `export function tellSeller(): string {\n  return 'sold'\n}\n`,
    rule: 'one-word-a-thing',
  },
  'src/modules/wallet/thing.ts': {
    text: `export interface SoldThing {\n  id: string\n}\n`,
    rule: 'one-word-a-thing',
  },
  'src/modules/wallet/fragment.ts': {
    text: `/** Of all of them. */\nexport const total = 3\n`,
    rule: 'comment-with-a-subject',
  },
  'src/modules/wallet/question.ts': {
    text: `/** What a purchase costs, in tokens. */\nexport const cost = 3\n`,
    rule: 'comment-with-a-subject',
  },
  'src/modules/wallet/condition.ts': {
    text: `/** Where there is none. */\nexport const none = null\n`,
    rule: 'comment-with-a-subject',
  },
  'src/modules/wallet/sentence.ts': {
    text: `/** Whether nothing is left. Where it is, the sum of all accounts isn't zero. */\nexport const nothing = true\n`,
  },
  'src/modules/wallet/type-error-ignored.ts': {
    text: `// @ts-ignore\nexport const balance: number = '3.02'\n`,
    rule: 'typescript(ban-ts-comment)',
  },
  'src/modules/wallet/mistyped.ts': {
    text: `export const balance: number = '3.02'\n`,
    rule: 'typescript(TS2322)',
  },
  'src/modules/wallet/unawaited-transaction.ts': {
    text: `${KNEX}export function pay() {\n  db.transaction(async (trx) => {\n    await trx('account').delete()\n  })\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'src/modules/catalog/unawaited-objection.ts': {
    text: `${MODEL}export function remove(id: string) {\n  Item.query().deleteById(id)\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'src/modules/wallet/awaited.ts': {
    text: `${KNEX}export async function pay() {\n  await db('account').where((account) => void account.where('id', 1).orWhere('id', 2)).update({ balance: 1 })\n}\n`,
  },
  'src/modules/wallet/promise-as-condition.ts': {
    text: `declare function mayPay(): Promise<boolean>\nexport function pay() {\n  return mayPay() ? 1 : 2\n}\n`,
    rule: 'typescript(no-misused-promises)',
  },
  'src/modules/wallet/await-of-nothing.ts': {
    text: `export async function pay(balance: number) {\n  await balance\n}\n`,
    rule: 'typescript(await-thenable)',
  },
  'src/modules/wallet/open-switch.ts': {
    text: `export function sign(kind: 'hold' | 'void') {\n  switch (kind) {\n    case 'hold':\n      return 1\n  }\n  return 0\n}\n`,
    rule: 'typescript(switch-exhaustiveness-check)',
  },
  'src/modules/wallet/value-import.ts': {
    text: `import { Knex } from 'knex'\nexport type Trx = Knex.Transaction\n`,
    rule: 'typescript(consistent-type-imports)',
  },
  'src/modules/wallet/any.ts': {
    text: `export const body = (value: any) => String(value)\n`,
    rule: 'typescript(no-explicit-any)',
  },
  'src/modules/wallet/own-clock.ts': {
    text: `export const paidAt = () => new Date()\n`,
    rule: 'time-from-the-clock',
  },
  'src/modules/wallet/own-clock.test.ts': {
    text: `export const paidAt = () => Date.now()\n`,
    rule: 'ordinary-time',
  },
  'web/e2e/own-clock.spec.ts': {
    text: `export const paidAt = () => new Date()\n`,
    rule: 'ordinary-time',
  },
  'src/testing/own-clock.ts': {
    text: `export const sweep = "update purchase set expires_at = now()"\n`,
    rule: 'ordinary-time-in-sql',
  },
  'src/testing/job-clock.ts': {
    text: `export const due = "select from pgboss.job where start_after <= now()"\n`,
  },
  'src/platform/domain.ts': {
    text: `export const parts = ['/api/impact/stats']\n`,
    rule: 'platform-knows-no-domain',
  },
  'src/platform/domain-word.ts': {
    text: `/** Whoever is a buyer. */\nexport const rows = 1\n`,
    rule: 'platform-knows-no-domain',
  },
  'src/platform/api-path.ts': { text: `export const isApi = (path: string) => path.startsWith('/api/')\n` },
  'src/platform/clock.ts': { text: `export const now = () => new Date()\n` },
  'web/pages/hook-in-condition.tsx': {
    text: `import { useState } from 'react'\nexport function Page({ open }: { open: boolean }) {\n  if (open) useState(0)\n  return <p />\n}\n`,
    rule: 'react-hooks(rules-of-hooks)',
  },
}

let tree: string
let failures: { file: string; rule: string }[]

beforeAll(async () => {
  tree = await realpath(await mkdtemp(join(tmpdir(), 'lint-rules-')))
  for (const file of ['package.json', 'tsconfig.json', '.oxlintrc.json'])
    await cp(join(PROJECT, file), join(tree, file))
  await symlink(join(PROJECT, 'node_modules'), join(tree, 'node_modules'), 'junction')
  for (const [file, { text }] of Object.entries(PLANTED)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  failures = [...(await lint()), ...(await checkText())]
})

afterAll(() => rm(tree, { recursive: true }))

describe('lint rules', () => {
  test.each(Object.entries(PLANTED))('%s', (file, { rule }) => {
    const rules = failures.filter((failure) => failure.file === file).map((failure) => failure.rule)
    if (rule === undefined) expect(rules).toEqual([])
    else expect(rules).toContain(rule)
  })
})

async function lint(): Promise<typeof failures> {
  const { stdout } = await run('node_modules/oxlint/bin/oxlint', '--format=json', 'src', 'web')
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] }
  return diagnostics.map(({ filename, code }) => ({ file: filename, rule: code }))
}

async function checkText(): Promise<typeof failures> {
  const { stderr } = await run('src/testing/checks/check-text.ts')
  return Array.from(stderr.matchAll(/^(.+?):\d+ ([a-z-]+):/gm), ([, file, rule]) => ({ file: file!, rule: rule! }))
}

/** Runs a script of the project in the planted tree; both checks exit with 1 there. */
function run(script: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(PROJECT, script), ...args],
      { cwd: tree, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        if (error?.code === 1) resolve({ stdout, stderr })
        else reject(error ?? new Error(`${script} found nothing`))
      },
    )
  })
}
