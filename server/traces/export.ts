/** Spans by OpenTelemetry, to a collector by OTLP over HTTP. A collector that is away costs its spans and nothing else. */
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from '../config/traces.ts'
import { inTime } from '../lib/in-time.ts'
import { reasonOf } from '../lib/reason.ts'
import { outcomeOf, phaseOf, type ScanMeter } from '../metrics/scans.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'
import type { TracedSubmission, TraceLog, Traces } from './types.ts'

/** All that a span says of itself beside its name and its times. */
const JOB = 'cutover.job.id'
const TIER = 'cutover.tier'
const PHASE = 'cutover.phase'
const CODE = 'cutover.code'

/** For what is not sent when the process ends, within what is left after the grace of scans. */
const CLOSE_MS = 3_000
/** Between two lines of the log about a collector that is away. */
const TOLD_MS = 60_000
/** Of one attempt; a scan has a dozen, and what a scan process says has no end by itself. */
const MAX_PHASES = 100

export function exportTraces(settings: TraceSettings, version: string, log: TraceLog): Traces {
  const { url, headers, timeoutMs, compression } = settings
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    // The package declares an enumeration of the same words.
    compression: compression as never,
  })
  const share = new TraceIdRatioBasedSampler(settings.share)
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        ...settings.attributes,
        'service.name': settings.serviceName,
        'service.version': version,
      }),
    ),
    sampler: settings.followsParent ? new ParentBasedSampler({ root: share }) : share,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: told(exporter, log),
        // A little longer than the exporter itself waits, which then says what was wrong.
        exportTimeoutMillis: timeoutMs + 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('cutover', version)

  function submission(given: string | undefined, tier: string): TracedSubmission {
    const span = tracer.startSpan(
      'submit',
      { kind: SpanKind.SERVER, attributes: { [TIER]: tier } },
      within(given),
    )
    const { traceId, spanId, traceFlags: flags } = span.spanContext()
    return {
      traceparent: writeTraceparent({ traceId, spanId, flags }),
      end(outcome) {
        if ('job' in outcome) span.setAttribute(JOB, outcome.job)
        else ended(span, outcome.code)
        span.end()
      },
    }
  }

  const scans: ScanMeter = {
    begin({ id, traceparent, waitedMs }) {
      const attributes = { [JOB]: id }
      const submitted = within(traceparent)
      const wait = tracer.startSpan(
        'wait in queue',
        { startTime: Date.now() - waitedMs, attributes },
        submitted,
      )
      wait.end()
      // A job of a process that told no traces has none yet: it begins with its waiting.
      const parent = submitted === ROOT_CONTEXT ? trace.setSpan(ROOT_CONTEXT, wait) : submitted
      const attempt = tracer.startSpan('attempt', { kind: SpanKind.CONSUMER, attributes }, parent)
      const inAttempt = trace.setSpan(parent, attempt)
      let phases = 0
      const enter = (phase: string): Span =>
        tracer.startSpan(phase, { attributes: { ...attributes, [PHASE]: phase } }, inAttempt)
      let current = { phase: 'beginning', span: enter('beginning') }
      return {
        phase(name) {
          const phase = phaseOf(name)
          if (phase === current.phase || phases >= MAX_PHASES) return
          phases += 1
          current.span.end()
          current = { phase, span: enter(phase) }
        },
        memory() {},
        end(outcome) {
          current.span.end()
          ended(attempt, outcomeOf(outcome))
          attempt.end()
        },
      }
    },
  }

  return {
    submission,
    scans,
    close: () => inTime(CLOSE_MS, provider.shutdown()).catch(() => {}),
  }
}

function ended(span: Span, code: string): void {
  span.setAttribute(CODE, code)
  // Every other code is told of a page or a request, and is no fault of ours.
  if (code === 'internal_error') span.setStatus({ code: SpanStatusCode.ERROR })
}

function within(traceparent: string | null | undefined): Context {
  const parent = readTraceparent(traceparent)
  if (!parent) return ROOT_CONTEXT
  const { traceId, spanId, flags: traceFlags } = parent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The same exporter; what it cannot send is told, once in a while. */
function told(exporter: SpanExporter, log: TraceLog): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  let count = 0
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        if (result.error) {
          count += spans.length
          if (performance.now() - toldAt >= TOLD_MS) {
            log.warn({ count, reason: reasonOf(result.error) }, 'traces could not be sent')
            toldAt = performance.now()
            count = 0
          }
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
