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
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { Env } from '../config/env.ts';
import { VERSION } from '../config/version.ts';
import { setFastifyTracing } from '../http/tracing.ts';

const SERVICE_NAME = 'marquee';
const PATCHED_MODULES = ['pg', 'http', 'https', 'node:http', 'node:https'];

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
export function startTracing(env: Env): () => Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, ROLE } = env;
  // Loads the hook that can patch ES modules. By default, it would wrap the exports of every module.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, { data: { include: PATCHED_MODULES } });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': SERVICE_NAME,
      'service.version': VERSION,
      'marquee.role': ROLE,
    }),
    // Requests are selected before their first span (see below), and everything that they cause is traced.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      removeValues,
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  provider.register();
  const fastify = new FastifyOtel.FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    // Called once per route and once per request. A request that is ignored has no span, so its SQL has none either. A
    // sampler would create spans and throw them away, which takes a third of the throughput.
    ignorePaths: (called) => !('handler' in called) && Math.random() >= share,
    requestHook: (span, { method, routeOptions }) => span.updateName(`${method} ${routeOptions.url ?? 'unknown'}`),
  });
  fastify.setTracerProvider(provider);
  setFastifyTracing(fastify);
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      // Traces outgoing requests, such as calls to Stripe. Fastify's instrumentation traces incoming requests.
      new HttpInstrumentation({ disableIncomingRequestInstrumentation: true, requireParentforOutgoingSpans: true }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true, enhancedDatabaseReporting: false }),
    ],
  });
  return () => provider.shutdown();
}
