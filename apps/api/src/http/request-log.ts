import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/**
 * Logs one line per request: method, route pattern, status and duration. Never logs the URL, because its query may
 * contain sign-in tokens. Fastify's own log lines contain the URL, so they are turned off.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, ms: Math.round(reply.elapsedTime) };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request');
  }

  override routeNotFound(): void {}
}
