/** Tables of PostgreSQL's and pg-boss's that tests look into. */
export {}

declare module '../../platform/database.ts' {
  interface Tables {
    'information_schema.tables': { table_name: string; table_schema: string; table_type: string }
    pg_stat_activity: { application_name: string; pid: number; query: string }
    'pgboss.job': {
      id: string
      name: string
      state: string
      data: unknown
      singleton_key: string | null
      expire_seconds: number
      retry_limit: number
      retry_delay: number
      retry_backoff: boolean
    }
  }
}
