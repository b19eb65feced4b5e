import { beforeAll, describe, expect, test } from 'vitest'
import { mountApi } from '../app.ts'
import type { Api } from '../platform/http/api.ts'
import { useMarket } from '../testing/market/use-market.ts'
import { TAGS } from './contracts.ts'
import type { OpenApi, Operation } from './document.ts'
import { ERROR_CODES } from './error-codes.ts'
import type { JsonSchema } from './schemas.ts'

/** Not by the router, and only where the site has been built. */
const SERVED_BY_THE_SITE = 'GET /api/login'

const market = useMarket()
let api: Api
let document: OpenApi
beforeAll(async () => {
  api = mountApi(market.ctx)
  document = (await market.visitor().get<OpenApi>('/api/openapi.json')).body
})

/** `GET /api/items/{id}` -> its description. */
function operations(): Map<string, Operation> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  return new Map(all)
}

const operation = (name: string) => operations().get(name)!
const component = (name: string) => document.components.schemas[name]!

describe('the document', () => {
  test('describes every route under /api, and no other', () => {
    const routes = api.router.stack
      .filter(({ path }) => path === '/api' || String(path).startsWith('/api/'))
      .flatMap(({ path, methods }) =>
        methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
      )
      .map((route) => route.replace(/:(\w+)/g, '{$1}'))
    const served = [...routes, SERVED_BY_THE_SITE].sort()
    expect([...operations().keys()].sort()).toEqual(served)
    expect(served.length).toBeGreaterThan(40)
  })

  test('every route that it describes exists', async () => {
    for (const name of operations().keys()) {
      if (name === SERVED_BY_THE_SITE) continue
      const [method = '', path = ''] = name.split(' ')
      const { status, body } = await market
        .visitor()
        .send<{ message?: string }>(method, path.replace(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : {})
      expect([status, body.message], name).not.toContainEqual('There is nothing at this address')
      expect(status, name).not.toBe(405)
    }
  })

  test('its references lead somewhere, its names are unique, and nothing is left over', () => {
    const references = new Set(JSON.stringify(document).match(/#\/components\/schemas\/\w+/g))
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...references].sort()).toEqual(names.sort())
    const ids = [...operations().values()].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = new Set([...operations().values()].flatMap((described) => described.tags))
    expect([...tags].sort()).toEqual([...TAGS].sort())
  })

  test('path parameters are those of the path', () => {
    for (const [name, { parameters = [] }] of operations()) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
        inPath,
      )
    }
  })

  test('says who may call, with what, and what comes back', () => {
    const buy = operation('POST /api/items/{id}/purchase/intent')
    expect(buy).toMatchObject({ operationId: 'startPurchase', tags: ['purchasing'], security: [{ session: [] }] })
    expect(buy.requestBody).toMatchObject({ required: false })
    expect(buy.responses['201']!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/StartedPurchase',
    })
    expect(codesOf(buy, 409)).toContain('INSUFFICIENT_TOKENS')
    expect(codesOf(buy, 403)).toEqual(expect.arrayContaining(['FOREIGN_ORIGIN', 'OWN_LISTING']))
    expect(Object.keys(buy.responses)).toEqual(['201', '400', '401', '403', '404', '409', '413', '415', '429', '503'])
    expect(operation('PATCH /api/admin/settings').security).toEqual([{ session: [] }])
    expect(operation('GET /api/items').security).toEqual([])
    expect(operation('GET /api/items').parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 200 },
    })
  })

  test('describes forms and signed bytes', () => {
    const photos = { type: 'array', minItems: 1, maxItems: 5 }
    const form = operation('POST /api/upload').requestBody!
    expect(form.required).toBe(true)
    expect(form.content['multipart/form-data']!.schema).toMatchObject({ required: ['photos'], properties: { photos } })
    const hook = operation('POST /api/stripe/webhook')
    expect(hook.parameters).toEqual([
      { name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } },
    ])
    expect(codesOf(hook, 400)).toEqual(['BAD_SIGNATURE'])
  })

  test('bodies have the rules of the contracts, and refuse unknown fields', () => {
    const listing = component('CreateListingBody')
    expect(listing.additionalProperties).toBe(false)
    expect(listing.properties!['title']).toMatchObject({ type: 'string', minLength: 3, maxLength: 100 })
    expect(listing.required).not.toContain('tokenPrice')
    const loose = [...operations()].filter(([, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema && !resolved(schema).every(({ additionalProperties }) => additionalProperties === false)
    })
    expect(loose.map(([name]) => name)).toEqual(['POST /api/stripe/webhook'])
  })
})

