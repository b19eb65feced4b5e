import { globSync, existsSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { testMarket } from '../market/market.ts'
import manifest from '../../../package.json' with { type: 'json' }

// `deploy/` names things of the project; here the names are compared with theirs.

const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...new Set(Array.from(text.matchAll(pattern), ([, found]) => found!))]

const market = await testMarket()
afterAll(() => market.stop())

test('every variable that it sets is one that the market reads', () => {
  const known = new Set([...all(read('.env.example'), /^#?([A-Z][A-Z0-9_]+)=/gm), 'NODE_ENV'])
  const compose = /environment: &environment\n([\s\S]*?)\n {2}volumes:/.exec(read('deploy/compose.yaml'))?.[1] ?? ''
  const units = globSync('deploy/systemd/*.service').map(read).join('\n')
  const lines = all(units, /^Environment=(.*)$/gm).join(' ')
  const set = [
    ...all(compose, /^ +([A-Z][A-Z0-9_]+):/gm),
    ...all(lines, /\b([A-Z][A-Z0-9_]+)=/g),
    ...all(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '', /\b([A-Z][A-Z0-9_]+)=/g),
  ]
  expect(set.length).toBeGreaterThan(20)
  expect(set.filter((name) => !known.has(name))).toEqual([])
})

test('every variable of the compose file stands in its example', () => {
  const given = new Set(all(read('deploy/compose.env.example'), /^([A-Z][A-Z0-9_]+)=/gm))
  const used = all(read('deploy/compose.yaml'), /\$\{([A-Z][A-Z0-9_]+)\}/g)
  expect(used.length).toBeGreaterThan(5)
  expect([...given].toSorted()).toEqual(used.toSorted())
})

test('every file that it copies, mounts or starts is there', () => {
  const image = read('deploy/Dockerfile')
  const copied = all(image, /^COPY --from=build \/market\/(\S+)/gm).filter(
    (path) => !/^(dist|node_modules)$/.test(path),
  )
  const mounted = all(read('deploy/compose.yaml'), /- (\.\/\S+?):/g).map((path) => `deploy/${path}`)
  const started = globSync('deploy/{Dockerfile,compose.yaml,systemd/*}').flatMap((file) =>
    all(read(file), /node"?,? "?((?:src|cli)\/\S+?\.ts)/g),
  )
  expect([copied.length, mounted.length, started.length].every((count) => count > 2)).toBe(true)
  expect([...copied, ...mounted, ...started].filter((path) => !existsSync(path))).toEqual([])
})

test('what the image leaves behind is what the project depends on', () => {
  const left = /npm uninstall[^\n]*\\\n(.*)/.exec(read('deploy/Dockerfile'))?.[1]?.trim().split(' ') ?? []
  expect(left).toContain('vite')
  expect(left.filter((name) => !(name in manifest.dependencies))).toEqual([])
})

test('every figure of the dashboard and the alarms is served', async () => {
  const { body } = await market.visitor().get<string>('/metrics')
  const served = new Set(all(body, /^# TYPE (\w+)/gm))
  const asked = ['deploy/prometheus/alarms.yml', 'deploy/grafana/outgrown.json'].flatMap((file) =>
    all(read(file), /\b((?:market|http|nodejs|process)_\w+)/g).map((name) => name.replace(/_(count|bucket|sum)$/, '')),
  )
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !served.has(name))).toEqual([])
})

test('every alarm leads to a section of the runbook', () => {
  const sections = all(read('docs/operations.md'), /^### (.*)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w ]/g, '')
      .replaceAll(' ', '-'),
  )
  const alarms = all(read('deploy/prometheus/alarms.yml'), /alert: (\w+)/g)
  const runbooks = Array.from(
    read('deploy/prometheus/alarms.yml').matchAll(/operations\.md#([\w-]+)/g),
    ([, one]) => one!,
  )
  expect(runbooks).toHaveLength(alarms.length)
  expect(runbooks.filter((section) => !sections.includes(section))).toEqual([])
})
