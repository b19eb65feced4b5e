// `npm run check`: every script named check:… at once. Prints what the failing ones say; exit 1 if one fails.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

async function run(name: string, command: string): Promise<boolean> {
  const start = performance.now()
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds} s`)
  if (code !== 0) console.log(stdout + stderr)
  return code === 0
}

const checks = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
const passed = await Promise.all(checks.map(([name, command]) => run(name, command)))
if (passed.includes(false)) process.exitCode = 1
