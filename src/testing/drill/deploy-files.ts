import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { listenLocally } from '../run/listen-locally.ts'
import { freePort } from '../market/start-market.ts'
import type { Figures } from './drill.ts'

const run = promisify(execFile)

/** For a minute: long enough to be read by a server that never starts. */
async function certificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=market.example', '-days', '1']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject])
  return { cert, key }
}

/** Two web processes, of which one isn't ready: it answers all with 503. */
async function upstreams(): Promise<{ addresses: string[]; stop: () => Promise<void> }> {
  const both = await Promise.all(
    [503, 200].map((status) =>
      listenLocally(createServer((_request, response) => response.writeHead(status).end('plain words'))),
    ),
  )
  return {
    addresses: both.map(({ url }) => new URL(url).host),
    async stop() {
      await Promise.all(both.map(({ stop }) => stop()))
    },
  }
}

/** @throws Error when a read behind the proxy meets the process that isn't ready */
async function askThrough(command: string[], url: string): Promise<void> {
  const [file = '', ...args] = command
  const proxy = spawn(file, args, { stdio: 'ignore', env: { ...process.env, SITE_ADDRESS: url } })
  const ended = once(proxy, 'exit')
  try {
    await setTimeout(4000)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).status),
    )
    if (statuses.some((status) => status !== 200)) throw new Error(`${file} gives ${statuses.join(' ')}`)
  } finally {
    proxy.kill()
    await ended
  }
}

/** Each program that reads a file of `deploy/` judges it. */
const JUDGES: Record<string, (folder: string) => Promise<unknown>> = {
  async nginx(folder) {
    const { cert, key } = await certificate(folder)
    const site = (await readFile('deploy/proxy/nginx.conf', 'utf8'))
      .replace('/etc/ssl/market.example.pem', cert)
      .replace('/etc/ssl/market.example.key', key)
    const config = join(folder, 'nginx.conf')
    await writeFile(config, `pid ${folder}/pid;\nevents {}\nhttp {\n${site}\n}\n`)
    await run('nginx', ['-t', '-c', config])
    const { addresses, stop } = await upstreams()
    const port = await freePort()
    const trial = site
      .replaceAll(/10\.0\.0\.1([12]):3000/g, (_all, which) => addresses[Number(which) - 1] ?? '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    await writeFile(config, `pid ${folder}/pid;\ndaemon off;\nevents {}\nhttp {\n${trial}\n}\n`)
    await askThrough(['nginx', '-c', config], `http://127.0.0.1:${port}`).finally(() => void stop())
  },
  haproxy: () => run('haproxy', ['-c', '-f', 'deploy/patroni/haproxy.cfg']),
  async caddy(folder) {
    const site = await readFile('deploy/proxy/Caddyfile', 'utf8')
    await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'], {
      env: { ...process.env, SITE_ADDRESS: 'localhost' },
    })
    const { addresses, stop } = await upstreams()
    const config = join(folder, 'Caddyfile')
    const trial = site.replaceAll(/outgrown-web-([12]):3000/g, (_all, which) => addresses[Number(which) - 1] ?? '')
    await writeFile(config, `{\n\tadmin off\n}\n${trial}`)
    const url = `http://127.0.0.1:${await freePort()}`
    await askThrough(['caddy', 'run', '--adapter', 'caddyfile', '--config', config], url).finally(() => void stop())
  },
  promtool: () => run('promtool', ['check', 'rules', 'deploy/prometheus/alarms.yml']),
}

/**
 * The files of `deploy/` are read by the programs they are for, those of them that this machine has.
 * @throws Error with what a program says against its file
 */
export async function deployFiles(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const figures: Figures = {}
    for (const [program, judge] of Object.entries(JUDGES)) {
      const there = await run('which', [program]).then(
        () => true,
        () => false,
      )
      if (there) await judge(folder)
      figures[program] = there ? 'valid' : 'not installed'
    }
    return figures
  } finally {
    await rm(folder, { recursive: true })
  }
}
