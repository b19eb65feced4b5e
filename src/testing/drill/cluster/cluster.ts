import { closeSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import webPush from 'web-push'
import { startS3Double } from '../../doubles/s3-double.ts'
import { freePort, spawnInto } from '../../market/start-market.ts'
import { installPrograms, POSTGRES_BIN, type Program, startProgram } from './programs.ts'

const NODES = [1, 2]
const BUCKET = { accessKeyId: 'market', secretAccessKey: 'the secret of the bucket', region: 'us-east-1' }
const READY_WITHIN_MS = 120_000

export interface Node {
  name: string
  folder: string
  postgresPort: number
  restPort: number
  patroni: Program
}

type MarketProcess = ReturnType<typeof spawnInto>

/** A site as `deploy/` describes it, on one machine. */
export interface Cluster {
  /** The proxy's address. */
  url: string
  /** The leader's address, past everything but HAProxy. */
  databaseUrl: string
  nodes: Node[]
  pooler: Program
  proxy: Program
  leader(): Promise<Node>
  startNode(node: Node): Promise<void>
  startPooler(): Promise<void>
  startProxy(): Promise<void>
  bucket: Awaited<ReturnType<typeof startS3Double>>
  startBucket(): Promise<void>
  webs: { port: number; process: MarketProcess }[]
  env: Record<string, string>
  startWeb(port: number): Promise<void>
  workers: MarketProcess[]
  /** Waits until all of it answers. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Two PostgreSQL under Patroni with one etcd, HAProxy, PgBouncer, nginx, two web and two worker processes, a bucket. */
export async function startCluster(): Promise<Cluster> {
  await installPrograms()
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    return await buildCluster(closing, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function buildCluster(closing: (() => unknown)[], stop: () => Promise<void>): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  await ownedByPostgres(folder)
  const ports = await names(['etcd', 'peer', 'leader', 'replicas', 'pooler', 'proxy', 'web1', 'web2', 'bucket'])
  const etcd = await startProgram(folder, 'etcd', [
    'etcd',
    ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--enable-v2=true'],
    ...['--listen-client-urls', local(ports.etcd), '--advertise-client-urls', local(ports.etcd)],
    ...['--listen-peer-urls', local(ports.peer), '--initial-advertise-peer-urls', local(ports.peer)],
    ...['--initial-cluster', `etcd=${local(ports.peer)}`],
  ])
  closing.push(() => etcd.end())
  await untilAnswers(`${local(ports.etcd)}/version`)

  const nodes: Node[] = []
  for (const number of NODES) {
    const [postgresPort, restPort] = [await freePort(), await freePort()]
    const name = `postgres${number}`
    nodes.push({ name, folder: join(folder, name), postgresPort, restPort, patroni: undefined as unknown as Program })
  }
  const startNode = async (node: Node) => {
    node.patroni = await startProgram(folder, node.name, ['patroni', join(folder, `${node.name}.yml`)])
  }
  for (const node of nodes) {
    await writeFile(join(folder, `${node.name}.yml`), await patroniConfig(node, ports.etcd, folder))
    await startNode(node)
    closing.push(() => node.patroni.end())
  }
  const leader = async () => {
    const roles = await Promise.all(nodes.map(({ restPort }) => answers(`${local(restPort)}/primary`)))
    const found = nodes[roles.indexOf(true)]
    if (!found) throw new Error('there is no leader')
    return found
  }
  const followed = () =>
    eventually('two nodes that follow each other', async () => {
      await leader()
      const replicas = nodes.map(({ restPort }) => answers(`${local(restPort)}/sync`))
      if (!(await Promise.all(replicas)).includes(true)) throw new Error('no synchronous standby')
    })
  await followed()

  const haproxyConfig = join(folder, 'haproxy.cfg')
  await writeFile(haproxyConfig, await haproxy(nodes, ports))
  const haproxyProgram = await startProgram(folder, 'haproxy', ['/usr/sbin/haproxy', '-f', haproxyConfig])
  const administer = `postgres://postgres:superuser@127.0.0.1:${ports.leader}/postgres`
  closing.push(() => haproxyProgram.end('SIGKILL'))
  // Until its first check HAProxy takes a standby for the leader.
  await eventually('the role', () => ask(administer, "create role market login password 'market'"))
  await eventually('the database', () => ask(administer, 'create database market owner market'))
  const databaseUrl = `postgres://market:market@127.0.0.1:${ports.leader}/market`

  await writeFile(join(folder, 'userlist.txt'), '"market" "market"\n')
  const poolerConfig = join(folder, 'pgbouncer.ini')
  await writeFile(poolerConfig, await pgbouncer(ports, folder))
  const proxyConfig = join(folder, 'nginx.conf')
  await writeFile(proxyConfig, await nginx(ports, folder))
  const url = local(ports.proxy)
  const keys = webPush.generateVAPIDKeys()
  const env = {
    DATABASE_URL: `postgres://market:market@127.0.0.1:${ports.pooler}/market`,
    DATABASE_DIRECT_URL: databaseUrl,
    SESSION_KEYS: 'the same for all processes of the drill',
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    PUBLIC_URL: url,
    // nginx, and the load before it, which says for which address it asks.
    TRUST_PROXY: '2',
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: local(ports.bucket),
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
    DRAIN_SECONDS: '2',
    WORKERS: 'off',
    DEMO: 'off',
  }

  const runMarket = (name: 'web' | 'worker', own: Record<string, string>) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const process = spawnInto(log, `src/${name}.ts`, own)
    closeSync(log)
    return process
  }
  const runPooler = () => startProgram(folder, 'pgbouncer', ['/usr/sbin/pgbouncer', poolerConfig])
  const runProxy = () => startProgram(folder, 'nginx', ['/usr/sbin/nginx', '-c', proxyConfig])
  const runBucket = () => startS3Double(BUCKET, ports.bucket)
  const cluster: Cluster = {
    url,
    databaseUrl,
    nodes,
    leader,
    startNode,
    pooler: await runPooler(),
    async startPooler() {
      cluster.pooler = await runPooler()
    },
    proxy: await runProxy(),
    async startProxy() {
      cluster.proxy = await runProxy()
    },
    bucket: await runBucket(),
    async startBucket() {
      cluster.bucket = await runBucket()
    },
    webs: [],
    env,
    async startWeb(port) {
      const process = runMarket('web', { ...env, PORT: String(port) })
      const index = cluster.webs.findIndex((web) => web.port === port)
      if (index === -1) cluster.webs.push({ port, process })
      else cluster.webs[index] = { port, process }
      await untilAnswers(`${local(port)}/readyz`)
    },
    workers: [],
    async settled() {
      await followed()
      await untilAnswers(`${url}/readyz`)
    },
    stop,
  }
  closing.push(async () => {
    for (const process of [...cluster.workers, ...cluster.webs.map((web) => web.process)]) process.kill('SIGKILL')
    for (const program of [cluster.proxy, cluster.pooler]) await program.end('SIGKILL')
    await cluster.bucket.stop()
  })
  await cluster.startWeb(ports.web1)
  await cluster.startWeb(ports.web2)
  cluster.workers = [1, 2].map(() => runMarket('worker', env))
  await cluster.settled()
  return cluster
}

type Ports = Record<'etcd' | 'peer' | 'leader' | 'replicas' | 'pooler' | 'proxy' | 'web1' | 'web2' | 'bucket', number>

async function names<Name extends string>(wanted: Name[]): Promise<Record<Name, number>> {
  const ports: [string, number][] = []
  for (const name of wanted) ports.push([name, await freePort()])
  return Object.fromEntries(ports) as Record<Name, number>
}

const local = (port: number) => `http://127.0.0.1:${port}`

async function ownedByPostgres(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'data'), { mode: 0o777 })
  if (process.getuid?.() !== 0) return
  const [user, group] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  )
  await chown(folder, user ?? 0, group ?? 0)
}

