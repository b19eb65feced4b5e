import type { Context } from '../../../platform/context.ts'
import { cpuOf, postmasterOf } from '../../bench/cpu-of.ts'

/** Seconds of CPU that the server and its PostgreSQL have used so far. */
export interface UsedCpu {
  node: number
  /** NaN without `/proc`. */
  postgres: number
}

export async function usedCpu({ config }: Context, url: string): Promise<UsedCpu> {
  return { node: await nodeSeconds(url), postgres: await cpuOf(await postmasterOf(config.DATABASE_URL)) }
}

async function nodeSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}
