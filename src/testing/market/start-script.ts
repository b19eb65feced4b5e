import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Outcome } from '../run/capture-output.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a script of the project in a process of its own, until that ends. */
export function startScript(
  script: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const whole = { PATH, NODE_COMPILE_CACHE, ...env }
    const child = execFile(
      process.execPath,
      [`${project}${script}`, ...args],
      { cwd, env: whole },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr })
      },
    )
  })
}
