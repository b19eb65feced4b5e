import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useOwnTemporaryFolder } from '../../../src/testing/run/own-temporary-folder.ts'
import { startTemplateServer } from '../../../src/testing/postgres/template-server.ts'

/** One PostgreSQL server for all markets of a run, and a folder for what its workers share; found in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeFolder = await useOwnTemporaryFolder()
  const server = await startTemplateServer()
  process.env.TEMPLATE_URL = server.url
  process.env.RUN_FOLDER = await mkdtemp(join(tmpdir(), 'market-run-'))
  return async () => {
    await server.stop()
    await removeFolder()
  }
}
