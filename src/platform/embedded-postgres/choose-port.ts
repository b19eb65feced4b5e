import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Unavailable } from '../errors.ts'
import { giveToOwner, type Home } from './home.ts'

/** The port of last time, so that it stays the same over restarts; another free one when it is taken. */
export async function choosePort(home: Home): Promise<number> {
  const file = join(home.folder, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (await listenable(last)) ?? (await listenable(0))
  if (!port) throw new Unavailable('PostgreSQL found no free port on 127.0.0.1.')
  if (last && port !== last) home.notes.push(`Port ${last} is taken: PostgreSQL listens on port ${port} now.`)
  writeFileSync(file, `${port}\n`)
  giveToOwner(home.folder, file)
  return port
}

async function listenable(port: number): Promise<number | undefined> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
    return (probe.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    probe.close()
  }
}
