import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'

/** What is recorded: a call or a page, a job, or a statement of the database inside either. */
type Kind = 'server' | 'internal'

type Tracing = {
  tracer: Tracer
  api: typeof import('@opentelemetry/api')
}

/** Short, since the end of the server waits for the last of them. */
const exportWithinMs = 3_000

/** Null while no endpoint is set: then nothing of it is loaded. */
let tracing: Tracing | null = null

export type TraceSettings = {
  /** Where a collector takes traces by OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  /** Share of calls and jobs that are recorded, 0 to 1. */
  ratio: number
  version: string
}

/**
 * Starts to send traces; what the collector does not take is dropped, and nothing waits for it. Names hold routes, jobs and tables, never what a caller
 * sent. What callers say of traces of their own is not read: anybody may call.
 *
 * @returns sends what is left, and ends it
 */
export async function startTraces({ endpoint, ratio, version }: TraceSettings): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportWithinMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shipminer-server', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  api.context.setGlobalContextManager(contexts)
  tracing = { api, tracer: provider.getTracer('shipminer', version) }
  return async () => {
    tracing = null
    await provider.shutdown().catch(() => undefined)
    api.context.disable()
  }
}

/** Does a piece of work as a span of its own. */
export async function traceWork<Result>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work()
  const { api, tracer } = tracing
  const span = tracer.startSpan(name, {
    kind: api.SpanKind[kind === 'server' ? 'SERVER' : 'INTERNAL'],
    attributes,
  })
  const context: Context = api.trace.setSpan(api.context.active(), span)
  try {
    return await api.context.with(context, work)
  } catch (error) {
    noteError(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** A refusal in words is no fault; of anything else only the kind is recorded, since messages may quote what was sent. */
function noteError(span: Span, error: unknown): void {
  const { status, code, name } = Object(error)
  if (typeof status === 'number') span.setAttribute('http.response.status_code', status)
  if (typeof status === 'number' && status < 500) return
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
  span.setStatus({ code: 2 })
}

const target =
  /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|merge)\b[\s\S]*?\b(?:from|into|update)\s+"?(\w+)"?/i

/** A statement that has just ended, under the call or job that it belongs to; statements of nobody are not recorded. */
export function noteStatement(event: {
  level: 'query' | 'error'
  query: { sql: string }
  queryDurationMillis: number
}): void {
  if (!tracing) return
  const { api, tracer } = tracing
  if (!api.trace.getActiveSpan()?.isRecording()) return
  const { sql } = event.query
  const [, verb, table] = target.exec(sql) ?? []
  const summary = verb
    ? `${verb.toUpperCase()} ${table}`
    : (/^\s*(\w+)/.exec(sql)?.[1] ?? 'statement').toUpperCase()
  const endTime = Date.now()
  const span = tracer.startSpan(summary, {
    kind: api.SpanKind.CLIENT,
    startTime: endTime - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
  })
  if (event.level === 'error') span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end(endTime)
}
