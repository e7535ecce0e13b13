/**
 * Sends traces of requests, SQL and jobs to the collector at OTEL_EXPORTER_OTLP_ENDPOINT. main.ts loads this file only
 * if that variable is set, and before all modules that it patches.
 */
import { register } from 'node:module';
import FastifyOtel from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { Env } from '../config/env.ts';
import { setFastifyTracing } from '../http/tracing.ts';

const SERVICE_NAME = 'marquee';

/**
 * The attributes that a span may have. Others are removed, for example addresses, whose queries can contain tokens, and
 * the network of the user. SQL is sent with placeholders, so its text contains no values.
 */
const EXPORTED_ATTRIBUTES = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.response.status_code',
  'db.statement',
  'db.system.name',
  'enduser.id',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'marquee.request_id',
  'server.address',
  'server.port',
  'url.scheme',
]);

/**
 * Removes all attributes that are not in `EXPORTED_ATTRIBUTES`, and the messages of errors, which can repeat values of
 * users. Has to come before the processor that exports spans.
 */
const removeValues: SpanProcessor = {
  onStart() {},
  onEnd({ attributes, events, status }: ReadableSpan) {
    for (const name of Object.keys(attributes)) if (!EXPORTED_ATTRIBUTES.has(name)) delete attributes[name];
    events.length = 0;
    delete status.message;
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

/**
 * Starts tracing. Returns a function that sends the last spans and stops. Spans contain the text of SQL statements but
 * never their parameters, and route patterns but no URLs.
 */
export function startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE }: Env): () => Promise<void> {
  // Loads the hook that can patch ES modules.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE_NAME, 'marquee.role': ROLE }),
    spanProcessors: [
      removeValues,
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  provider.register();
  const fastify = new FastifyOtel.FastifyOtelInstrumentation({ instrumentHooks: false, recordExceptions: false });
  fastify.setTracerProvider(provider);
  setFastifyTracing(fastify);
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation(),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true, enhancedDatabaseReporting: false }),
    ],
  });
  return () => provider.shutdown();
}
