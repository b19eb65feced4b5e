// `npm run at -- MOMENT COMMAND …`: runs a command at a time and in a zone in which programs go wrong, by libfaketime.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, rmSync } from 'node:fs'

/** Name -> the time in UTC, and the machine's zone. */
const MOMENTS: Record<string, [time: string, zone: string]> = {
  'late-evening': ['2026-11-24T23:00:00Z', 'UTC'],
  'end-of-year': ['2026-12-31T23:57:00Z', 'UTC'],
  'leap-day': ['2028-02-29T10:00:00Z', 'UTC'],
  'end-of-january': ['2027-01-31T23:00:00Z', 'UTC'],
  'spring-in-los-angeles': ['2027-03-14T09:58:00Z', 'America/Los_Angeles'],
  'autumn-in-los-angeles': ['2027-11-07T08:58:00Z', 'America/Los_Angeles'],
  'spring-in-berlin': ['2027-03-28T00:58:00Z', 'Europe/Berlin'],
  'autumn-in-berlin': ['2027-10-31T00:58:00Z', 'Europe/Berlin'],
  'first-to-wake': ['2027-06-30T09:58:00Z', 'Pacific/Kiritimati'],
  'last-to-sleep': ['2027-07-01T10:58:00Z', 'Pacific/Pago_Pago'],
}
const DAY_MS = 24 * 60 * 60 * 1000

const [name = '', ...command] = process.argv.slice(2)
const names = Object.keys(MOMENTS)
const chosen = name === 'by-turns' ? names[Math.floor(Date.now() / DAY_MS) % names.length] : name
const moment = MOMENTS[chosen ?? '']
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

if (!moment || command.length === 0) {
  console.error(
    `Usage: npm run at -- MOMENT COMMAND …\nMOMENT is by-turns, another each day, or one of\n  ${names.join('\n  ')}`,
  )
  process.exitCode = 2
} else if (library === undefined) {
  console.error('libfaketime is missing. On Debian: apt-get install faketime')
  process.exitCode = 2
} else {
  const [time, zone] = moment
  const there = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone: zone })
  console.error(`${chosen}: it is ${there.format(Date.parse(time))} in ${zone}`)
  process.exitCode = await run(time, zone)
}

/** A constant offset, not a time to begin at: so all of its processes agree, whenever they start. */
async function run(time: string, zone: string): Promise<number> {
  const ahead = Math.round((Date.parse(time) - Date.now()) / 1000)
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  removeLeftMemory()
  const cleaning = setInterval(removeLeftMemory, 5_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(cleaning)
  return code ?? 1
}

/**
 * Libfaketime names its shared memory by the id of the process, and one that is killed leaves it behind: a process of
 * another user that gets the same id can't open it and ends at once.
 */
function removeLeftMemory(): void {
  for (const path of globSync('/dev/shm/{sem.faketime_sem_,faketime_shm_}*'))
    if (!existsSync(`/proc/${/\d+$/.exec(path)?.[0]}`)) rmSync(path, { force: true })
}
