/**
 * Serves tRPC's HTTP protocol. Well-formed queries and mutations are handled here. All other requests (streams,
 * unusual headers, malformed input, unknown paths) are passed to tRPC's own adapter. The responses of both are
 * identical byte for byte.
 */
import { getTRPCErrorFromUnknown, type AnyProcedure, type TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { getHTTPStatusCode } from '@trpc/server/http';
import { getErrorShape } from '@trpc/server/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure, findRetryAfterMs, isDatabaseAwayError } from '../core/failures.ts';
import { getErrorOutcome } from '../core/trpc.ts';
import { createContext } from './context.ts';
import { noteRequestError } from './request-log.ts';
import { sendRestError } from './rest.ts';
import { appRouter } from './router.ts';
import { addRetryAfter } from './unavailable.ts';

/** Maximum number of calls in a batch (safety.md "Input"). */
const MAX_BATCH = 10;

interface ProcedureCall {
  path: string;
  procedure: AnyProcedure;
  input: unknown;
}

interface TrpcRequest {
  isBatch: boolean;
  type: 'query' | 'mutation';
  calls: ProcedureCall[];
}

/** Equivalent to tRPC's `TRPCResponse`. */
type TrpcAnswer = { result: { data: unknown } } | { error: ReturnType<typeof createErrorShape> };

const { _def: ROUTER_DEFINITION } = appRouter;
const { _config: ROUTER_CONFIG } = ROUTER_DEFINITION;
/**
 * All procedures by path. This is a Map, because a requested path may equal the name of a built-in object property.
 */
export const PROCEDURES_BY_PATH = new Map(
  Object.entries(ROUTER_DEFINITION.procedures as unknown as Record<string, AnyProcedure>).map(([path, procedure]) => {
    const { _def: definition } = procedure;
    return [path, { procedure, type: definition.type }];
  }),
);

/** Registers /trpc on a scope that provides the session. */
export function registerTrpc(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  const note = (error: TRPCError, request: FastifyRequest) => {
    const isUnexpected = error.code === 'INTERNAL_SERVER_ERROR' && !(error instanceof Failure);
    if (isUnexpected || error.code === 'SERVICE_UNAVAILABLE') noteRequestError(request, error.cause ?? error);
  };
  const run = async (
    request: FastifyRequest,
    reply: FastifyReply,
    making: Promise<Ctx>,
    type: TrpcRequest['type'],
    call: ProcedureCall,
    batchIndex: number,
  ): Promise<TrpcAnswer> => {
    const { path, procedure, input } = call;
    let ctx: Ctx | undefined;
    try {
      ctx = await making;
      const getRawInput = () => Promise.resolve(input);
      const data: unknown = await procedure({ path, getRawInput, ctx, type, signal: undefined, batchIndex });
      return { result: { data } };
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      note(error, request);
      const retryAfterMs = findRetryAfterMs(error);
      if (retryAfterMs !== undefined) addRetryAfter(reply, retryAfterMs);
      // Without a context, the procedure was not called, so it could not count the call.
      if (ctx === undefined) deps.metrics.countCall('procedure', path, getErrorOutcome(error), 0);
      return { error: createErrorShape(error, type, call, ctx ?? ({ requestId: request.id } as Ctx)) };
    }
  };
  const answer = (
    { calls, type, isBatch }: TrpcRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<TrpcAnswer | TrpcAnswer[]> => {
    const making = contextOf({ req: request });
    const [first] = calls;
    if (!isBatch && first !== undefined) return run(request, reply, making, type, first, 0);
    return Promise.all(calls.map((call, at) => run(request, reply, making, type, call, at)));
  };

  // The session is read before the handler. If the database is away, answer in tRPC's format, so that the web app can
  // tell this error from others.
  scope.setErrorHandler((error, request, reply) => {
    const failure = isDatabaseAwayError(error) ? new Failure('DATABASE_AWAY', error as Error) : undefined;
    const read = failure && parseTrpcRequest(request);
    if (failure === undefined || read === undefined) return sendRestError(error, request, reply);
    note(failure, request);
    const answers = read.calls.map((call): TrpcAnswer => {
      deps.metrics.countCall('procedure', call.path, 'unavailable', 0);
      return { error: createErrorShape(failure, read.type, call, { requestId: request.id } as Ctx) };
    });
    return sendJson(reply.code(503), read.isBatch ? answers : answers[0]);
  });
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.all('/trpc/:path', { schema: { hide: true } }, async (request, reply) => {
    const read = parseTrpcRequest(request);
    if (read === undefined) {
      await fastifyRequestHandler({
        router: appRouter,
        createContext: contextOf,
        maxBatchSize: MAX_BATCH,
        onError: ({ error }) => note(error, request),
        // tRPC decodes the path, which Fastify has decoded already. A path with a `%` would be decoded twice and fail.
        path: encodeURIComponent((request.params as { path: string }).path),
        req: request,
        res: reply,
      });
      return reply;
    }
    const answers = await answer(read, request, reply);
    // In a batch, some calls can succeed although others find no database. The status is then 207.
    if ([answers].flat().some((each) => 'error' in each && each.error.data.httpStatus === 503)) addRetryAfter(reply);
    return sendJson(reply.code(getHTTPStatusCode(answers as never)), answers);
  });
}

/** Sends JSON without the charset that Fastify adds. */
const sendJson = (reply: FastifyReply, answers: unknown): FastifyReply =>
  reply
    .headers({ vary: 'trpc-accept, accept', 'content-type': 'application/json' })
    .serializer((body: string) => body)
    .send(JSON.stringify(answers));

const createErrorShape = (
  error: TRPCError,
  type: TrpcRequest['type'],
  { path, input }: ProcedureCall,
  ctx: Ctx | undefined,
) => getErrorShape({ config: ROUTER_CONFIG, error, type, path, input, ctx });

/** Parses the calls of a request. Returns undefined unless all of them match the method and can be parsed. */
function parseTrpcRequest(request: FastifyRequest): TrpcRequest | undefined {
  const { method, headers } = request;
  const type = method === 'GET' ? 'query' : method === 'POST' ? 'mutation' : undefined;
  if (type === undefined || headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl') === true)
    return undefined;
  // Leave other content types, and mutations without one, to tRPC's adapter.
  if (headers['content-type']?.startsWith('application/json') !== (type === 'mutation' ? true : undefined))
    return undefined;
  const query = request.query as Record<string, string | string[] | undefined>;
  if (query['connectionParams'] !== undefined) return undefined;
  const isBatch = query['batch'] === '1';
  const path = (request.params as { path: string }).path;
  const paths = isBatch ? path.split(',') : [path];
  if (paths.length > MAX_BATCH) return undefined;
  const inputs = parseTrpcInputs(type === 'query' ? query['input'] : request.body, isBatch);
  if (inputs === undefined) return undefined;
  const calls: ProcedureCall[] = [];
  for (const [at, name] of paths.entries()) {
    const found = PROCEDURES_BY_PATH.get(name);
    if (found?.type !== type) return undefined;
    calls.push({ path: name, procedure: found.procedure, input: inputs[at] });
  }
  return { isBatch, type, calls };
}

/** Parses the inputs by call index. Returns undefined if they are malformed. An empty string means no input. */
function parseTrpcInputs(text: unknown, isBatch: boolean): Record<number, unknown> | undefined {
  if (text === undefined) return {};
  if (typeof text !== 'string' || text === '') return undefined;
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isBatch) return { 0: input };
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : undefined;
}
