import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { claimServer } from './embedded-postgres.ts'
import { tryLock } from './process-lock.ts'
import { afterThisTest, makeDataDir, runChild } from '../testing/postgres-process.ts'

const claim = (dataDir: string) =>
  runChild(
    `say(await claim(${JSON.stringify(dataDir)}).then(() => ({ said: 'mine' }), (error) => error)); await forever()`,
  )

test('the second server in one folder is told which one runs and what to do', async () => {
  const dataDir = await makeDataDir()
  const first = claim(dataDir)
  expect(await first.hear()).toEqual({ said: 'mine' })
  await expect(claimServer(dataDir)).rejects.toMatchObject({
    code: 'SERVER_RUNNING',
    message: `Another Outgrown server (pid ${first.process.pid}) already runs on ${dataDir}. Stop it, or give this one its own DATA_DIR and PORT.`,
  })
})

test('names the folder as one would write it here', async () => {
  const claimed = await claimServer(await makeDataDir())
  await claimed.release()
  const here = runChild(`
    process.chdir(${JSON.stringify(await makeDataDir('.'))})
    await claim('./.data')
    await claim('./.data').catch(say)`)
  expect((await here.hear()).error).toContain('already runs on ./.data. Stop it')
})

test('a released claim is free, and one whose holder was killed', async () => {
  const dataDir = await makeDataDir()
  const first = claim(dataDir)
  await first.hear()
  first.process.kill('SIGKILL')
  await first.ended
  const second = await claimServer(dataDir)
  expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`)
  await second.release()
  const third = await claimServer(dataDir)
  afterThisTest(() => third.release())
})

test.each(['', '0\n', '4194303\n'])('a loser waits for the winner to write its pid over %j', async (before) => {
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'server.pid'), before)
  const winner = tryLock(join(dataDir, 'server.lock'), 'exclusive')
  afterThisTest(() => winner?.release())
  const refused = expect(claimServer(dataDir)).rejects.toThrow(`(pid ${process.pid})`)
  // In the turn in which it has looked for the first time.
  writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
  await refused
})

test('a holder that never writes its pid is spoken of without one', async () => {
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  const holder = tryLock(join(dataDir, 'server.lock'), 'exclusive')
  afterThisTest(() => holder?.release())
  await expect(claimServer(dataDir)).rejects.toThrow('Another Outgrown server already runs on')
})

test('of many at the same instant exactly one wins, and the others name it', async () => {
  const dataDir = await makeDataDir()
  const before = await claimServer(dataDir)
  await before.release()
  // A dead server's pid, which nobody may be told.
  await writeFile(join(dataDir, 'server.pid'), '4194303\n')
  const start = Date.now() + 1500
  const children = Array.from({ length: 8 }, () =>
    runChild(`
      while (Date.now() < ${start});
      say(await claim(${JSON.stringify(dataDir)}).then(() => ({ said: 'mine' }), (error) => error))
      await forever()`),
  )
  const heard = await Promise.all(children.map((child) => child.hear()))
  const winners = children.filter((_, index) => heard[index]?.said === 'mine')
  expect(winners).toHaveLength(1)
  const named = heard.flatMap(({ error }) => error?.match(/\(pid (\d+)\)/)?.[1] ?? [])
  expect(named).toEqual(Array(7).fill(String(winners[0]?.process.pid)))
})
