import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import type { Http } from '../http/http.ts'
import { routeOf } from '../http/route-of.ts'

/** As the W3C's Trace Context has it: which span asked for something that is done later, or elsewhere. */
export type Carrier = Record<string, string>

let isOn = false
/** Whether there is a collector: where there is none, nothing needs to be wrapped in spans. */
export const isTracing = (): boolean => isOn

/** Does nothing until `startTracing` has found where spans go. */
const tracer = trace.getTracer('outgrown')
/** A span's attributes: ids, never names, addresses or tokens. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Sends spans to the collector that the environment names, by OpenTelemetry's own variables: `OTEL_EXPORTER_OTLP_ENDPOINT`
 * (OTLP over HTTP, such as http://localhost:4318), `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, … Without one nothing is
 * loaded and nothing is measured.
 * @returns sends what is left, and ends
 */
export async function startTracing(
  environment: Record<string, string | undefined>,
  serviceName: string,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment
  if (!(all ?? traces)) return () => Promise.resolve()
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  isOn = true
  return () => provider.shutdown()
}

/** A span for each request, below that of the proxy where one is known to stand in front. */
export function traceRequests({ TRUST_PROXY: proxies }: Config): Middleware {
  return async (http: Http, next) => {
    const above = proxies > 0 ? propagation.extract(ROOT_CONTEXT, http.headers) : ROOT_CONTEXT
    await context.with(above, () =>
      inSpan(http.method, { kind: SpanKind.SERVER }, async (span) => {
        await next()
        const { method, status } = http
        const params = http['params'] as Record<string, unknown> | undefined
        span.updateName(`${method} ${routeOf(http)}`)
        span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status, ...idsOf(params) })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      }),
    )
  }
}

/** Runs a job below the span that has asked for it, in whichever process that was. */
export function traceJob(queue: string, payload: unknown, work: () => Promise<void>): Promise<void> {
  const { trace: carrier, ...ids } = (payload ?? {}) as { trace?: Carrier } & Record<string, unknown>
  const above = propagation.extract(ROOT_CONTEXT, carrier ?? {})
  return context.with(above, () =>
    inSpan(`job ${queue}`, { kind: SpanKind.CONSUMER, attributes: idsOf(ids) }, () => work()),
  )
}

/** The trace to hand on to a job that is done later; undefined where nothing is traced. */
export function currentTrace(): Carrier | undefined {
  const carrier: Carrier = {}
  propagation.inject(context.active(), carrier)
  return Object.keys(carrier).length === 0 ? undefined : carrier
}

/** A span for each statement that something traced has asked for: its text, never its values. */
export function traceStatements(db: Database): void {
  if (!isOn) return
  const spans = new Map<string, Span>()
  const end = (uid: string, error?: Error) => {
    const span = spans.get(uid)
    spans.delete(uid)
    if (error) span?.recordException(error)
    if (error) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  db.on('query', ({ __knexQueryUid: uid, sql }: { __knexQueryUid: string; sql: string }) => {
    if (!trace.getActiveSpan()?.isRecording()) return
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
    spans.set(uid, tracer.startSpan(summaryOf(sql), { kind: SpanKind.CLIENT, attributes }))
  })
  db.on('query-response', (_rows: unknown, { __knexQueryUid: uid }: { __knexQueryUid: string }) => end(uid))
  db.on('query-error', (error: Error, { __knexQueryUid: uid }: { __knexQueryUid: string }) => end(uid, error))
}

async function inSpan<T>(
  name: string,
  options: { kind: SpanKind; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.recordException(error as Error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** A verb and a table, such as `update "sessions"`. */
function summaryOf(sql: string): string {
  const [verb = ''] = /\w+/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

function idsOf(values: Record<string, unknown> | undefined): Attributes {
  const ids = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string' && UUID.test(value))
  return Object.fromEntries(ids.map(([name, value]) => [`market.${name}`, value as string]))
}
