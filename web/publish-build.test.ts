import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publish } from './publish-build.ts'

const HOUR = 60 * 60 * 1000

test('hashed files of builds before stay for a day, from the moment that the next one has taken their place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = join(folder, 'client')
  await mkdir(place)
  const build = async (files: Record<string, string>, hours: number) => {
    const work = join(folder, 'work')
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(work, file)), { recursive: true })
      await writeFile(join(work, file), text)
    }
    await publish(work, place, hours * HOUR)
    await rm(work, { recursive: true })
    return {
      assets: (await readdir(join(place, 'assets'))).sort(),
      page: await readFile(join(place, 'index.html'), 'utf8'),
    }
  }
  const common = { 'assets/common-0.js': '' }
  await build({ ...common, 'assets/page-1.js': '', 'index.html': 'one', 'gone.txt': '' }, 0)
  // The first one has been in use for weeks; that is not what counts.
  expect(await build({ ...common, 'assets/page-2.js': '', 'index.html': 'two' }, 500)).toEqual({
    assets: ['common-0.js', 'page-1.js', 'page-2.js'],
    page: 'two',
  })
  expect(await readdir(place)).not.toContain('gone.txt')
  const third = await build({ 'assets/page-3.js': '', 'index.html': 'three' }, 523)
  expect(third.assets).toEqual(['common-0.js', 'page-1.js', 'page-2.js', 'page-3.js'])
  // Back to the second: it is not old any more.
  const back = await build({ ...common, 'assets/page-2.js': '', 'index.html': 'two' }, 525)
  expect(back.assets).toEqual(['common-0.js', 'page-2.js', 'page-3.js'])
  expect((await build({ 'assets/page-4.js': '', 'index.html': 'four' }, 600)).assets).toEqual([
    'common-0.js',
    'page-2.js',
    'page-4.js',
  ])
})
