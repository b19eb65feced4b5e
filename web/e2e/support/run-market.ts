import { cloneDatabase } from '../../../src/testing/postgres/clone-database.ts'
import { type Market, startMarket } from '../../../src/testing/market/start-market.ts'

/** From global-setup.ts: the empty database that markets are cloned from, and a folder that all workers share. */
export const emptyTemplate = () => setting('TEMPLATE_URL')
export const runFolder = () => setting('RUN_FOLDER')

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`global-setup.ts has not set ${name}`)
  return value
}

export interface RunningMarket extends Market {
  databaseUrl: string
}

/** The whole product on a database of its own, for as long as `use` runs. @param file what runs it, if not `src/web.ts` */
export async function runMarket(
  use: (market: RunningMarket) => Promise<void>,
  env: Record<string, string> = {},
  { template = emptyTemplate(), file }: { template?: string; file?: string } = {},
): Promise<void> {
  const database = await cloneDatabase(template)
  try {
    const market = await startMarket({ DATABASE_URL: database.url, ...env }, file)
    try {
      await use({ ...market, databaseUrl: database.url })
    } finally {
      await market.stop()
    }
  } finally {
    await database.drop()
  }
}
