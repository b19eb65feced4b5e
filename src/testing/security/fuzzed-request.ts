import fc from 'fast-check'
import { schemaBook, type JsonSchema } from '../../open-api/schemas.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import { hostileEncodings, hostileText, nearly, toJson, valid, type Pool } from './arbitraries.ts'
import type { Asked } from './ask.ts'

export interface FuzzedRequest extends Asked {
  endpoint: Endpoint
  /** Its address may lead to another endpoint, or to none. */
  astray: boolean
}

const book = schemaBook(new Map())

/** Requests near the contract of an endpoint. @param pool addresses, ids and the like that exist */
export function fuzzedRequest(endpoint: Endpoint, pool: Pool): fc.Arbitrary<FuzzedRequest> {
  return fc
    .tuple(pathOf(endpoint, pool), queryOf(endpoint, pool), bodyOf(endpoint, pool), headersOf(endpoint))
    .map(([{ path, astray }, query, body, headers]) => ({
      endpoint,
      path: path + query,
      astray,
      ...(body !== undefined && { body }),
      headers,
    }))
}

function pathOf({ path, params }: Endpoint, pool: Pool): fc.Arbitrary<{ path: string; astray: boolean }> {
  if (!params) return fc.constant({ path, astray: false })
  const usual = valid(book.input(params), pool).map((values) => values as Record<string, string>)
  const strange = fc.dictionary(
    fc.constantFrom(...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)),
    hostileText,
    {
      minKeys: 1,
    },
  )
  const put = (values: Record<string, string>) =>
    path.replace(/:(\w+)/g, (_, name: string) => encode(values[name] ?? 'x'))
  return fc.oneof(
    { weight: 12, arbitrary: usual.map((values) => ({ path: put(values), astray: false })) },
    { weight: 2, arbitrary: strange.map((values) => ({ path: put(values), astray: true })) },
    { weight: 1, arbitrary: hostileEncodings.map((text) => ({ path: path.replace(/:\w+/g, text), astray: true })) },
  )
}

/** Long texts are cut: an address has a length that a server reads at all. */
const encode = (text: string) => encodeURIComponent(text.slice(0, 2000).toWellFormed())

function queryOf({ query }: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const unasked = fc.constantFrom('', '', '', '?x=1', '?__proto__=1', '?a[b]=c', '?%00=%00', '?=&&=')
  if (!query) return unasked
  // A server reads addresses up to a length only.
  const write = (value: unknown) => writeQuery(value).slice(0, 4000).replace(/%.?$/, '')
  const twice = (search: string) => `${search}&${search.slice(1)}`
  const near = nearly(book.input(query), pool).map(write)
  return fc.oneof(
    { weight: 6, arbitrary: near },
    near.map(twice),
    near.map((search) => `${search}&limit=%zz&city=%00`),
    unasked,
  )
}

function writeQuery(value: unknown): string {
  const parts = Object.entries(Object(value) as Record<string, unknown>)
  return `?${parts.map(([name, part]) => `${encode(name)}=${encode(typeof part === 'string' ? part : toJson(part ?? null))}`).join('&')}`
}

function bodyOf({ method, kind = 'json', body }: Endpoint, pool: Pool): fc.Arbitrary<Asked['body']> {
  if (method === 'GET' || method === 'DELETE') return fc.constant(undefined)
  const schema: JsonSchema = body ? book.input(body) : { type: 'object', properties: {} }
  const json = fc.oneof({ weight: 12, arbitrary: nearly(schema, pool).map(toJson) }, garbage)
  return kind === 'multipart' ? fc.oneof({ weight: 4, arbitrary: forms }, json) : json
}

const garbage: fc.Arbitrary<Asked['body']> = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '"x"', '{}{}', '{"a":1,"a":2}', '\ufeff{}', 'NaN', '{"a":01}', "{'a':1}"),
  fc.constantFrom(1000, 100_000, 300_000).map((length) => `{"x":"${'y'.repeat(length)}"}`),
  fc.constant('['.repeat(100_000)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
)

const FILE_NAMES = ['photo.jpg', '../../evil.sh', 'a\0b.png', '"; filename="x', '', 'ü😀.webp', 'x'.repeat(500)]

const files = fc.record({
  field: fc.constantFrom('photos', 'photos', 'photos', 'photo', '__proto__', ''),
  name: fc.constantFrom(...FILE_NAMES),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom('<svg xmlns="http://www.w3.org/2000/svg"/>', '\xff\xd8\xff\xe0', 'GIF89a', '')
      .map((text) => Buffer.from(text, 'latin1')),
  ),
})

/** Made anew each time, because a form can be sent once. */
const forms: fc.Arbitrary<FormData> = fc
  .tuple(fc.array(files, { maxLength: 4 }), fc.array(hostileText, { maxLength: 2 }))
  .map(([parts, texts]) => {
    const form = new FormData()
    for (const { field, name, bytes } of parts) form.append(field, new Blob([new Uint8Array(bytes)]), name)
    for (const text of texts) form.append('photos', text)
    return form
  })

function headersOf({ headers, kind }: Endpoint): fc.Arbitrary<Record<string, string>> {
  const types =
    kind === 'multipart'
      ? ['multipart/form-data; boundary=x', 'multipart/form-data']
      : ['text/plain', 'application/json; charset=utf-99', 'application/json;']
  const strange = fc.constantFrom<Record<string, string>>(
    ...types.map((type) => ({ 'content-type': type })),
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br, br' },
    { origin: 'null' },
    { origin: 'https://elsewhere.example' },
    { 'x-forwarded-for': "1.2.3.4, '; drop table" },
    { 'accept-language': 'x'.repeat(3000) },
    { range: 'bytes=0-' },
    { 'if-none-match': '*' },
  )
  const usual: Record<string, string> = headers ? { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` } : {}
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    strange.map((more) => ({ ...usual, ...more })),
  )
}
