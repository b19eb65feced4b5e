import { escapeMarkup } from '../platform/text/escape-markup.ts'
import type { OpenApi } from './document.ts'
import { paintCall, type DocumentedCall } from './reference-call.ts'
import { inline } from './reference-markup.ts'

/**
 * The document for reading: a list of all calls, or one call in full.
 * @param call its operation id; without one, or an unknown one, the list
 * @param filter words that each call of the list has to have
 */
export function paintReference(
  document: OpenApi,
  { call = '', filter = '' }: { call?: string; filter?: string },
): string {
  const site = document.info.title
  const calls = callsOf(document)
  const one = calls.find(({ operation }) => operation.operationId === call)
  return one
    ? frame(site, `${one.method} ${one.path}`, paintCall(one, document.components.schemas))
    : frame(site, 'API reference', paintList(document, calls, filter))
}

function callsOf({ paths }: OpenApi): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** Its styles are built with the site. */
const frame = (site: string, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} · ${escapeMarkup(site)}</title>
<script src="/theme.js"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<header><a href="/"><img src="/favicon.svg" alt="" width="32" height="32">${escapeMarkup(site)}</a></header>
<main>
${content}
</main>
</body>
</html>
`

function paintList({ info, tags }: OpenApi, calls: DocumentedCall[], filter: string): string {
  const words = filter.toLowerCase().split(/\s+/)
  const wanted = calls.filter((call) => words.every((word) => textOf(call).includes(word)))
  const sections = tags.map(({ name }) => {
    const entries = wanted.filter(({ operation }) => operation.tags.includes(name)).map(paintEntry)
    return entries.length > 0 ? `<h2>${name}</h2>\n<ul class="calls">${entries.join('\n')}</ul>` : ''
  })
  return `<h1>API reference</h1>
<p>${inline(info.description)} For programs, all of it is an <a href="/api/openapi.json">OpenAPI document</a>.</p>
<form role="search"><label for="filter">Only calls with</label>
<input id="filter" name="filter" type="search" value="${escapeMarkup(filter)}" placeholder="items, or delete"><button>Filter</button></form>
<p>${wanted.length} of ${calls.length} calls</p>
${sections.join('\n')}`
}

const textOf = ({ method, path, operation: { operationId, summary, tags } }: DocumentedCall) =>
  [method, path, operationId, summary, ...tags].join(' ').toLowerCase()

const paintEntry = ({ method, path, operation }: DocumentedCall) =>
  `<li><a href="?call=${operation.operationId}"><b class="${method}">${method}</b> <code>${path}</code></a><span>${inline(operation.summary)}</span></li>`
