/** Makes writes idempotent: a request takes effect once, even if it is received several times. */
import { createHash } from 'node:crypto';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { claimIdempotentRequest, findStoredAnswer, setStoredAnswer } from './idempotency.sql.ts';
import { inTransaction, type TransactionDeps, type UnitOfWork } from './unit-of-work.ts';

/**
 * The name of the operation, and optionally its rate limit. `limit` is not called if the response is already stored,
 * so that a repeated request does not use up the caller's quota.
 */
type Operation = string | { name: string; limit: () => Promise<void> };

/** The caller, who is an actor or a visitor, and the key of their action. */
type IdempotentCaller = Partial<Pick<Actor, 'id' | 'workspaceId'>> & Pick<Actor, 'idempotencyKey'>;

/**
 * Returns a hash of the caller, operation, idempotency key and input. Requests with an equal hash count as the same
 * request. Only the hash is stored.
 */
const computeRequestId = (
  { id, workspaceId, idempotencyKey }: IdempotentCaller,
  operation: string,
  input: unknown,
): string =>
  createHash('sha256')
    .update(JSON.stringify([id ?? null, workspaceId ?? null, operation, idempotencyKey, input]))
    .digest('base64url');

/**
 * Runs `work` in one transaction and returns its result, as `inTransaction` does. If the caller sent an idempotency
 * key and the same request was already processed, returns the stored response instead and writes nothing. Responses
 * are stored in the same transaction and kept for one day. A request with a different `input` or `operation` counts
 * as a different request, even with the same key.
 */
export async function runIdempotently<T>(
  deps: TransactionDeps & Pick<Deps, 'now'>,
  caller: IdempotentCaller,
  operation: Operation,
  input: unknown,
  work: (tx: UnitOfWork) => T | Promise<T>,
): Promise<T> {
  const { name, limit } = typeof operation === 'string' ? { name: operation, limit: undefined } : operation;
  if (caller.idempotencyKey === undefined) {
    await limit?.();
    return inTransaction(deps, work);
  }
  const id = computeRequestId(caller, name, input);
  if (limit !== undefined) {
    const answered = await findStoredAnswer(deps.db, id);
    if (answered !== undefined) return parseStoredAnswer(answered.answer ?? '') as T;
    await limit();
  }
  return inTransaction(deps, async (tx) => {
    if (!(await claimIdempotentRequest(tx.db, id, caller.id ?? null, deps.now())))
      return parseStoredAnswer((await findStoredAnswer(tx.db, id))?.answer ?? '') as T;
    const answer = await work(tx);
    await setStoredAnswer(tx.db, id, JSON.stringify(answer ?? null));
    return answer;
  });
}

const ISO_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Parses a stored response and converts ISO times back to Dates. Other text in the same format becomes a Date as
 * well, which does no harm because it is serialized to the same text again.
 */
const parseStoredAnswer = (json: string): unknown =>
  JSON.parse(json, (_name, value: unknown) =>
    typeof value === 'string' && ISO_TIME_PATTERN.test(value) ? new Date(value) : value,
  );

/**
 * Whether this request was already processed and its response is stored. Callers use it to skip checks that would fail
 * because of the first request's changes.
 */
export async function wasRequestAnswered(
  deps: Pick<Deps, 'db'>,
  caller: IdempotentCaller,
  operation: string,
  input: unknown,
): Promise<boolean> {
  if (caller.idempotencyKey === undefined) return false;
  return (await findStoredAnswer(deps.db, computeRequestId(caller, operation, input))) !== undefined;
}
