import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figures } from './drill.ts'

const run = promisify(execFile)

/** For a minute: long enough to be read by a server that never starts. */
async function certificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=market.example', '-days', '1']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject])
  return { cert, key }
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
  },
  haproxy: () => run('haproxy', ['-c', '-f', 'deploy/patroni/haproxy.cfg']),
  caddy: () =>
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'], {
      env: { ...process.env, SITE_ADDRESS: 'localhost' },
    }),
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
