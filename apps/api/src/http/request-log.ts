import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/**
 * One line for each request, when it is answered: method, the route's pattern, status, duration. Never the address
 * itself, whose query may carry what signs somebody in; the library's own lines name it, so none of them is left.
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
