import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { shareFiles } from '../platform/http/pages/shared-files.ts'
import { closableServer, closeServer } from '../platform/http/shutdown.ts'
import { startBalancer } from './doubles/balancer.ts'
import { TestClient } from './market/client.ts'
import { useMarket } from './market/use-market.ts'

// Two machines behind a balancer, each with the files of its own build, are brought from one build to the next.
const market = useMarket({ env: { TRUST_PROXY: '1' } })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'builds-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** A build of the site whose pages need three files, one of which every build has. */
async function build(name: string): Promise<string> {
  const client = join(folder, name, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  const files = ['libraries-0.js', `site-${name}.js`, `page-${name}.css`]
  for (const file of files) await writeFile(join(client, 'assets', file), `/* ${file} */`)
  await writeFile(join(client, 'index.html'), files.map((file) => `<link href="/assets/${file}">`).join(''))
  return join(folder, name)
}

async function startMachine(dist: string, port = 0): Promise<Server> {
  await shareFiles(market.ctx, dist)
  const answer = createApp(market.ctx, dist).callback()
  const server = closableServer((request, response) => void answer(request, response))
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port
const filesOf = (page: string) => Array.from(page.matchAll(/href="([^"]+)"/g), ([, path = '']) => path)

test('from one build to the next no request fails, no file is missing, and streams come back', async () => {
  const [one, two] = [await build('one'), await build('two')]
  const machines = [await startMachine(one), await startMachine(one)]
  const balancer = await startBalancer(machines.map((machine) => `http://127.0.0.1:${portOf(machine)}`))
  const failures: string[] = []
  let over = false
  let rounds = 0
  let streams = 0
  let asked = 0
  const ask = async (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) => {
    asked += 1
    // Each from another address, or so many would be too many.
    const headers = { 'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}`, ...init.headers }
    const answer = await fetch(balancer.url + path, { ...init, headers })
    if (answer.status !== 200) failures.push(`${path} ${answer.status} ${await answer.clone().text()}`)
    return answer
  }
  const member = await new TestClient(market.url).signIn({ email: 'nora@example.com', firstName: 'Nora' })
  const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, origin: market.ctx.config.publicUrl, 'content-type': 'application/json' }
  const visitor = async () => {
    while (!over) {
      const page = await (await ask('/')).text()
      for (const path of filesOf(page)) await (await ask(path)).text()
      const written = await ask('/api/users/me', { method: 'PATCH', body: '{"firstName":"Ada"}', headers })
      await written.text()
      rounds += 1
    }
  }
  const listener = async () => {
    while (!over) {
      const stream = await ask('/api/messages/stream', { headers: { cookie } })
      streams += 1
      await stream.text().catch(() => undefined)
    }
  }
  const open = await (await ask('/')).text()
  const visits = [visitor(), visitor(), visitor(), visitor()]
  const listening = listener()
  const someRounds = async () => {
    const until = rounds + 8
    await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(until)
  }
  await someRounds()
  await expect.poll(() => streams).toBe(1)
  for (const [place, machine] of machines.entries()) {
    const port = portOf(machine)
    await closeServer(machine)
    await someRounds()
    machines[place] = await startMachine(two, port)
    await someRounds()
  }
  // A page that has been open since before finds its files on machines that never had them.
  for (const path of filesOf(open)) await ask(path)
  expect(await (await ask('/')).text()).toContain('site-two.js')
  expect((await fetch(`${balancer.url}/assets/site-three.js`)).status).toBe(404)
  over = true
  await Promise.all(visits)
  await Promise.all([...machines.map((machine) => closeServer(machine)), listening])
  await balancer.stop()
  expect(failures).toEqual([])
  expect(streams).toBeGreaterThan(1)
})

test('files that no build has had for a day leave the photo store', async () => {
  const { ctx, clock } = market
  const has = async () => {
    const names = ['libraries-0.js', 'site-one.js', 'site-two.js']
    return Promise.all(names.map(async (name) => (await ctx.photos.get(`assets/${name}`)) !== null))
  }
  clock.advance({ minutes: 23 * 60 })
  await shareFiles(ctx, await build('two'))
  expect(await has()).toEqual([true, true, true])
  clock.advance({ minutes: 2 * 60 })
  await shareFiles(ctx, await build('two'))
  expect(await has()).toEqual([true, false, true])
  await shareFiles(ctx, await build('one'))
  expect(await has()).toEqual([true, true, true])
})
