import type { Answer, OpenApi, Operation } from './document.ts'
import { type Html, html, prose } from './html.ts'
import { renderField, renderFields, renderType } from './render-schema.ts'
import type { JsonSchema } from './schemas.ts'

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** The document as one page that needs nothing but style sheets. @param styles their addresses */
export function renderReference(document: OpenApi, styles: readonly string[]): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = document.tags
    .map(({ name }) => ({ name, entries: entries.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter((group) => group.entries.length > 0)
  const schemas = Object.entries(document.components.schemas).sort(([one], [other]) => one.localeCompare(other))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · ${document.info.title}</title>
        <script src="/theme.js"></script>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        ${[...styles, '/api-docs.css'].map((href) => html`<link rel="stylesheet" href="${href}" />`)}
      </head>
      <body class="api-docs">
        <a class="skip" href="#content">Skip to content</a>
        <header><a href="/">${document.info.title}</a></header>
        <div class="columns">
          <nav aria-label="Contents">
            ${groups.map(renderContents)}
            <p><a href="#schemas">Schemas</a></p>
          </nav>
          <main id="content" tabindex="-1">
            <h1>API reference</h1>
            <p>${prose(document.info.description)}</p>
            <p>As a file: <a href="/api/openapi.json">OpenAPI ${document.openapi}</a>.</p>
            ${groups.map(
              (group) =>
                html`<section aria-labelledby="${group.name}">
                  <h2 id="${group.name}">${titled(group.name)}</h2>
                  ${group.entries.map(renderOperation)}
                </section> `,
            )}
            <section aria-labelledby="schemas">
              <h2 id="schemas">Schemas</h2>
              ${schemas.map(renderSchema)}
            </section>
          </main>
        </div>
      </body>
    </html>`
  return page.markup
}

function renderContents({ name, entries }: { name: string; entries: Entry[] }): Html {
  return html`<p><a href="#${name}">${titled(name)}</a></p>
    <ul>
      ${entries.map(
        ({ method, path, operation }) =>
          html`<li>
            <a href="#${operation.operationId}"><span class="method">${method}</span> ${breakable(path)}</a>
          </li> `,
      )}
    </ul> `
}

function renderOperation({ method, path, operation }: Entry): Html {
  const { operationId, summary, parameters = [], requestBody } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  return html`<article aria-labelledby="${operationId}">
    <h3 id="${operationId}">
      <a href="#${operationId}"><span class="method">${method}</span> <code>${breakable(path)}</code></a>
    </h3>
    <p>${prose(summary)}</p>
    <p class="access">${accessOf(operation)}</p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        <dl class="fields">
          ${parameters.map(({ name, in: place, required, schema, description }) =>
            renderField(
              place === 'query' ? `?${name}` : name,
              { ...schema, ...(description && { description }) },
              required,
            ),
          )}
        </dl>`
    }
    ${bodies.map(
      ([type, { schema }]) =>
        html`<h4>Body <small>${type}</small></h4>
          ${renderBody(schema)}`,
    )}
    <h4>Answers</h4>
    <dl class="answers">
      ${Object.entries(operation.responses).map(([status, answer]) => renderAnswer(status, answer))}
    </dl>
  </article> `
}

function accessOf({ security }: Operation): string {
  const roles = security[0]?.session
  if (!roles) return 'For anybody.'
  return roles.includes('admin') ? 'For admins.' : 'For members.'
}

function renderBody(schema: JsonSchema): Html {
  if (schema.properties) {
    const none = Object.keys(schema.properties).length === 0
    return none ? html`<p>Nothing: an empty object, or no body at all.</p>` : renderFields(schema)
  }
  const choices = schema.anyOf ?? []
  if (choices.every(({ properties }) => properties) && choices.length > 0) {
    return html`${choices.map((choice, index) => html`${index > 0 && html`<p>or</p>`}${renderFields(choice)}`)}`
  }
  return html`<p>${renderType(schema)}</p>`
}

function renderAnswer(status: string, { description, headers = {}, content = {} }: Answer): Html {
  const [schema] = Object.values(content).map((part) => part.schema)
  const codes = schema?.allOf?.flatMap(({ properties }) => codesOf(properties)) ?? []
  const named = schema && (schema.$ref !== undefined || schema.type === 'array') && renderType(schema)
  return html`<div>
    <dt>${status}</dt>
    <dd>
      ${prose(description)} ${named} ${schema && !named && codes.length === 0 && renderFields(schema)}
      ${codes.length > 0 && html`<p>${codes.map((code) => html`<code>${code}</code> `)}</p>`}
      ${Object.entries(headers).map(([name, header]) => html`<p>Header <code>${name}</code>: ${prose(header.description)}</p>`)}
    </dd>
  </div> `
}

function codesOf(properties: JsonSchema['properties']): string[] {
  const code = properties?.['code']
  return typeof code === 'object' ? (code.enum ?? []).map(String) : []
}

function renderSchema([name, schema]: [string, JsonSchema]): Html {
  return html`<article aria-labelledby="schema-${name}">
    <h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>
    ${schema.description && html`<p>${prose(schema.description)}</p>`}
    ${schema.properties ? renderFields(schema) : html`<dl class="fields">${renderField(name, { ...schema, description: '' }, false)}</dl>`}
  </article> `
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** A path that may be broken before its slashes. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((part) => html`${part}<wbr />`)}`
}
