import { ConfigError, loadConfig, readEnvironment, type Config } from './platform/config.ts'
import { explainFailure } from './platform/process/explain-failure.ts'
import { neverWaitForOutput } from './platform/process/output.ts'
import { startTracing } from './platform/process/tracing.ts'

/**
 * Runs a long-lived process: reads the configuration, starts, and on the first SIGINT, SIGTERM or SIGHUP closes in order.
 * A second signal ends it at once.
 * @param name of the process, for traces
 * @param start resolves with what closes everything it has opened
 */
export async function runProcess(name: string, start: (config: Config) => Promise<() => Promise<void>>): Promise<void> {
  neverWaitForOutput()
  let close: (() => Promise<void>) | undefined
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    process.stderr.write(`\n${signal}: closing\n`)
    await starting.catch(() => undefined)
    await close?.()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, (name) => void stop(name))
  const starting = begin()
  async function begin(): Promise<void> {
    const environment = readEnvironment()
    const config = loadConfig(environment)
    const endTracing = await startTracing(environment, name)
    const closeMarket = await start(config)
    close = async () => {
      await closeMarket()
      await endTracing()
    }
  }
  try {
    await starting
  } catch (error) {
    process.stderr.write(`The market could not start${explain(error)}\n`)
    process.exit(1)
  }
}

/** One line, or for bad variables one line for each. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `.\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`
  return `: ${explainFailure(error)}`
}
