import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Reader } from '../../../platform/database.ts'
import { findingsIn } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { captureOutput } from '../../../testing/run/capture-output.ts'
import { runMarket } from '../../../../cli/run-market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import { handlers } from '../../../worker.ts'
import { bonuses, payBonuses } from '../bonus/bonuses.ts'
import type { SignedDigest } from '../contract.ts'
import { signedText, verifyStatement, type StatementFile } from '../statement-file.ts'
import { inclusionProofs } from './inclusion-proofs.ts'

const market = useMarket()

const night = async () => {
  market.clock.advance({ days: 1 })
  await handlers(market.ctx)['wallet.take-digest']({})
}
const digests = async () =>
  (await market.visitor().get<{ publicKey: string | null; digests: SignedDigest[] }>('/api/digests')).body
const fileOf = async (member: TestClient, query = '') =>
  (await member.get<StatementFile>(`/api/tokens/statement.json${query}`)).body
/** The audit's findings about digests. Some bonuses here were earned by nobody, which others of its checks say. */
const faults = async (reader: Reader) => (await findingsIn(reader)).filter(({ check }) => check.startsWith('digests'))
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The definition of RFC 6962, section 2.1, word for word: over the hashes of leaves. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

async function leaves(): Promise<Buffer[]> {
  const tiles = await market.ctx.db('ledger_tile').where({ level: 0 }).orderBy('number').pluck('hashes')
  const all = Buffer.concat(tiles)
  return Array.from({ length: all.length / 32 }, (_, at) => all.subarray(at * 32, at * 32 + 32))
}

test('before the first night there is nothing to check', async () => {
  const member = await market.signIn()
  expect(await digests()).toEqual({ publicKey: null, digests: [] })
  expect(await member.get('/api/tokens/statement.json')).toMatchObject({ status: 404, body: { code: 'NO_DIGEST' } })
  expect((await market.visitor().get('/api/tokens/statement.json')).status).toBe(401)
})

test('a statement proves each of its entries, of every night, and says which ones wait', async () => {
  const seller = await market.signIn()
  const { buyer, itemId } = await buildPurchase(market, { seller })
  await night()
  await confirmDelivery(buyer, itemId)
  const first = await fileOf(seller)
  expect(first.lines.map(({ kind, place }) => [kind, place === null])).toEqual([
    ['welcome_bonus', false],
    ['release', true],
  ])
  expect(await verifyStatement(first)).toEqual({
    faults: [],
    proved: 1,
    waiting: 1,
    digest: first.digest,
    signatureChecked: true,
  })
  await night()
  for (const member of [seller, buyer]) {
    const file = await fileOf(member)
    expect(await verifyStatement(file)).toMatchObject({ faults: [], proved: file.lines.length, waiting: 0 })
  }
  const [newest, earlier] = (await digests()).digests
  expect((await fileOf(seller)).digest).toMatchObject({ night: newest?.night, root: newest?.root })
  const then = await fileOf(seller, `?night=${earlier?.night}`)
  expect(then.digest.root).toBe(earlier?.root)
  expect(await verifyStatement(then)).toMatchObject({ faults: [], proved: 1, waiting: 1 })
  expect((await seller.get('/api/tokens/statement.json?night=2020-01-01')).status).toBe(404)
  expect((await seller.get('/api/tokens/statement.json?night=yesterday')).status).toBe(400)
  expect(await faults(market.ctx.db)).toEqual([])
})

test('a night has one digest however many workers take it, and none where nothing has moved', async () => {
  await market.signIn()
  market.clock.advance({ days: 1 })
  const before = (await digests()).digests.length
  await Promise.all(Array.from({ length: 5 }, () => handlers(market.ctx)['wallet.take-digest']({})))
  expect((await digests()).digests).toHaveLength(before + 1)
  await night()
  expect((await digests()).digests).toHaveLength(before + 1)
})

