import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markMessages } from './language-plugin.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Tells modules of the site by their paths without endings; a folder ends in a slash. Each has to be there. */
function oneOf(...paths: string[]): (id: string) => boolean {
  const gone = paths.filter(
    (path) => globSync(`${path.replace(/\/$/, '')}{,.ts,.tsx}`, { cwd: file('.') }).length === 0,
  )
  if (gone.length > 0) throw new Error(`vite.config.ts names what is not there: ${gone.join(', ')}`)
  const starts = paths.map((path) => `/web/${path}${path.endsWith('/') ? '' : '.'}`)
  return (id) => starts.some((start) => id.replaceAll('\\', '/').includes(start))
}

/** Modules that only pages with forms need: together, since most of them need all of it. */
const isOfForms = oneOf(
  ...['field', 'checkbox', 'error-summary', 'form-error'].map((name) => `ui/forms/${name}`),
  ...['browser/use-draft', 'contact', 'form-resolver', 'offline/kept-photos', 'use-typed'].map((name) => `lib/${name}`),
)

/** Small, of an item's page and some others: as files of their own they would be fewer bytes than their headers. */
const isOfItem = oneOf(
  ...[
    'lib/token-cost',
    'lib/use-login-redirect',
    'ui/price-pill',
    'features/browsing/distance',
    'features/basket/add-to-pickup',
  ],
  ...['savings', 'use-purchases', 'use-token-cost'].map((name) => `features/buying/${name}`),
  ...['listing/photo-button', 'purchases/order', 'identity/use-blocks'].map((path) => `features/${path}`),
  ...['blocked-notice', 'safety-menu'].map((name) => `features/safety/${name}`),
)

/** Dialogs and menus stay with those who open them: their library is heavier than all of this. So does what few pages show. */
const isHeavy = oneOf(
  ...['full-screen', 'compare-dialog', 'use-compare-label', 'opened-photos'].map((name) => `features/listing/${name}`),
  ...['overlay', 'dialog', 'confirm-dialog', 'reason-dialog', 'menu-radix'].map((name) => `ui/overlays/${name}`),
  ...['ui/toasts/toast-view', 'ui/copy-button', 'ui/show-more', 'frame/install/install-hint'],
  'lib/browser/use-wake-lock',
)

const isLight = oneOf(
  ...['lib/', 'frame/', 'ui/', 'features/listing/', 'features/landing/still-life'],
  // Modules that the first page shares with the sheet of its filters.
  ...['chip', 'filter-words', 'filters', 'known-place', 'searches/save-words'].map(
    (name) => `features/browsing/${name}`,
  ),
)
const PICTURES_OF_ITEM =
  /[\\/]lucide-react[\\/].*[\\/](ban|ellipsis-vertical|flag|leaf|package-check|package-plus|user-round-check|user-round-x)\./
/** Pictures that the first page, or most, share with other pages. */
const SHARED_PICTURES = /[\\/]lucide-react[\\/].*[\\/](arrow-left|chevron-left|chevron-right|map-pin|x)\./

/**
 * Few files, each worth its request: the libraries of the first screen, which change seldom, and our own small modules
 * that most pages use. What is heavy (dialogs, menus, forms with their schemas, the card form) stays with its pages.
 */
const CHUNKS = {
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 3 },
    { name: 'libraries', test: /node_modules[\\/]swr[\\/]/, priority: 3 },
    {
      name: 'site',
      test: (id: string) =>
        SHARED_PICTURES.test(id) || (isLight(id) && !isHeavy(id) && !isOfForms(id) && !isOfItem(id)),
      priority: 2,
    },
    { name: 'pictures', test: /lucide-react/, minShareCount: 2, priority: 1 },
    { name: 'forms', test: isOfForms, priority: 1 },
    { name: 'item', test: (id: string) => PICTURES_OF_ITEM.test(id) || isOfItem(id), priority: 2 },
  ],
}

/** The API reference is painted by the server, which knows its styles by their plain name. */
const assetName = ({ names }: { names: string[] }) =>
  names.includes('reference.css') ? 'reference.css' : 'assets/[name]-[hash].[ext]'

export default defineConfig(({ isSsrBuild }) => ({
  root: file('.'),
  plugins: [...(isSsrBuild ? [] : [markMessages()]), react(), tailwindcss()],
  build: {
    target: 'es2022',
    // Nothing is inlined: the pictures are hashed files, and the Content-Security-Policy stays simple.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: { index: file('index.html'), reference: file('reference.css') },
          output: { codeSplitting: CHUNKS, assetFileNames: assetName },
        },
  },
  // The server entry bundles its libraries: it then starts with one file read.
  ssr: { noExternal: true },
}))
