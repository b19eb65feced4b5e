/**
 * Builds the site into `dist/`: `client/` (hashed files, each with its brotli and gzip twin, the template `index.html`, all
 * of these once more for each language, and the service worker `sw.js`) and `server/entry-server.js`. Skips when nothing changed. Two builds can run at once: each works in its
 * own folder and moves the result into place.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Manifest, build } from 'vite'
import { type Language, LANGUAGES } from '../src/platform/language/words.ts'
import { bringCatalogues } from './language-plugin.ts'
import { localize, type NameOf, templateOf } from './localize.ts'
import { publish } from './publish-build.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
const CONFIG = join(ROOT, 'web/vite.config.ts')
const IMPORT = /\bfrom '(\.[^']+)'/g
const COMPRESSED = /\.(js|css|html|svg|json|txt)$/

/** Returns whether anything had to be built. @param dist the folder of the site */
export async function buildSite(dist = DIST): Promise<boolean> {
  const hash = await hashSources()
  const stamp = join(dist, 'build-hash')
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === hash && existsSync(join(dist, 'client')) && existsSync(join(dist, 'server'))) return false
  const work = join(dist, `.building-${process.pid}`)
  try {
    await buildInto(work)
    await publish(join(work, 'client'), join(dist, 'client'))
    await publish(join(work, 'server'), join(dist, 'server'))
    await writeFile(stamp, hash)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return true
}

async function buildInto(work: string): Promise<void> {
  const common = { configFile: CONFIG, logLevel: 'error', mode: 'production' } as const
  const client = join(work, 'client')
  await build({ ...common, build: { outDir: client, manifest: 'manifest.json' } })
  const manifest = JSON.parse(await readFile(join(client, 'manifest.json'), 'utf8')) as Manifest
  await rm(join(client, 'manifest.json'))
  await inlineFirstPaint(join(client, 'index.html'), client)
  const names = await localize(client)
  await build({
    ...common,
    // Without the second, the server would render with React's slow development build wherever NODE_ENV is not set.
    define: { __CHUNKS__: JSON.stringify(pageChunks(manifest, names)), 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    plugins: [bringCatalogues()],
    build: { outDir: join(work, 'server'), ssr: 'entry-server.tsx' },
  })
  await buildWorker(client, manifest, names)
  await compressAll(client)
}

/**
 * The first paint needs the styles and the theme, so they are inlined; all other scripts load with low priority. The
 * server allows the theme's script by its hash, and links the styles' file for whom has it.
 */
async function inlineFirstPaint(page: string, client: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  const theme = await readFile(join(client, 'theme.js'), 'utf8')
  const [link, path] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html) ?? []
  if (link === undefined || path === undefined) throw new Error('the built page links no stylesheet')
  const styles = await readFile(join(client, path), 'utf8')
  const painted = html
    .replace(
      '<script src="/theme.js"></script>',
      () => `<script>${theme.replace(/^\/\/.*\n/gm, '')}</script>\n<style data-file="/${path}">${styles}</style>`,
    )
    .replace(link, '')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('<script type="module"', '<script type="module" fetchpriority="low"')
  await writeFile(page, painted)
}

type Chunks = Record<string, { js: string[]; css: string[] }>

/** For each language and page file the scripts and styles that the template does not load already. */
function pageChunks(manifest: Manifest, names: Record<Language, NameOf>): Record<string, Chunks> {
  const shared = filesOf(manifest, 'index.html')
  const pages = Object.keys(manifest).filter((key) => key.startsWith('pages/'))
  const chunksIn = (nameOf: NameOf) =>
    pages.map((page) => {
      const files = [...filesOf(manifest, page)].filter((file) => !shared.has(file)).map(nameOf)
      return [
        page,
        { js: files.filter((file) => file.endsWith('.js')), css: files.filter((file) => file.endsWith('.css')) },
      ] as const
    })
  return Object.fromEntries(
    Object.entries(names).map(([language, nameOf]) => [language, Object.fromEntries(chunksIn(nameOf))]),
  )
}

function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const file of chunk.css ?? []) found.add(file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return found
}

/**
 * The files that the service worker keeps of this build in each language, under names that tell builds apart, and the
 * worker that knows them.
 */
async function buildWorker(client: string, manifest: Manifest, names: Record<Language, NameOf>): Promise<void> {
  const ids: Record<string, string> = {}
  for (const language of LANGUAGES)
    ids[language] = await listForWorker(client, manifest, { language, nameOf: names[language] })
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define: { __BUILDS__: JSON.stringify(ids) },
    build: {
      target: 'es2022',
      outDir: client,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(ROOT, 'web/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** @returns the name of the build in that language */
async function listForWorker(
  client: string,
  manifest: Manifest,
  { language, nameOf }: { language: Language; nameOf: NameOf },
): Promise<string> {
  const template = await readFile(join(client, templateOf(language)), 'utf8')
  const shell = template.replace('<!--head-->', '<title>Outgrown</title>').replace(/<!--(html|data)-->/g, '')
  const first = [...new Set(Array.from(shell.matchAll(/\/assets\/[\w.-]+/g), ([path]) => path))]
  const scripts = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))
  // Few members are admins, and they are at a desk.
  for (const [page, { file }] of Object.entries(manifest)) if (page.startsWith('pages/admin/')) scripts.delete(file)
  // A file outside of assets is of no use without reception: the styles of the API reference.
  const rest = [...scripts].filter((file) => /^assets\/.+\.(js|css)$/.test(file)).map((file) => `/${nameOf(file)}`)
  const list = JSON.stringify({ shell, first, rest: rest.filter((path) => !first.includes(path)) })
  const id = createHash('sha256').update(list).digest('hex').slice(0, 12)
  await writeFile(join(client, `assets/offline-${id}.json`), list)
  return id
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const compressNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const bytes = await readFile(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext))
}

/** Hashes everything the build depends on: the site, the contracts with their imports, and package versions. */
async function hashSources(): Promise<string> {
  const files = new Set([join(ROOT, 'package-lock.json'), join(ROOT, 'package.json'), join(ROOT, 'tsconfig.json')])
  for await (const file of glob('{src/modules/*/contract,web/**/*}.{ts,tsx}', { cwd: ROOT, exclude: isOfTests }))
    await addWithImports(join(ROOT, file), files)
  for await (const file of glob('languages/*.json', { cwd: ROOT })) files.add(join(ROOT, file))
  for await (const file of glob('web/**/*.*', { cwd: ROOT, exclude: isOfTests })) files.add(join(ROOT, file))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(`${relative(ROOT, file)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

const isOfTests = (name: string) => name === 'web/e2e'

async function addWithImports(file: string, files: Set<string>): Promise<void> {
  if (files.has(file) || !existsSync(file)) return
  files.add(file)
  const source = await readFile(file, 'utf8')
  for (const [, path = ''] of source.matchAll(IMPORT)) await addWithImports(resolve(dirname(file), path), files)
}

if (import.meta.main) {
  await mkdir(DIST, { recursive: true })
  const start = performance.now()
  const built = await buildSite()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(built ? `Site built in ${seconds} s` : 'Site is up to date')
}
