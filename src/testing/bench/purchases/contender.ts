/** A seller: the market, or what it is measured by. Each has a PostgreSQL server of its own. */
export interface Contender {
  name: string
  databaseUrl: string
  /** Starts the server, on this address of its database. */
  serve(databaseUrl: string): Promise<Server>
  /** Puts up things to buy. */
  stock(listings: number): Promise<void>
  /** Counts the jobs that wait or run. */
  openJobs: string
  /** Counts what both have to write: purchases with their lines, transfers, entries, history and jobs. */
  rows: string
}

export interface Server {
  pid: number
  /** Buys one thing, from the reservation to the tokens, by the buyer of that number. */
  purchase(buyer: number): Promise<void>
  stop(): Promise<void>
}

/** As many purchases run at a time, each by somebody else. */
export const BUYERS = 16
export const SELLERS = 4