describe('what every operation says', () => {
  test('what it does, who may and what it changes, in words of its own', () => {
    const said = [...operations()].map(([name, { description }]) => ({ name, parts: description.split('\n\n') }))
    for (const { name, parts } of said) {
      const [does = '', who = '', changes = ''] = parts
      expect(does.length, name).toBeGreaterThan(10)
      expect(who, name).toMatch(/^\*\*Who may:\*\* \S.+\.$/)
      expect(changes, name).toMatch(/^\*\*Changes:\*\* \S.+\.$/)
      if (!/^(GET|POST \/api\/(delivery\/quote|ai))/.test(name)) expect(changes, name).not.toBe('**Changes:** nothing.')
    }
    expect(said.length).toBeGreaterThan(140)
  })

  test('how it succeeds and how it fails, each code with its meaning', () => {
    const named = new Set<string>()
    for (const [name, { responses }] of operations()) {
      const statuses = Object.keys(responses).map(Number)
      expect(
        statuses.some((status) => status < 300),
        name,
      ).toBe(true)
      expect(
        statuses.some((status) => status >= 400 && status < 500),
        name,
      ).toBe(true)
      for (const status of statuses.filter((status) => status >= 400)) {
        for (const code of codesOf(operation(name), status) as string[]) {
          named.add(code)
          expect(responses[status]!.description, `${name} ${status}`).toMatch(new RegExp(`- \`${code}\`: .{5,}`))
        }
      }
    }
    expect([...named].sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })

  test('no scope of a scheme that has none', () => {
    const scopes = [...operations().values()].flatMap(({ security }) => security.flatMap(({ session }) => session))
    expect(scopes).toEqual([])
  })

  test('an example of its body, which the contract takes', () => {
    const refused = api.endpoints.flatMap((endpoint) => {
      const { method, path, body, kind = 'json' } = endpoint
      if (!body || kind !== 'json') return []
      const name = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
      const { example } = operation(name).requestBody!.content['application/json']!
      const { success, error } = body.safeParse(example)
      return success ? [] : [`${name}: ${JSON.stringify(example)} ${error.message}`]
    })
    expect(refused).toEqual([])
  })
})

describe('the reference', () => {
  const read = async (query = '') => {
    const { status, headers, body } = await market.visitor().get<string>(`/api/docs${query}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).not.toMatch(/<script(?![^>]* src="\/)|<style| on\w+="| style="|javascript:/)
    return body
  }
  const callsIn = (page: string) => Array.from(page.matchAll(/href="\?call=(\w+)"/g), ([, id]) => id)

  test('lists every call, or those with the words that are asked for', async () => {
    const ids = [...operations().values()].map(({ operationId }) => operationId)
    expect(callsIn(await read()).sort()).toEqual(ids.sort())
    expect(callsIn(await read('?filter=favourite+DELETE'))).toEqual([
      operation('DELETE /api/items/{id}/favourite').operationId,
    ])
    expect(await read('?filter=%22%3E%3Cb%3E')).toContain('value="&quot;&gt;&lt;b&gt;"')
  })

  test('shows each call with its errors and all that it leads to', async () => {
    for (const [name, { operationId, responses }] of operations()) {
      const page = await read(`?call=${operationId}`)
      expect(page).toContain(`<title>${name} · Outgrown</title>`)
      for (const [, place = ''] of page.matchAll(/href="#([^"]*)"/g)) expect(page, name).toContain(`id="${place}"`)
      for (const status of Object.keys(responses).map(Number))
        for (const code of status < 400 ? [] : (codesOf(operation(name), status) as string[]))
          expect(page, `${name} ${status}`).toContain(`<li><code>${code}</code>: `)
    }
  })

  test('says what a body has to be like, with an example', async () => {
    const page = await read('?call=createListing')
    expect(page).toContain('<b>title</b></code> <small>string, 3 to 100 characters, required</small>')
    expect(page).toContain('<a href="#AgeSize">AgeSize</a> or null, optional')
    expect(page).toContain('&quot;title&quot;: &quot;Wooden train&quot;')
    expect(page).toContain('<h3 id="AgeSize">AgeSize</h3><p><code>&quot;newborn&quot;')
  })
})

function codesOf({ responses }: Operation, status: number): unknown {
  const choices = responses[status]!.content!['application/json']!.schema.allOf as JsonSchema[]
  return (choices[1]!.properties!['code'] as JsonSchema).enum
}

/** The objects that a schema stands for. */
function resolved(schema: JsonSchema): JsonSchema[] {
  if (schema.$ref !== undefined) return resolved(component(schema.$ref.replace('#/components/schemas/', '')))
  return schema.anyOf ? schema.anyOf.flatMap(resolved) : [schema]
}
