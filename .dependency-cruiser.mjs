// The doors and the call table of the architecture. src/testing/checks/import-rules.test.ts plants a violation of each.

/** Files of src/platform that contracts, and so the site, may use: they run in a browser as well. */
const ISOMORPHIC =
  '^src/platform/(durations|endpoint|decimal|page|language/(isolates|words)|site/look|text/(person-name|text|title|web-address))\\.ts$'
/**
 * An area of a module with many calls of its own has a contract of its own; what the site needs without the schemas, whose
 * library is heavy, stands in constants.ts, and in files of plain data that all sides take the same from.
 */
const CONTRACT =
  '(contract|[a-z-]+/contract|constants|states|attributes|areas|sizes|size-words|draw-order|statement-file|log-sentences)\\.ts$'
const DOOR =
  '(contract|[a-z-]+/contract|constants|states|attributes|areas|sizes|size-words|draw-order|statement-file|log-sentences|told|index|routes|jobs)\\.ts$'
const SANDBOX = '^src/modules/purchasing/card/sandbox/sandbox\\.ts$'
const TEST = '\\.(test|spec)\\.tsx?$'
const TOOLING = `${TEST}|^src/testing/|^web/e2e/|^[^/]+\\.config\\.[jt]s$`
const BUILD = '^web/(build|publish-build|localize|messages-in-code|language-plugin|vite\\.config)\\.ts$'

/** Module -> modules whose doors it may use, or one door of them; admin may use all. */
const CALLS = {
  identity: [],
  notifications: ['identity'],
  recalls: [],
  catalog: ['identity', 'notifications', 'recalls'],
  wallet: ['identity'],
  purchasing: ['identity', 'notifications', 'catalog', 'wallet'],
  messaging: ['identity', 'notifications', 'catalog', 'handover/contract'],
  handover: ['identity', 'notifications', 'catalog', 'purchasing'],
  simulation: ['wallet'],
  economy: ['identity', 'catalog', 'wallet', 'purchasing', 'messaging', 'handover', 'simulation'],
  audit: ['identity', 'catalog', 'wallet', 'purchasing', 'messaging', 'handover', 'economy'],
  backup: ['audit'],
}

const callTable = Object.entries(CALLS).map(([module, callees]) => ({
  name: `${module}-calls-only-${callees.join('-').replace('/', '-') || 'nobody'}`,
  severity: 'error',
  from: { path: `^src/modules/${module}/` },
  to: { path: '^src/modules/', pathNot: `^src/modules/(${[module, ...callees].join('|')})[/.]` },
}))

/** The site's features, each of which may use only those before it. */
const FEATURES = [
  'listing',
  'photos',
  'identity',
  'notifications',
  'safety',
  'wallet',
  'browsing',
  'landing',
  'my-listings',
  'posting',
  'batch',
  'messaging',
  'basket',
  'times',
  'buying',
  'purchases',
  'handover',
  'listing-page',
  'economy',
  'admin',
]

