import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import type { Listing } from '../../../modules/catalog/contract.ts'
import { buildListing } from '../../market/builders.ts'
import { type Answer, TestClient } from '../../market/client.ts'
import { confirmOrder, finishOrder, startOrder } from '../../market/orders.ts'
import { startMarket } from '../../market/start-market.ts'
import { payCard } from '../../market/trades.ts'
import { BUYERS, type Contender, SELLERS } from './contender.ts'
import { rowsOf } from './reference.ts'

/** Jobs that the clock starts, and those about photos, are no purchase's. */
const CAUSED = `pgboss.job where name ~ '^(messaging|purchasing|wallet|notifications)\\.' and data <> '{}'`

/** The product, of this checkout or of another one, with its jobs in the same process. */
export function market(databaseUrl: string, db: pg.Client, folder: string): Contender {
  const members: { buyers: TestClient[]; sellers: TestClient[] } = { buyers: [], sellers: [] }
  let listings: string[] = []
  // A member who has signed in at one start is known to the next one.
  const keys = randomUUID()
  const start = (url: string) => startMarket({ DATABASE_URL: url, SESSION_KEYS: keys }, join(folder, 'src/web.ts'))
  return {
    name: 'market',
    databaseUrl,
    async stock(count) {
      const { url, stop } = await start(databaseUrl)
      const join = () => new TestClient(url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
      for (let made = 0; made < BUYERS; made += 1) members.buyers.push(await join())
      for (let made = 0; made < SELLERS; made += 1) members.sellers.push(await join())
      // The members' earnings would not be enough for all of this.
      await db.query(`update account set balance = 1e12 where kind = 'member'`)
      listings = []
      for (const seller of members.sellers) {
        const { listing } = await buildListing({ signIn: join }, { seller, fields: { tokenPrice: '1.00' } })
        listings.push(...(await copiesOf(db, listing, count / SELLERS)))
      }
      await stop()
    },
    async serve(url) {
      const { url: address, pid, stop } = await start(url)
      const buyers = members.buyers.map((buyer) => browserAt(address, buyer))
      return { pid: pid!, purchase: (number) => purchase(buyers[number]!, listings.pop()!), stop }
    },
    openJobs: `select count(*)::int from ${CAUSED} and state < 'completed'`,
    rows: rowsOf(CAUSED),
  }
}

async function copiesOf(db: pg.Client, { id }: Listing, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into listing select (jsonb_populate_record(listing, jsonb_build_object('id', gen_random_uuid()))).*
     from listing, generate_series(1, $2) where id = $1 returning id`,
    [id, count],
  )
  return rows.map((row) => row.id)
}

/** The same member, at the port of another start. */
function browserAt(address: string, { cookies }: TestClient): TestClient {
  const browser = new TestClient(address)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

async function purchase(buyer: TestClient, itemId: string): Promise<void> {
  const { purchaseId, clientSecret } = answered(await startOrder(buyer, [itemId]))
  const { paymentIntentId: paymentId } = answered(await payCard(buyer, clientSecret))
  answered(await finishOrder({ buyer, purchaseId, paymentId }))
  answered(await confirmOrder({ buyer, purchaseId }))
}

function answered<Body>({ status, body }: Answer<Body>): Body {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
