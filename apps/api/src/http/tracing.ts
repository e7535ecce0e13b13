import type { FastifyOtelInstrumentation } from '@fastify/otel';
import type { FastifyInstance } from 'fastify';

let instrumentation: FastifyOtelInstrumentation | undefined;

/** Sets the instrumentation that traces requests. Called before the server is built, and only if tracing is on. */
export function setFastifyTracing(traced: FastifyOtelInstrumentation): void {
  instrumentation = traced;
}

/** Traces the requests of a server, if tracing is on. Must be called before any route is registered. */
export async function registerTracing(app: FastifyInstance): Promise<void> {
  if (instrumentation !== undefined) await app.register(instrumentation.plugin());
}
