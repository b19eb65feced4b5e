import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

// Lists in the documents are compared with what they are lists of, and what they name is looked for.

const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...new Set(Array.from(text.matchAll(pattern), ([, found]) => found!))]
const named = (text: string) => all(text, /`([a-z-]+)`/g).toSorted()

const DOCUMENTS = globSync('{*,docs/**/*}.md')

test('every link of a document leads to a file, and to a heading in it', () => {
  const links = DOCUMENTS.flatMap((document) =>
    all(read(document), /\]\(((?!https?:)[^)\s]+)\)/g).map((link) => {
      const [path = '', heading] = link.split('#')
      return { document, link, file: path === '' ? document : join(dirname(document), path), heading }
    }),
  )
  expect(links.length).toBeGreaterThan(50)
  const headings = (file: string) =>
    all(read(file), /^#+ (.*)$/gm).map((title) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
  const dead = links.filter(
    ({ file, heading }) => !existsSync(file) || (heading !== undefined && !headings(file).includes(heading)),
  )
  expect(dead).toEqual([])
})

test('every file, script and command that a document names is there', () => {
  const commands = globSync('cli/commands/*.ts').map((file) => file.replace(/^.*\/|\.ts$/g, ''))
  const known = {
    file: (path: string) =>
      existsSync(path) || globSync(`{.ci,src,web,cli,deploy,docs,seeds,migrations}/**/${path}`).length > 0,
    script: (name: string) => name in manifest.scripts,
    command: (name: string) => commands.includes(name),
  }
  const missing = DOCUMENTS.flatMap((document) => {
    const text = read(document)
    return [
      ...all(text, /`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|md|json|ya?ml|css|txt))`/g).filter((path) => !known.file(path)),
      ...all(text, /npm run ([\w:]+)/g).filter((name) => !known.script(name)),
      ...all(text, /`(?:npx )?market ([a-z][a-z-]+)/g).filter((name) => !known.command(name)),
    ].map((name) => `${document}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('the decision about the command line names each command', () => {
  const commands = globSync('cli/commands/*.ts').flatMap((file) =>
    all(read(file), /\bprogram\s*\.command\('([a-z-]+)'/g),
  )
  const decision = /no others: ([^.]*)\./.exec(read('docs/decisions/19-command-line.md'))?.[1] ?? ''
  expect(commands).toContain('upgrade')
  expect(named(decision)).toEqual(commands.toSorted())
})

test('the architecture names each feature of the site in its order, and each room of a module', () => {
  const architecture = read('docs/architecture.md')
  const [, features = ''] = /^const FEATURES = \[([^\]]*)\]/m.exec(read('.dependency-cruiser.mjs')) ?? []
  const [, told = ''] = /uses only those before it: ([^.]*)\./.exec(architecture) ?? []
  expect(told.split(/,\s+/)).toEqual(all(features, /'([a-z-]+)'/g))
  for (const [, module = '', rooms = ''] of architecture.matchAll(/^\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gm)) {
    const folders = globSync(`src/modules/${module}/*/`).map((folder) => folder.split('/')[3])
    expect(named(rooms), module).toEqual(folders.toSorted())
  }
})

test('the example of an environment has each variable that the README tells of', () => {
  const table = /## Configuration\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
  const told = all(table, /^\| (`[^|]*) \|/gm).flatMap((cell) => all(cell, /`([A-Z][A-Z0-9_]+)`/g))
  expect(told).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
  const given = all(read('.env.example'), /^#([A-Z][A-Z0-9_]+)=/gm)
  expect(told.filter((name) => !given.includes(name))).toEqual([])
})

test("robots.txt names each page that is one member's alone", () => {
  const pages = all(read('web/router.tsx'), /pageRoute\('\/([a-z-]+)/g)
  const forAll = ['economy', 'imprint', 'item', 'neighbour', 'privacy', 'terms', 'verify-statement']
  const kept = all(read('src/modules/catalog/browse/sitemap.ts'), /^ {2}'\/([a-z-]+)\/?',$/gm)
  expect(pages).toContain('purchases')
  expect(kept.toSorted()).toEqual(pages.filter((page) => !forAll.includes(page)).toSorted())
})

test('whoever opens a new site is told of everything that it begins with', () => {
  for (const file of ['README.md', 'docs/operations.md', 'deploy/compose.yaml'])
    expect(read(file)).toContain('seed-categories')
})
