import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './template-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database with all tables and queues, from which each test file clones its own. */
    templateUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemplateServer()
  project.provide('templateUrl', server.url)
  return server.stop
}
