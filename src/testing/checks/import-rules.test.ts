import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** Rule -> the file that breaks it and what it imports. `type:` plants an `import type`. */
const VIOLATIONS: Record<string, [from: string, to: string][]> = {
  'identity-calls-only-nobody': [['src/modules/identity/a.ts', 'src/modules/catalog/index.ts']],
  'notifications-calls-only-identity': [['src/modules/notifications/a.ts', 'src/modules/messaging/index.ts']],
  'recalls-calls-only-nobody': [['src/modules/recalls/a.ts', 'src/modules/identity/index.ts']],
  'catalog-calls-only-identity-notifications-recalls': [['src/modules/catalog/a.ts', 'src/modules/wallet/index.ts']],
  'wallet-calls-only-identity': [
    ['src/modules/wallet/a.ts', 'src/modules/catalog/index.ts'],
    ['src/modules/wallet/b.ts', 'type:src/modules/catalog/contract.ts'],
  ],
  'purchasing-calls-only-identity-notifications-catalog-wallet': [
    ['src/modules/purchasing/a.ts', 'src/modules/messaging/index.ts'],
  ],
  'messaging-calls-only-identity-notifications-catalog-handover-contract': [
    ['src/modules/messaging/a.ts', 'src/modules/purchasing/index.ts'],
    ['src/modules/messaging/b.ts', 'src/modules/handover/index.ts'],
  ],
  'handover-calls-only-identity-notifications-catalog-purchasing': [
    ['src/modules/handover/a.ts', 'src/modules/messaging/index.ts'],
  ],
  'simulation-calls-only-wallet': [['src/modules/simulation/a.ts', 'src/modules/catalog/index.ts']],
  'economy-calls-only-identity-catalog-wallet-purchasing-messaging-handover-simulation': [
    ['src/modules/economy/a.ts', 'src/modules/recalls/index.ts'],
  ],
  'audit-calls-only-identity-catalog-wallet-purchasing-messaging-handover-economy': [
    ['src/modules/audit/a.ts', 'src/modules/notifications/index.ts'],
  ],
  'backup-calls-only-audit': [['src/modules/backup/a.ts', 'src/modules/catalog/index.ts']],
  'sandbox-only-from-tests': [['cli/d.ts', 'src/modules/purchasing/card/sandbox/sandbox.ts']],
  'feature-listing-uses-only-earlier-ones': [['web/features/listing/a.tsx', 'web/features/photos/index.tsx']],
  'feature-photos-uses-only-earlier-ones': [['web/features/photos/a.tsx', 'web/features/identity/index.tsx']],
  'feature-identity-uses-only-earlier-ones': [['web/features/identity/a.tsx', 'web/features/safety/index.tsx']],
  'feature-notifications-uses-only-earlier-ones': [
    ['web/features/notifications/a.tsx', 'web/features/safety/index.tsx'],
  ],
  'feature-safety-uses-only-earlier-ones': [['web/features/safety/a.tsx', 'web/features/wallet/index.tsx']],
  'feature-wallet-uses-only-earlier-ones': [['web/features/wallet/a.tsx', 'web/features/browsing/index.tsx']],
  'feature-browsing-uses-only-earlier-ones': [['web/features/browsing/a.tsx', 'web/features/landing/index.tsx']],
  'feature-landing-uses-only-earlier-ones': [['web/features/landing/a.tsx', 'web/features/my-listings/index.tsx']],
  'feature-my-listings-uses-only-earlier-ones': [['web/features/my-listings/a.tsx', 'web/features/posting/index.tsx']],
  'feature-posting-uses-only-earlier-ones': [['web/features/posting/a.tsx', 'web/features/batch/index.tsx']],
  'feature-batch-uses-only-earlier-ones': [['web/features/batch/a.tsx', 'web/features/messaging/index.tsx']],
  'feature-messaging-uses-only-earlier-ones': [['web/features/messaging/a.tsx', 'web/features/buying/index.tsx']],
  'feature-times-uses-only-earlier-ones': [['web/features/times/a.tsx', 'web/features/handover/index.tsx']],
  'feature-basket-uses-only-earlier-ones': [['web/features/basket/a.tsx', 'web/features/buying/index.tsx']],
  'feature-buying-uses-only-earlier-ones': [['web/features/buying/a.tsx', 'web/features/listing-page/index.tsx']],
  'feature-purchases-uses-only-earlier-ones': [['web/features/purchases/a.tsx', 'web/features/listing-page/index.tsx']],
  'feature-handover-uses-only-earlier-ones': [['web/features/handover/a.tsx', 'web/features/listing-page/index.tsx']],
  'feature-listing-page-uses-only-earlier-ones': [
    ['web/features/listing-page/a.tsx', 'web/features/economy/index.tsx'],
  ],
  'feature-economy-uses-only-earlier-ones': [['web/features/economy/a.tsx', 'web/features/admin/index.tsx']],
  'feature-admin-uses-only-earlier-ones': [['web/features/admin/a.tsx', 'web/features/attic/index.tsx']],
  'features-know-no-page': [
    ['web/features/listing-page/b.tsx', 'web/pages/listing.tsx'],
    ['web/ui/a.tsx', 'web/router.tsx'],
  ],
  'frame-knows-few-features': [
    ['web/frame/a.tsx', 'web/features/buying/index.tsx'],
    ['web/frame/b.tsx', 'web/pages/listing.tsx'],
  ],
  'feature-is-in-the-order': [['web/pages/f.tsx', 'web/features/attic/index.tsx']],
  'module-through-its-door': [
    ['src/modules/purchasing/b.ts', 'src/modules/wallet/ledger/transfer.ts'],
    ['src/modules/purchasing/c.ts', 'type:src/modules/wallet/ledger/transfer.ts'],
  ],
  'modules-from-outside-through-their-doors': [
    ['src/events.ts', 'src/modules/wallet/ledger/transfer.ts'],
    ['cli/a.ts', 'src/modules/wallet/ledger/transfer.ts'],
  ],
  'routes-only-from-app': [
    ['src/modules/wallet/c.ts', 'src/modules/wallet/routes.ts'],
    ['src/web.ts', 'src/modules/wallet/routes.ts'],
  ],
  'jobs-only-from-worker': [['src/app.ts', 'src/modules/wallet/jobs.ts']],
  'modules-know-no-process': [['src/modules/wallet/d.ts', 'src/app.ts']],
  'platform-knows-no-domain': [
    ['src/platform/a.ts', 'src/modules/identity/index.ts'],
    ['src/platform/b.ts', 'src/app.ts'],
    ['src/platform/c.ts', 'type:src/events.ts'],
  ],
  'contract-runs-anywhere': [
    ['src/modules/catalog/contract.ts', 'src/platform/database.ts'],
    ['src/modules/identity/contract.ts', 'node:crypto'],
    ['src/modules/messaging/contract.ts', 'koa'],
    ['src/modules/catalog/analysis/contract.ts', 'src/modules/catalog/photo/photo.ts'],
  ],
  'isomorphic-platform-runs-anywhere': [['src/platform/endpoint.ts', 'koa']],
  'web-imports-contracts-only': [
    ['web/pages/a.tsx', 'src/modules/wallet/index.ts'],
    ['web/pages/b.tsx', 'type:src/platform/database.ts'],
    ['web/pages/c.tsx', 'seeds/a.ts'],
  ],
  'web-runs-in-the-browser': [['web/pages/d.tsx', 'node:fs']],
  'cli-and-seeds-use-doors-and-platform': [
    ['cli/b.ts', 'src/app.ts'],
    ['seeds/b.ts', 'src/modules/wallet/ledger/transfer.ts'],
  ],
  'migrations-stand-alone': [['migrations/a.ts', 'src/platform/database.ts']],
  'nothing-imports-a-test': [['src/testing/market/builders.ts', 'src/modules/wallet/audit.test.ts']],
  'no-test-support-in-production': [
    ['src/worker.ts', 'src/testing/market/builders.ts'],
    ['src/platform/d.ts', 'src/testing/market/builders.ts'],
    ['seeds/c.ts', 'src/testing/market/builders.ts'],
  ],
  'no-dev-dependency-in-production': [['src/platform/e.ts', 'vitest']],
  'no-undeclared-dependency': [['src/platform/f.ts', 'undeclared']],
  'no-unresolvable-import': [['src/platform/g.ts', 'src/platform/absent.ts']],
  'no-circular-import': [
    ['src/platform/h.ts', 'src/platform/i.ts'],
    ['src/platform/j.ts', 'type:src/platform/k.ts'],
  ],
}