test('the tree is that of RFC 6962, over rows that fill one after the other', async () => {
  const member = await market.signIn()
  for (const [index, many] of [255, 1, 700].entries()) {
    const bonus = (n: number) => ({
      ...bonuses.streak(member.user.id, '2026-11', 2),
      key: `streak:${member.user.id}:${index}:${n}`,
    })
    const all = Array.from({ length: many }, (_, n) => bonus(n))
    await market.ctx.db.transaction((trx) => payBonuses(trx, all, market.clock.now()))
    await night()
  }
  const all = await leaves()
  const { digests: nights } = await digests()
  expect(nights[0]?.size).toBe(all.length)
  for (const { size, root } of nights) expect(rootOf(all.slice(0, size)).toString('hex')).toBe(root)
  const file = await fileOf(member)
  expect(await verifyStatement(file)).toMatchObject({ faults: [], proved: 957, waiting: 0 })
  expect(file.lines.every(({ proof }) => proof.length <= 11)).toBe(true)
})

test('proofs fit a tree of any size', async () => {
  const all = await leaves()
  for (const size of [1, 2, 3, 255, 256, 257, 511, 512, 513, 700, all.length]) {
    const places = [0, 1, 254, 255, 256, 511, 512, size - 1].filter((place) => place < size)
    const proofs = await inclusionProofs(market.ctx.db, size, places)
    for (const [index, place] of places.entries()) {
      const path = pathTo(place, all.slice(0, size)).map((hash) => hash.toString('hex'))
      expect(
        proofs[index]?.map((hash) => hash.toString('hex')),
        `${place} of ${size}`,
      ).toEqual(path)
    }
  }
})

/** PATH of RFC 6962, section 2.1.1. */
function pathTo(place: number, hashes: Buffer[]): Buffer[] {
  if (hashes.length === 1) return []
  let half = 1
  while (half * 2 < hashes.length) half *= 2
  const [left, right] = [hashes.slice(0, half), hashes.slice(half)]
  return place < half ? [...pathTo(place, left), rootOf(right)] : [...pathTo(place - half, right), rootOf(left)]
}

test.each([
  ['an amount', (file: StatementFile) => (file.lines[0]!.amount += 100), 'balance'],
  ['all amounts and balances', (file: StatementFile) => changeAll(file), 'digest'],
  ['an entry that is gone', (file: StatementFile) => file.lines.shift(), 'gap'],
  ['what it was for', (file: StatementFile) => (file.lines[0]!.facts = '{"title": "Other"}'), 'digest'],
  ['when it was', (file: StatementFile) => (file.lines[0]!.createdAt = '2026-01-01T00:00:00.000000Z'), 'digest'],
  ['a place', (file: StatementFile) => (file.lines[0]!.place! += 1), 'digest'],
  [
    'one that is said to wait for the next night',
    ({ lines }: StatementFile) => Object.assign(lines[0]!, { place: null, facts: '{"title": "Other"}' }),
    'digest',
  ],
  [
    'the last one, with its amount and an older day, and said to wait',
    ({ lines }: StatementFile) =>
      Object.assign(lines.at(-1)!, {
        place: null,
        amount: lines.at(-1)!.amount + 1,
        balanceAfter: lines.at(-1)!.balanceAfter + 1,
        createdAt: '2026-01-01T00:00:00.000000Z',
      }),
    'unplaced',
  ],
  [
    'every one, said to wait since some time',
    ({ lines }: StatementFile) => {
      for (const line of lines) Object.assign(line, { place: null, createdAt: 'some time ago' })
    },
    'unplaced',
  ],
  ['a proof', (file: StatementFile) => file.lines[0]!.proof.pop(), 'digest'],
  ['the root', (file: StatementFile) => (file.digest.root = '0'.repeat(64)), 'signature'],
  ['the size', (file: StatementFile) => (file.digest.size += 1), 'signature'],
  ['the key', (file: StatementFile) => (file.publicKey = Buffer.alloc(32, 1).toString('base64')), 'signature'],
  ['the signature', (file: StatementFile) => (file.signature = `B${file.signature.slice(1)}`), 'signature'],
  ['the order of its entries', ({ lines }: StatementFile) => lines.reverse(), 'gap'],
  ['a line that was added', ({ lines }: StatementFile) => lines.push({ ...lines[1]!, version: 3 }), 'balance'],
  ['a line that was added with its balance', (file: StatementFile) => addLine(file, file.lines[1]!.place), 'digest'],
  ['a line that was added between', (file: StatementFile) => file.lines.splice(1, 0, file.lines[0]!), 'gap'],
  ['the account', (file: StatementFile) => (file.account = crypto.randomUUID()), 'digest'],
  ['the format', (file: StatementFile) => Object.assign(file, { format: 'other' }), 'unreadable'],
])('a file in which %s was changed is found', async (_name, change, kind) => {
  const member = await market.signIn()
  await buildPurchase(market, { buyer: member })
  await night()
  const file = await fileOf(member)
  expect((await verifyStatement(file)).faults).toEqual([])
  change(file)
  expect((await verifyStatement(file)).faults.map((fault) => fault.kind)).toContain(kind)
})

