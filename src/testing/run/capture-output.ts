import { format } from 'node:util'
import { vi } from 'vitest'

export interface Outcome {
  /** The exit code that it set; 0 if none. */
  code: number
  stdout: string
  stderr: string
}

/** Runs `work` as a process with that environment would, and captures what it prints and its exit code. */
export async function captureOutput(env: Record<string, string>, work: () => Promise<unknown>): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).flatMap((stream) => {
    const print = (text: unknown) => {
      printed[stream] += String(text)
      return true
    }
    const logger = stream === 'stdout' ? 'log' : 'error'
    return [
      vi.spyOn(process[stream], 'write').mockImplementation(print),
      vi.spyOn(console, logger).mockImplementation((...args: unknown[]) => void print(`${format(...args)}\n`)),
    ]
  })
  const outer = { env: process.env, exitCode: process.exitCode }
  process.env = { PATH: outer.env.PATH, NODE_ENV: 'test', ...env }
  process.exitCode = 0
  try {
    await work()
    return { code: process.exitCode, ...printed }
  } finally {
    process.env = outer.env
    process.exitCode = outer.exitCode
    for (const spy of spies) spy.mockRestore()
  }
}
