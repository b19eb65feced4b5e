import { inject } from 'vitest'
import * as clone from './clone-database.ts'

/** A fresh database with all tables, cloned from the template of this vitest run; `drop` removes it. */
export const cloneDatabase = (): Promise<clone.ClonedDatabase> => clone.cloneDatabase(inject('templateUrl'))