const featureOrder = FEATURES.map((feature, index) => ({
  name: `feature-${feature}-uses-only-earlier-ones`,
  severity: 'error',
  from: { path: `^web/features/${feature}/` },
  to: { path: '^web/features/', pathNot: `^web/features/(${FEATURES.slice(0, index + 1).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...callTable,
    ...featureOrder,
    {
      name: 'features-know-no-page',
      comment: 'A page puts features together, never the other way round.',
      severity: 'error',
      from: { path: '^web/(features|ui|lib)/', pathNot: TEST },
      to: { path: '^web/(pages/|app\\.tsx$|router\\.tsx$)' },
    },
    {
      name: 'frame-knows-few-features',
      comment: 'The frame stands around every page: what it uses, everybody downloads.',
      severity: 'error',
      from: { path: '^web/frame/', pathNot: TEST },
      to: { path: '^web/(pages|features)/', pathNot: '^web/features/(basket|browsing|listing)/' },
    },
    {
      name: 'feature-is-in-the-order',
      comment: 'A new feature gets its place in FEATURES.',
      severity: 'error',
      from: {},
      to: { path: '^web/features/', pathNot: `^web/features/(${FEATURES.join('|')})/` },
    },
    {
      name: 'module-through-its-door',
      comment: 'Another module shows contract.ts and index.ts; everything else is private to its folder.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: `^src/modules/($1/|[^/]+/${DOOR})` },
    },
    {
      name: 'modules-from-outside-through-their-doors',
      severity: 'error',
      from: { pathNot: '^src/modules/' },
      to: { path: '^src/modules/', pathNot: `^src/modules/[^/]+/${DOOR}|${SANDBOX}` },
    },
    {
      name: 'sandbox-only-from-tests',
      comment: 'Tests hand the card sandbox to a provider double.',
      severity: 'error',
      from: { pathNot: '^src/(testing|modules/purchasing)/' },
      to: { path: SANDBOX },
    },
    {
      name: 'routes-only-from-app',
      severity: 'error',
      from: { pathNot: '^src/app\\.ts$' },
      to: { path: '^src/modules/[^/]+/routes\\.ts$' },
    },
    {
      name: 'jobs-only-from-worker',
      severity: 'error',
      from: { pathNot: '^src/worker\\.ts$' },
      to: { path: '^src/modules/[^/]+/jobs\\.ts$' },
    },
    {
      name: 'modules-know-no-process',
      comment: 'Modules are called by app, worker and cli, never the other way round.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: TEST },
      to: { path: '^(src/(?!modules/|platform/|(events|told)\\.ts$)|web/|cli/|seeds/|migrations/)' },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: TEST },
      to: { path: '^(src/(?!platform/)|web/|cli/|seeds/|migrations/)' },
    },
    {
      name: 'contract-runs-anywhere',
      comment: 'The site bundles contracts: only zod, other contracts and isomorphic platform files.',
      severity: 'error',
      from: { path: `^src/modules/[^/]+/${CONTRACT}` },
      to: { pathNot: `^node_modules/zod/|^src/modules/[^/]+/${CONTRACT}|${ISOMORPHIC}` },
    },
    {
      name: 'isomorphic-platform-runs-anywhere',
      severity: 'error',
      from: { path: ISOMORPHIC },
      to: { pathNot: `^node_modules/zod/|${ISOMORPHIC}` },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^web/', pathNot: `${TEST}|^web/e2e/|${BUILD}` },
      to: {
        path: '^(src|cli|seeds|migrations)/',
        pathNot: `^src/modules/[^/]+/${CONTRACT}|^src/platform/(durations|site/look|language/(words|catalogues))\\.ts$`,
      },
    },
    {
      name: 'web-runs-in-the-browser',
      severity: 'error',
      from: { path: '^web/', pathNot: `${TEST}|^web/e2e/|${BUILD}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'cli-and-seeds-use-doors-and-platform',
      severity: 'error',
      from: { path: '^(cli|seeds)/', pathNot: TEST },
      to: {
        path: '^(src|web)/',
        pathNot: `^src/(modules/[^/]+/(index\\.ts$|${CONTRACT})|platform/|open-context\\.ts$)`,
      },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration means the same for ever, whatever becomes of the code.',
      severity: 'error',
      from: { path: '^migrations/', pathNot: TEST },
      to: { path: '^(src|web|cli|seeds)/' },
    },
    {
      name: 'nothing-imports-a-test',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'no-test-support-in-production',
      severity: 'error',
      from: { path: '^(src|web|cli|seeds|migrations)/', pathNot: TOOLING },
      to: { path: '^(src/testing|web/e2e)/' },
    },
    {
      name: 'no-dev-dependency-in-production',
      severity: 'error',
      from: { path: '^(src|web|cli|seeds|migrations)/|^knexfile\\.ts$', pathNot: TOOLING },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-dependency',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolvable-import',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular-import',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
