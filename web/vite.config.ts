import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markMessages } from './language-plugin.ts'

/** Modules that only pages with forms need: together, since most of them need all of it. */
const FORMS =
  /[\\/]web[\\/](ui[\\/](field|checkbox|copy-button|error-summary|form-error)|lib[\\/](browser[\\/]use-draft|use-action|form-resolver|offline[\\/]kept-photos)|frame[\\/]login-required)\./

/** Small, of an item's page and some others: as files of their own they would be fewer bytes than their headers. */
const ITEM =
  /[\\/]web[\\/](lib[\\/](token-cost|use-login-redirect)|ui[\\/](price-pill|when-near)|features[\\/](viewing[\\/]photo-button|owner[\\/](use-owner-actions|wanted)|purchasing[\\/](api|savings|use-purchases|use-token-cost)|trades[\\/]order|identity[\\/]use-blocks|safety[\\/](blocked-notice|safety-menu)))\./

const OWN = [FORMS, ITEM]

const LIGHT = [
  /[\\/]web[\\/](lib|frame)[\\/]/,
  /[\\/]web[\\/]ui[\\/](?!dialog|confirm-dialog|reason-dialog|menu-radix|toast-view)/,
  /[\\/]web[\\/]features[\\/](listing[\\/]|landing[\\/]still-life\.)/,
  // Modules that the first page shares with the sheet of its filters, and its pictures with other pages.
  /[\\/]web[\\/]features[\\/]browsing[\\/](chip|filter-words|filters|known-place|searches[\\/]save-words)\./,
  /[\\/]lucide-react[\\/].*[\\/](map-pin|x)\./,
]

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
      test: (id: string) => !OWN.some((own) => own.test(id)) && LIGHT.some((pattern) => pattern.test(id)),
      priority: 2,
    },
    { name: 'site', test: /lucide-react/, minShareCount: 2, priority: 2 },
    { name: 'forms', test: FORMS, priority: 1 },
    { name: 'item', test: ITEM, priority: 1 },
  ],
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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