/** Files that close the cycles above; a cycle is reported at one of its imports only. */
const CYCLE_ENDS: [from: string, to: string][] = [
  ['src/platform/i.ts', 'src/platform/h.ts'],
  ['src/platform/k.ts', 'src/platform/j.ts'],
]

const ALLOWED: [from: string, to: string][] = [
  ['src/app.ts', 'src/modules/wallet/routes.ts'],
  ['src/worker.ts', 'src/modules/wallet/jobs.ts'],
  ['src/modules/wallet/e.ts', 'src/modules/wallet/ledger/transfer.ts'],
  ['src/modules/wallet/e.ts', 'src/platform/database.ts'],
  ['src/modules/purchasing/d.ts', 'src/modules/wallet/index.ts'],
  ['src/modules/purchasing/d.ts', 'src/events.ts'],
  ['src/modules/admin/a.ts', 'src/modules/messaging/contract.ts'],
  ['src/modules/wallet/contract.ts', 'zod'],
  ['src/modules/wallet/contract.ts', 'src/platform/decimal.ts'],
  ['src/modules/wallet/wallet.test.ts', 'src/testing/market/builders.ts'],
  ['src/modules/wallet/wallet.test.ts', 'vitest'],
  ['src/platform/l.ts', 'koa'],
  ['src/platform/jobs/queue.test.ts', 'src/events.ts'],
  ['web/pages/e.tsx', 'src/modules/wallet/contract.ts'],
  ['web/pages/e.tsx', 'src/modules/catalog/analysis/contract.ts'],
  ['src/modules/admin/b.ts', 'src/modules/catalog/analysis/contract.ts'],
  ['src/modules/catalog/analysis/contract.ts', 'src/modules/catalog/contract.ts'],
  ['src/testing/market/card-market.ts', 'src/modules/purchasing/card/sandbox/sandbox.ts'],
  ['web/features/listing-page/c.tsx', 'web/features/buying/index.tsx'],
  ['web/features/admin/b.tsx', 'web/features/listing/index.tsx'],
  ['web/pages/listing.tsx', 'web/features/listing-page/index.tsx'],
  ['web/frame/c.tsx', 'web/features/browsing/index.tsx'],
  ['web/e2e/support/fixtures.ts', 'src/testing/market/builders.ts'],
  ['cli/c.ts', 'src/modules/wallet/index.ts'],
  ['cli/c.ts', 'src/platform/database.ts'],
  ['cli/c.ts', 'seeds/a.ts'],
  ['cli/c.ts', 'src/open-context.ts'],
]

