/**
 * Serves tRPC's HTTP protocol: one call or a batch of calls, as JSON. tRPC's own adapter for Fastify converts each
 * request and response to web streams, which takes several times as long as a typical call. The responses to
 * well-formed requests equal those of that adapter byte for byte.
 */
import { callTRPCProcedure, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure, findRetryAfterMs, isDatabaseAwayError } from '../core/failures.ts';
import { getErrorOutcome, toErrorBody, type ErrorBody } from '../core/trpc.ts';
import { createContext } from './context.ts';
import { noteRequestError } from './request-log.ts';
import { sendRestError } from './rest.ts';
import { toCurrentPath } from './renamed-procedures.ts';
import { appRouter } from './router.ts';
import { addRetryAfter } from './unavailable.ts';

/** Maximum number of calls in a batch (safety.md "Input"). */
const MAX_BATCH = 10;

interface ProcedureCall {
  path: string;
  input: unknown;
}

interface TrpcRequest {
  isBatch: boolean;
  type: 'query' | 'mutation';
  calls: ProcedureCall[];
}

type TrpcAnswer = { result: { data: unknown } } | { error: ErrorBody };

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
    { path: calledPath, input }: ProcedureCall,
    batchIndex: number,
  ): Promise<TrpcAnswer> => {
    const path = toCurrentPath(calledPath);
    let ctx: Ctx | undefined;
    try {
      ctx = await making;
      const getRawInput = () => Promise.resolve(input);
      const options = { router: appRouter, path, getRawInput, ctx, type, signal: undefined, batchIndex };
      return { result: { data: await callTRPCProcedure(options) } };
    } catch (cause) {
      const error = toCallError(cause, path);
      note(error, request);
      const retryAfterMs = findRetryAfterMs(error);
      if (retryAfterMs !== undefined) addRetryAfter(reply, retryAfterMs);
      // Without a context, the procedure was not called, so it could not count the call.
      if (ctx === undefined) deps.metrics.countCall('procedure', toMetricName(path), getErrorOutcome(error), 0);
      return { error: toErrorBody(error, request.id) };
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
    if (!isDatabaseAwayError(error)) return sendRestError(error, request, reply);
    const failure = new Failure('DATABASE_AWAY', error as Error);
    note(failure, request);
    const { isBatch, paths } = parsePaths(request);
    const answers = paths.slice(0, MAX_BATCH).map((path): TrpcAnswer => {
      deps.metrics.countCall('procedure', toMetricName(toCurrentPath(path)), 'unavailable', 0);
      return { error: toErrorBody(failure, request.id) };
    });
    return sendJson(reply.code(503), isBatch ? answers : answers[0]);
  });
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.all('/trpc/:path', { schema: { hide: true } }, async (request, reply) => {
    let answers: TrpcAnswer | TrpcAnswer[];
    try {
      answers = await answer(parseTrpcRequest(request), request, reply);
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error;
      answers = { error: toErrorBody(error, request.id) };
    }
    // In a batch, some calls can succeed although others find no database. The status is then 207.
    if ([answers].flat().some((each) => 'error' in each && each.error.data.httpStatus === 503)) addRetryAfter(reply);
    return sendJson(reply.code(getHTTPStatusCode(answers as never)), answers);
  });
}

/** The paths of all procedures. Two properties of a tRPC router are not routers: `_def` and `createCaller`. */
const PROCEDURE_PATHS: ReadonlySet<string> = new Set(
  Object.entries(appRouter)
    .filter(([name]) => name !== '_def' && name !== 'createCaller')
    .flatMap(([name, procedures]) => Object.keys(procedures).map((procedure) => `${name}.${procedure}`)),
);

/** The name under which a call is counted. Callers choose the path, so other paths have one name in common. */
const toMetricName = (path: string): string => (PROCEDURE_PATHS.has(path) ? path : 'unknown');

/**
 * Returns the error of a call. tRPC does not find a query that is sent by POST, or a mutation that is sent by GET. An
 * unknown procedure is one of another release.
 */
function toCallError(cause: unknown, path: string): TRPCError {
  const error = getTRPCErrorFromUnknown(cause);
  if (error.code !== 'NOT_FOUND' || error instanceof Failure) return error;
  return PROCEDURE_PATHS.has(path) ? new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }) : new Failure('PAGE_OUTDATED');
}

/** Sends JSON without the charset that Fastify adds. */
const sendJson = (reply: FastifyReply, answers: unknown): FastifyReply =>
  reply
    .headers({ vary: 'trpc-accept, accept', 'content-type': 'application/json' })
    .serializer((body: string) => body)
    .send(JSON.stringify(answers));

type TrpcQuery = Partial<Record<'batch' | 'input', string | string[]>>;

function parsePaths(request: FastifyRequest): { isBatch: boolean; paths: string[] } {
  const { path } = request.params as { path: string };
  const isBatch = (request.query as TrpcQuery).batch === '1';
  return { isBatch, paths: isBatch ? path.split(',') : [path] };
}

/**
 * Parses the calls of a request. Throws a TRPCError if the method is neither GET nor POST, or if the batch or its
 * input is malformed.
 */
function parseTrpcRequest(request: FastifyRequest): TrpcRequest {
  const { method } = request;
  const type = method === 'GET' ? 'query' : method === 'POST' ? 'mutation' : undefined;
  if (type === undefined) throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
  const { isBatch, paths } = parsePaths(request);
  if (paths.length > MAX_BATCH) throw new TRPCError({ code: 'BAD_REQUEST' });
  const inputs = parseInputs(type === 'query' ? (request.query as TrpcQuery).input : request.body, isBatch);
  return { isBatch, type, calls: paths.map((path, at) => ({ path, input: inputs[at] })) };
}

/** Parses the inputs by call index. Throws BAD_REQUEST if they are malformed. An empty text means no input. */
function parseInputs(text: unknown, isBatch: boolean): Record<number, unknown> {
  if (text === undefined || text === '') return {};
  let input: unknown;
  try {
    input = typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause });
  }
  if (!isBatch) return { 0: input };
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new TRPCError({ code: 'BAD_REQUEST' });
  return { ...input };
}
