import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUES } from '../src/platform/language/catalogues.ts'
import { sayManifest, type WebManifest } from '../src/platform/language/web-manifest.ts'
import { type Language, LANGUAGES, directionOf } from '../src/platform/language/words.ts'
import { hasMarks, inLanguage } from './messages-in-code.ts'

/** The name that a file of the build (`assets/…`) has in a language. */
export type NameOf = (file: string) => string

export const templateOf = (language: Language): string => (language === 'en' ? 'index.html' : `index.${language}.html`)
const manifestOf = (language: Language) => (language === 'en' ? '' : `${language}.`) + 'manifest.webmanifest'

/**
 * Makes of a finished build, whose scripts have marks for messages, one in each language: `site-a1b2.js` in English and
 * `site-a1b2-de3f9c.js` in German, with a template and a manifest each. Scripts that say nothing, and ask for none that
 * does, are the same for all.
 */
export async function localize(client: string): Promise<Record<Language, NameOf>> {
  const spoken = await spokenScripts(client)
  const made = await Promise.all(
    LANGUAGES.map(async (language) => [language, await speak(language, spoken, client)] as const),
  )
  for (const [language, nameOf] of made) await writePage(language, nameOf, client)
  return Object.fromEntries(made) as Record<Language, NameOf>
}

async function spokenScripts(client: string): Promise<Map<string, string>> {
  const names = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(client, 'assets', name), 'utf8')] as const),
  )
  const spoken = new Map(texts.filter(([, text]) => hasMarks(text)))
  // A script that asks for a script that differs by language differs, too.
  for (let before = -1; before < spoken.size;) {
    before = spoken.size
    for (const [name, text] of texts)
      if ([...spoken.keys()].some((other) => text.includes(other))) spoken.set(name, text)
  }
  return spoken
}

/** Writes the scripts in that language. In all but English their names tell the catalogue, in which they differ. */
async function speak(language: Language, spoken: Map<string, string>, client: string): Promise<NameOf> {
  const catalogue = CATALOGUES[language]
  const texts = new Map([...spoken].map(([name, text]) => [name, inLanguage(text, catalogue)]))
  const hash = createHash('sha256')
  for (const name of [...texts.keys()].toSorted()) hash.update(texts.get(name) ?? '')
  const ending = language === 'en' ? '' : `-${language.toLowerCase()}${hash.digest('hex').slice(0, 8)}`
  const renamed = (text: string) =>
    text.replaceAll(/[\w.-]+\.js\b/g, (name) => (spoken.has(name) ? name.replace(/\.js$/, `${ending}.js`) : name))
  await Promise.all(
    [...texts].map(([name, text]) =>
      writeFile(join(client, 'assets', renamed(name)), ending === '' ? text : renamed(text)),
    ),
  )
  return renamed
}

async function writePage(language: Language, nameOf: NameOf, client: string): Promise<void> {
  const page = await readFile(join(client, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(client, 'manifest.webmanifest'), 'utf8')) as WebManifest
  if (language === 'en') return
  const direction = directionOf(language)
  const said = nameOf(page)
    .replace('<html lang="en"', `<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}`)
    .replace('/manifest.webmanifest', `/${manifestOf(language)}`)
  await writeFile(join(client, templateOf(language)), said)
  const texts = sayManifest({ ...manifest, lang: language }, (text) => CATALOGUES[language]?.[text] || text)
  await writeFile(join(client, manifestOf(language)), JSON.stringify({ ...texts, dir: direction }))
}
