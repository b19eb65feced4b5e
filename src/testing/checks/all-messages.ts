import { globSync, readFileSync } from 'node:fs'
import { findMessages } from '../../platform/language/find-messages.ts'
import { sayManifest, type WebManifest } from '../../platform/language/web-manifest.ts'

const SOURCES = '{src,web,cli}/**/*.{ts,tsx}'
const NOT_SHOWN = /\.(test|spec)\.tsx?$|^src\/testing\/|^web\/e2e\/|^web\/[^/]+\.config\.ts$/
/** The manifest that gives a phone the texts of the installed site. */
const MANIFEST = 'web/public/manifest.webmanifest'

export interface Source {
  file: string
  text: string
}

/** The files whose texts people read. */
export function shownSources(): Source[] {
  return globSync(SOURCES)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !NOT_SHOWN.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** Each message with the place where it is first used. */
export function allMessages(sources: Source[]): Map<string, { file: string; text: string; start: number }> {
  const found = new Map<string, { file: string; text: string; start: number }>()
  for (const { file, text } of sources)
    for (const { message, start } of findMessages(file, text))
      if (!found.has(message)) found.set(message, { file, text, start })
  const text = readFileSync(MANIFEST, 'utf8')
  sayManifest(JSON.parse(text) as WebManifest, (message) => {
    if (!found.has(message)) found.set(message, { file: MANIFEST, text, start: text.indexOf(JSON.stringify(message)) })
    return message
  })
  return found
}

export const catalogueFile = (language: string): string => `languages/${language}.json`

export const readCatalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(catalogueFile(language), 'utf8')) as Record<string, string>
