import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Middleware } from 'koa'
import { LANGUAGES } from '../../language/words.ts'
import { NAME, type Look } from '../../site/look.ts'

interface WebManifest {
  name: string
  short_name: string
}

/**
 * Serves what a phone shows of the installed site with the market's own name, where it has one.
 * @param folder of the built site, which has a manifest for each language
 */
export function siteManifest(site: Pick<Look, 'name' | 'tagline'>, folder: string): Middleware {
  const built = new Map(
    LANGUAGES.flatMap((language) => {
      const path = `/${language === 'en' ? '' : `${language}.`}manifest.webmanifest`
      const file = join(folder, path)
      return existsSync(file) ? [[path, JSON.parse(readFileSync(file, 'utf8')) as WebManifest] as const] : []
    }),
  )
  return async (http, next) => {
    const manifest = http.method === 'GET' || http.method === 'HEAD' ? built.get(http.path) : undefined
    const { name, tagline } = site
    if (!manifest || (name === NAME && tagline === null)) {
      await next()
      return
    }
    const whole = tagline === null ? manifest.name.replace(NAME, () => name) : `${name}: ${tagline}`
    http.set('Cache-Control', 'no-cache')
    http.type = 'application/manifest+json'
    http.body = JSON.stringify({ ...manifest, name: whole, short_name: name })
  }
}