function addLine({ lines }: StatementFile, place: number | null): void {
  const last = lines.at(-1)!
  lines.push({ ...last, version: last.version + 1, balanceAfter: last.balanceAfter + last.amount, place })
}

test('what is signed by another site, or never was published, is found by what this market has published', async () => {
  const member = await market.signIn()
  await buildPurchase(market, { buyer: member })
  await night()
  await market.signIn()
  const [file, published] = [await fileOf(member), await digests()]
  await night()
  const newer = await digests()
  for (const known of [published, newer]) expect((await verifyStatement(file, known)).faults).toEqual([])
  // Another site can make a tree of its own, in which each entry lies as it says, and sign it.
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [line] = file.lines
  const leaf = [file.salt, file.account, 1, 99_00, 99_00, line!.transfer, line!.kind, line!.createdAt, line!.facts]
  const root = sha256(Buffer.of(0), Buffer.from(leaf.join('\n'))).toString('hex')
  const digest = { night: file.digest.night, size: 1, root }
  const forged = {
    ...file,
    digest,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64'),
    signature: sign(null, Buffer.from(signedText(digest)), privateKey).toString('base64'),
    lines: [{ ...line!, amount: 99_00, balanceAfter: 99_00, place: 0, proof: [] }],
  }
  expect((await verifyStatement(forged)).faults).toEqual([])
  expect((await verifyStatement(forged, published)).faults).toEqual([{ kind: 'key' }])
  const unpublished = { ...published, publicKey: forged.publicKey }
  expect((await verifyStatement(forged, unpublished)).faults).toEqual([{ kind: 'published' }])
  expect((await verifyStatement(file, { ...published, digests: published.digests.slice(1) })).faults).toEqual([
    { kind: 'published' },
  ])
  // By a digest of before, what came later waits, and is not counted as proved.
  const [, earlier] = newer.digests
  await night()
  const old = await fileOf(member, `?night=${earlier?.night}`)
  addLine(old, null)
  expect(await verifyStatement(old, newer)).toMatchObject({ faults: [], proved: 2, waiting: 1 })
})

function changeAll(file: StatementFile): void {
  let balance = 0
  for (const line of file.lines) {
    line.amount += 100
    balance += line.amount
    line.balanceAfter = balance
  }
}

test.each([null, 7, 'text', [], {}, { format: 'outgrown-statement-1', lines: [null] }])(
  'of %j is said that it is no statement',
  async (file) => {
    expect(await verifyStatement(file)).toMatchObject({ faults: [{ kind: 'unreadable' }], proved: 0 })
  },
)

test('a member who leaves takes the salt along; the digests and the audit stay as they are', async () => {
  const member = await market.signIn()
  await night()
  const { salt } = await fileOf(member)
  const back = await market.signIn({ email: member.user.email })
  expect((await back.delete('/api/users/me')).status).toBe(204)
  const rows = await market.ctx.db('ledger_salt').where({ account_id: member.user.id })
  expect(rows).toEqual([{ account_id: member.user.id, salt: null }])
  expect(await market.ctx.db('ledger_salt').where({ salt: Buffer.from(salt, 'hex') })).toEqual([])
  await market.signIn()
  await night()
  expect(await faults(market.ctx.db)).toEqual([])
})

test.each([
  [
    'a transfer of before',
    `update transfer set created_at = created_at - interval '1 hour' where kind = 'welcome_bonus'`,
  ],
  [
    'a leaf',
    `update ledger_tile set hashes = set_byte(hashes, 39, get_byte(hashes, 39) # 1) where (level, number) = (0, 0)`,
  ],
  [
    'a node',
    `update ledger_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where (level, number) = (1, 0)`,
  ],
  ['a digest', `update ledger_digest set root = sha256('x') where size = (select min(size) from ledger_digest)`],
  ['a night that is gone', `delete from ledger_digest where size = (select min(size) from ledger_digest)`],
  ['a night that is gone at the end', `delete from ledger_digest where size = (select max(size) from ledger_digest)`],
])('the audit names %s', async (_name, statement) => {
  const tampered = market.ctx.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica')
    await trx.raw(statement)
    expect(await faults(trx)).not.toEqual([])
    throw new Error('undone')
  })
  await expect(tampered).rejects.toThrow('undone')
})

