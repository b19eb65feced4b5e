import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from '../run/listen-locally.ts'

export interface ReceivedSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, unknown>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

/** As OTLP over HTTP has it, in JSON. */
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

/** A collector of OpenTelemetry's traces: takes what is posted as it must be, and keeps each span. */
export async function startCollectorDouble() {
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    const right =
      `${request.method} ${request.url}` === 'POST /v1/traces' && request.headers['content-type'] === 'application/json'
    void json(request).then((body) => {
      if (right) for (const one of (body as Export).resourceSpans) keep(one)
      response.writeHead(right ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
    })
  })

  function keep({ resource, scopeSpans }: Export['resourceSpans'][number]): void {
    const service = String(valuesOf(resource.attributes)['service.name'])
    for (const { spans: received } of scopeSpans)
      for (const span of received) spans.push({ ...span, service, attributes: valuesOf(span.attributes) })
  }

  return { spans, ...(await listenLocally(server)) }
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
