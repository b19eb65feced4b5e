import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Double } from '../../testing/doubles/s3-double.ts'
import { loadConfig } from '../config.ts'
import { type BackupTarget, openTarget } from './backup-target.ts'
import { openOwnVault, openVault, type Vault } from './vault.ts'

const config = loadConfig({})
const ownVault = (target: BackupTarget, market: string, passphrase: string): Promise<Vault> =>
  openOwnVault(target, { market, passphrase, makes: true })

async function folder(): Promise<BackupTarget> {
  const root = await mkdtemp(join(tmpdir(), 'market-target-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const target = openTarget(join(root, 'new'), config)
  await target.make()
  return target
}

async function bucket(): Promise<BackupTarget> {
  const account = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'us-east-1' }
  const s3 = await startS3Double(account)
  onTestFinished(() => s3.stop())
  const reach = { BACKUP_S3_ENDPOINT: s3.url, BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
  return openTarget('s3://backups/our/market', loadConfig(reach))
}

test.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('%s keeps files by key, and lists all of a prefix', async (_, make) => {
  const target = await make()
  expect(await target.list('')).toEqual([])
  for (const key of ['a', 'wal/1', 'wal/2', 'wal/3', 'wal/20', 'waltz/1']) await target.put(key, Buffer.from(key))
  await target.put('a', Buffer.from('b'))
  expect((await target.get('a'))?.toString()).toBe('b')
  expect(await target.get('b')).toBeNull()
  expect((await target.list('wal/')).toSorted()).toEqual(['wal/1', 'wal/2', 'wal/20', 'wal/3'])
  expect((await target.list('wal/2')).toSorted()).toEqual(['wal/2', 'wal/20'])
  await target.delete('wal/2')
  await target.delete('wal/2')
  expect((await target.list('')).toSorted()).toEqual(['a', 'wal/1', 'wal/20', 'wal/3', 'waltz/1'])
})

test('a bucket needs to be told how to reach it', () => {
  expect(() => openTarget('s3://bucket', config)).toThrow('s3://bucket needs BACKUP_S3_ENDPOINT')
})

test('a folder keeps no trace of what could not be written', async () => {
  const target = await folder()
  await target.put('a/b', Buffer.from('file'))
  await expect(target.put('a/b/c', Buffer.from('file'))).rejects.toThrow()
  expect(await readdir(join(target.name, 'a'))).toEqual(['b'])
})

test.each([
  ['as it is', '', 'a text that stands there'],
  ['encrypted', 'correct horse battery', 'a text that stands there'],
])('a file that was changed, or stands for another, is damaged: %s', async (_, passphrase, text) => {
  const target = await folder()
  const made = await ownVault(target, 'market 1', passphrase)
  await made.put('one', Buffer.from(text), { compressed: false })
  const vault = await openVault(target, passphrase)
  expect((await vault.get('one'))?.toString()).toBe(text)
  const file = (await target.get('one')) ?? Buffer.alloc(0)
  expect(file.includes(text)).toBe(passphrase === '')
  await target.put('two', file)
  await expect(vault.get('two')).rejects.toThrow('two in the backup is damaged.')
  for (let at = 0; at < file.length; at += 1) {
    const changed = Buffer.from(file)
    changed[at] = file[at]! ^ 1
    await target.put('one', changed)
    await expect(vault.get('one')).rejects.toThrow('one in the backup is damaged.')
  }
  await target.put('one', file.subarray(0, -1))
  await expect(vault.get('one')).rejects.toThrow('one in the backup is damaged.')
})

test('what goes to a bucket is encrypted', async () => {
  const target = await bucket()
  await expect(ownVault(target, 'market 1', '')).rejects.toThrow(/^What goes to a bucket is encrypted: set BACKUP_PASS/)
  expect(await target.list('')).toEqual([])
  await ownVault(target, 'market 1', 'correct horse battery')
})

test('a folder is never made anew by what is put into it', async () => {
  const target = await folder()
  await rm(target.name, { recursive: true })
  await expect(target.put('wal/1', Buffer.from('piece'))).rejects.toThrow(
    /new is not there: its disk may be unplugged\.$/,
  )
  expect(await target.get('wal/1')).toBeNull()
})

test('a place belongs to one market, and to one passphrase', async () => {
  const target = await folder()
  await expect(openVault(target, '')).rejects.toThrow('There is no backup of a market in ')
  await ownVault(target, 'market 1', 'correct horse battery')
  await expect(openVault(target, '')).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE.')
  await expect(openVault(target, 'another one')).rejects.toThrow('BACKUP_PASSPHRASE is not the one')
  const others = ownVault(target, 'market 2', 'correct horse battery')
  await expect(others).rejects.toThrow('holds the backup of another market')

  const plain = await folder()
  await ownVault(plain, 'market 1', '')
  await expect(ownVault(plain, 'market 1', 'a passphrase')).rejects.toThrow('is not encrypted, but')

  const full = await folder()
  await full.put('letter.txt', Buffer.from('Dear neighbour'))
  await expect(ownVault(full, 'market 1', '')).rejects.toThrow('holds something else')
})
