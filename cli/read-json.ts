import { readFileSync } from 'node:fs'

/** The JSON of a file, as editors and shells leave it; undefined where it holds none. @throws Error of the system where it can't be read */
export function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
