import type { TestProject } from 'vitest/node'
import { useOwnTemporaryFolder } from './own-temporary-folder.ts'
import { startTemplateServer } from '../postgres/template-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database with all tables and queues, from which each test file clones its own. */
    templateUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = await useOwnTemporaryFolder()
  const server = await startTemplateServer()
  project.provide('templateUrl', server.url)
  return async () => {
    await server.stop()
    await removeFolder()
  }
}