/** The files of `deploy/patroni` and `deploy/proxy`, with the addresses of this machine. */
async function patroniConfig(node: Node, etcdPort: number, folder: string): Promise<string> {
  const text = await readFile('deploy/patroni/patroni.yml', 'utf8')
  return text
    .replace('name: postgres1', `name: ${node.name}`)
    .replaceAll(/0\.0\.0\.0:8008|10\.0\.0\.21:8008/g, `127.0.0.1:${node.restPort}`)
    .replaceAll(/0\.0\.0\.0:5432|10\.0\.0\.21:5432/g, `127.0.0.1:${node.postgresPort}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replace('/var/lib/postgresql/outgrown', `${node.folder}\n  bin_dir: ${POSTGRES_BIN}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replaceAll(/(SUPERUSER|REPLICATION|REWIND)-PASSWORD/g, (_all, who: string) => who.toLowerCase())
    .replace('shared_preload_libraries: pg_stat_statements', `unix_socket_directories: ${folder}`)
    .replace(/\n# Takes the machine down[\s\S]*/, '\n')
}

async function haproxy(nodes: Node[], ports: Ports): Promise<string> {
  const text = await readFile('deploy/patroni/haproxy.cfg', 'utf8')
  return nodes
    .reduce(
      (config, { name, postgresPort, restPort }) =>
        config.replaceAll(
          new RegExp(`server ${name} .*`, 'g'),
          `server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
        ),
      text,
    )
    .replaceAll(/ *server postgres3 .*\n/g, '')
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${ports.leader}`)
    .replaceAll('127.0.0.1:5001', `127.0.0.1:${ports.replicas}`)
}

async function pgbouncer(ports: Ports, folder: string): Promise<string> {
  const text = await readFile('deploy/patroni/pgbouncer.ini', 'utf8')
  return text
    .replace('port=5000', `port=${ports.leader}`)
    .replace('listen_port = 6432', `listen_port = ${ports.pooler}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
}

async function nginx(ports: Ports, folder: string): Promise<string> {
  const site = (await readFile('deploy/proxy/nginx.conf', 'utf8'))
    .replace('10.0.0.11:3000', `127.0.0.1:${ports.web1}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${ports.web2}`)
    .replace(/server \{\n +listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.proxy};`)
    .replaceAll(/ *ssl_certificate.*\n/g, '')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  )
  return `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx-errors.log;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}\n}\n`
}

const answers = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const untilAnswers = (address: string) =>
  eventually(address, async () => {
    if (!(await answers(address))) throw new Error(`${address} does not answer`)
  })

async function eventually<T>(what: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline)
        throw new Error(`${what}: not within ${READY_WITHIN_MS / 1000} s`, { cause: error })
      await sleep(200)
    }
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
