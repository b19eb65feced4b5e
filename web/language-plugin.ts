import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { CATALOGUES } from '../src/platform/language/catalogues.ts'
import { findMessages } from '../src/platform/language/find-messages.ts'
import { mark } from './messages-in-code.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const NO_PARSER = file('../node_modules/@formatjs/icu-messageformat-parser/no-parser.js')
const OWN_SOURCE = /\/(web|src)\/(?!.*node_modules).*\.tsx?$/

/** Browsers get their messages ready, and no parser: their code has a mark in the place of each until its language is put in. */
export function markMessages(): Plugin {
  return {
    name: 'mark-messages',
    enforce: 'pre',
    resolveId(source) {
      if (source.endsWith('/sentence.ts')) return file('lib/language/sentence-browser.ts')
      if (source === '@formatjs/icu-messageformat-parser') return NO_PARSER
      return undefined
    },
    transform(code, id) {
      if (id.endsWith('/intl-messageformat/index.js')) return { code: withoutClass(code), map: null }
      if (!OWN_SOURCE.test(id)) return null
      let marked = code
      for (const { message, start, end, call } of findMessages(id, code).toSorted(
        (one, other) => other.start - one.start,
      )) {
        if (call.name === 'error') continue
        // A call that does nothing but say the text is the text.
        const isAll =
          call.given === 1 && (call.name === 't' || call.name === 'words') && !isChoice(code, call, start, end)
        const [from, to] = isAll ? [call.start, call.end] : [start, end]
        marked = marked.slice(0, from) + mark(message) + marked.slice(to)
      }
      return { code: marked, map: null }
    },
  }
}

/** The class parses, and no bundler drops it: what a browser needs are the functions before it. */
function withoutClass(code: string): string {
  const [functions, more] = code.split('// packages/intl-messageformat/core.ts')
  if (functions === undefined || more === undefined) throw new Error('intl-messageformat is built in another way now')
  return `${functions.replace(/^import .*fast-memoize.*$/m, '')}\nexport { formatToParts }`
}

/** Whether the literal is one of several in the call. */
function isChoice(code: string, call: { start: number; end: number }, start: number, end: number): boolean {
  const before = code.slice(code.indexOf('(', call.start) + 1, start)
  return before.trim() !== '' || !/^\s*,?\s*\)$/.test(code.slice(end, call.end))
}

/** The server says what page is asked for in whatever language: it has all catalogues with it, as they were when it was built. */
export function bringCatalogues(): Plugin {
  return {
    name: 'bring-catalogues',
    load(id) {
      if (!id.endsWith('/src/platform/language/catalogues.ts')) return null
      return `export const CATALOGUES = ${JSON.stringify(CATALOGUES)}`
    },
  }
}
