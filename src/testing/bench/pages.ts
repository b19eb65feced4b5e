import { randomUUID } from 'node:crypto'
import { TestClient } from '../market/client.ts'
import { freePort, startMarket } from '../market/start-market.ts'
import { type Measured, measureHttp } from './measure.ts'

export interface MeasuredPage extends Measured {
  page: string
  /** As it goes over the line. */
  bytes: number
  /** Milliseconds of the server's CPU for each, what it does beside included. */
  cpu: number
}

/** The encodings that all browsers take: uncompressed, sending a page takes longer than finding it. */
const BROWSER = { 'accept-encoding': 'br, gzip' }
/** Painted anew each time, and fewer than anybody may ask for at once. */
const MEMBERS_PAGES = 100
const METRICS_TOKEN = randomUUID()

/** The site's own pages, from one web process that runs and logs as in production: as visitors get them, and as a member does. */
export async function measurePages(databaseUrl: string, seconds: number): Promise<MeasuredPage[]> {
  const port = String(await freePort())
  const market = await startMarket({
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'info', ALLOW_SANDBOX: 'true', TRUST_PROXY: '1' },
    ...{ PORT: port, PUBLIC_URL: `http://localhost:${port}`, SESSION_KEYS: randomUUID(), METRICS_TOKEN },
    ...{ DATABASE_URL: databaseUrl, WORKERS: 'off' },
  })
  try {
    const member = await new TestClient(market.url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Bench' })
    const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ')
    const [newest] = (await member.get<{ id: string }[]>('/api/items?limit=1')).body
    const measured: MeasuredPage[] = []
    // Each from addresses of its own, whose limits are untouched.
    let addresses = 0
    const newAddress = () => `192.0.2.${++addresses}`
    for (const path of ['/', '/?search=wooden', `/item/${newest?.id ?? ''}`]) {
      const page = path.replace(/(?<=item\/).*/, '…')
      const ask = (headers: object, times?: number) =>
        measureCosts(market.url + path, newAddress, { seconds, headers, times })
      measured.push({ page, ...(await ask({})) })
      measured.push({ page: `${page} of a member`, ...(await ask({ cookie }, MEMBERS_PAGES)) })
    }
    return measured
  } finally {
    await market.stop()
  }
}

/** A first time warms up. */
async function measureCosts(
  url: string,
  newAddress: () => string,
  { seconds, headers, times }: { seconds: number; headers: object; times: number | undefined },
): Promise<Omit<MeasuredPage, 'page'>> {
  const ask = () => measureHttp(url, seconds, { ...BROWSER, ...headers, 'x-forwarded-for': newAddress() }, times)
  await ask()
  const before = await cpuSeconds(url)
  const measured = await ask()
  const used = (await cpuSeconds(url)) - before
  return { ...measured, cpu: (1000 * used) / measured.count }
}

async function cpuSeconds(url: string): Promise<number> {
  const metrics = await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await metrics.text())?.[1])
}
