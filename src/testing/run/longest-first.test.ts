import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LONG } from './longest-first.ts'

test.each(LONG)('%s is still there', (path) => expect(existsSync(path)).toBe(true))