interface Report {
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[]
    ruleSetUsed: { forbidden: { name: string }[] }
  }
}

let tree: string
let report: Report

beforeAll(async () => {
  tree = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')))
  await plantTree([...Object.values(VIOLATIONS).flat(), ...CYCLE_ENDS, ...ALLOWED])
  report = await cruise()
})

afterAll(() => rm(tree, { recursive: true }))

describe('import rules', () => {
  test('every rule has a planted violation', () => {
    const rules = report.summary.ruleSetUsed.forbidden.map((rule) => rule.name)
    expect(Object.keys(VIOLATIONS).sort()).toEqual(rules.sort())
  })

  const planted = Object.entries(VIOLATIONS).flatMap(([rule, edges]) => edges.map(([from, to]) => ({ rule, from, to })))
  test.each(planted)('$rule reports $from -> $to', ({ rule, from, to }) => {
    expect(reportedFor(from, to)).toContain(rule)
  })

  test.each(ALLOWED)('%s -> %s is allowed', (from, to) => {
    expect(reportedFor(from, to)).toEqual([])
  })
})

function reportedFor(from: string, to: string): string[] {
  const target = to.replace(/^(type|node):/, '')
  const hits = report.summary.violations.filter((hit) => hit.from === from && matches(hit.to, target))
  return hits.map((hit) => hit.rule.name)
}

function matches(reported: string, target: string): boolean {
  return reported.startsWith('node_modules/') ? reported.split('/')[1] === target : reported.endsWith(target)
}

async function plantTree(edges: [from: string, to: string][]): Promise<void> {
  const files = new Map<string, string[]>()
  for (const [from, to] of edges) {
    files.set(from, [...(files.get(from) ?? []), to])
    if (isPath(to) && !to.endsWith('absent.ts')) files.set(bare(to), files.get(bare(to)) ?? [])
  }
  for (const [file, imports] of files) await write(file, imports.map((to) => importLine(file, to)).join('\n'))
  for (const name of ['zod', 'koa', 'vitest', 'undeclared']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, '')
  }
  await write(
    'package.json',
    JSON.stringify({ type: 'module', dependencies: { zod: '1', koa: '1' }, devDependencies: { vitest: '1' } }),
  )
  await cp(join(PROJECT, 'tsconfig.json'), join(tree, 'tsconfig.json'))
}

const isPath = (to: string): boolean => to.includes('/')
const bare = (to: string): string => to.replace(/^type:/, '')

function importLine(from: string, to: string): string {
  const specifier = isPath(to) ? '../'.repeat(from.split('/').length - 1) + bare(to) : to
  const path = specifier.startsWith('.') || !isPath(to) ? specifier : `./${specifier}`
  return to.startsWith('type:') ? `import type { A } from '${path}'\nexport type B = A` : `import '${path}'`
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), text)
}

async function cruise(): Promise<Report> {
  const folders = ['src', 'web', 'cli', 'migrations', 'seeds']
  const bin = join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [bin, '--config', join(PROJECT, '.dependency-cruiser.mjs'), '--output-type', 'json', ...folders]
  return new Promise((resolve, reject) => {
    // Exit code = number of violations, so an error code alone says nothing.
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
      if (stdout) resolve(JSON.parse(stdout) as Report)
      else reject(new Error(stderr))
    })
  })
}