test('entries of another member, or of this one by another digest, prove nothing', async () => {
  const seller = await market.signIn()
  const { buyer, itemId } = await buildPurchase(market, { seller })
  await night()
  const older = await fileOf(seller)
  await confirmDelivery(buyer, itemId)
  await night()
  const [file, other] = [await fileOf(seller), await fileOf(buyer)]
  const last = file.lines.length
  const added = {
    ...other.lines[0]!,
    version: last + 1,
    balanceAfter: file.lines.at(-1)!.balanceAfter + other.lines[0]!.amount,
  }
  const forged: Record<string, StatementFile> = {
    'all of the other': { ...file, lines: other.lines },
    'the account of the other': { ...file, account: other.account, salt: other.salt },
    'one more, of the other': { ...file, lines: [...file.lines, added] },
    'an older digest, signed': { ...file, digest: older.digest, signature: older.signature },
  }
  for (const [how, one] of Object.entries(forged)) {
    const { faults: found } = await verifyStatement(one, await digests())
    expect([how, found.map(({ kind }) => kind)]).toEqual([how, expect.arrayContaining(['digest'])])
  }
  expect((await verifyStatement(older, await digests())).faults).toEqual([])
})

test('the command says the same, by its exit code as well', async () => {
  const member = await market.signIn()
  await night()
  const file = await fileOf(member)
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  const verify = async (kept: unknown, published?: unknown) => {
    await writeFile(join(folder, 'kept.json'), typeof kept === 'string' ? kept : JSON.stringify(kept))
    await writeFile(join(folder, 'digests.json'), JSON.stringify(published ?? null))
    const options = published === undefined ? [] : ['--published', join(folder, 'digests.json')]
    return captureOutput({}, () => runMarket(['verify-statement', join(folder, 'kept.json'), ...options]))
  }
  expect(await verify(file)).toMatchObject({
    code: 0,
    stdout: `Digest of ${file.digest.night}: ${file.digest.root} (${file.digest.size} transfers)\nProved by it: 1 entries. Not yet in it: 0.\n`,
  })
  const published = await digests()
  expect(await verify(file, published)).toMatchObject({ code: 0 })
  expect(await verify(file, { ...published, publicKey: Buffer.alloc(32, 1).toString('base64') })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('another key than the market has published') as string,
  })
  expect(await verify(`\ufeff${JSON.stringify(file)}`)).toMatchObject({ code: 0 })
  expect(await verify(file, 'digests')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/digests\.json is not what GET \/api\/digests answers\. .*\n$/) as string,
  })
  // The list of a later page of nights says nothing about this one; no list at all says that nothing was published.
  const later = { ...published, digests: [{ ...published.digests[0]!, night: '2999-01-01' }] }
  const dayAfter = new Date(Date.parse(file.digest.night) + 86_400_000).toISOString().slice(0, 10)
  expect(await verify(file, later)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`does not go back to ${file.digest.night}.* GET /api/digests\\?before=${dayAfter} answers`),
    ) as string,
  })
  expect(await verify(file, { ...published, digests: [] })).toMatchObject({ code: 1 })
  const unproved = { ...file, lines: [{ ...file.lines[0]!, place: null, createdAt: '2999-01-01T00:00:00.000000Z' }] }
  for (const one of [unproved, { ...file, lines: [] }])
    expect(await verify(one)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('proves none of the entries') as string,
    })
  const [only] = file.lines
  const raised = { ...only!, amount: 99_00, balanceAfter: 99_00, place: null, createdAt: '2026-01-01T00:00:00.000000Z' }
  expect(await verify({ ...file, lines: [raised] })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Entry 1: it is older than the digest, yet has no place in it.') as string,
  })
  file.lines[0]!.amount += 1
  expect(await verify(file)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Entry 1: it is not what the digest says.') as string,
  })
  for (const odd of [
    [],
    null,
    '',
    '{"format":',
    '['.repeat(50_000),
    { ...file, lines: [null] },
    { ...file, lines: {} },
  ])
    expect(await verify(odd)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^This is not a statement/) as string,
    })
  await rm(folder, { recursive: true })
})
