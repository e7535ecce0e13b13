/**
 * Creates spans for procedures and jobs. They cost nothing while tracing is off, because OpenTelemetry's API does
 * nothing until process/tracing.ts has registered an SDK.
 */
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

const tracer = trace.getTracer('marquee');

/** Sets the outcome of a span. Records no messages, because they can contain data of users. */
async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Runs `work` in a span that belongs to the current request. Without a traced request, just runs `work`. */
export const runTraced = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  trace.getActiveSpan() === undefined ? work() : tracer.startActiveSpan(name, (span) => runInSpan(span, work));

/** Returns the current trace as a W3C `traceparent` value, or null if there is none. */
export function getTraceparent(): string | null {
  if (trace.getActiveSpan() === undefined) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** Runs a job in a span that belongs to the trace of the request that enqueued it. Other jobs are not traced. */
export function runTracedJob<T>(name: string, traceparent: string | null, work: () => Promise<T>): Promise<T> {
  if (traceparent === null) return work();
  const parent = propagation.extract(context.active(), { traceparent });
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, (span) => runInSpan(span, work));
}

/** Adds the request id to the current span, so that the reference of an error leads to its trace. */
export function tagSpan(name: string, value: string): void {
  trace.getActiveSpan()?.setAttribute(name, value);
}

/** Marks the current span as failed. */
export function markSpanFailed(): void {
  trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR });
}
