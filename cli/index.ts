#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { runMarket } from './run-market.ts'

// Relative paths in the configuration, such as ./.data, are relative to the project's folder, whatever the current one.
const startedIn = process.cwd()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await runMarket(process.argv.slice(2), startedIn)
