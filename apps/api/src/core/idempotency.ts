/** Makes writes idempotent: the same request takes effect once, even if it arrives several times. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Ctx } from './ctx.ts';
import { claimIdempotentRequest, findStoredAnswer, setStoredAnswer } from './idempotency.sql.ts';

/**
 * The name of the operation. `limit` checks the rate limit. It is skipped if the same request was answered before,
 * so that a replay does not use up the caller's quota.
 */
type Operation = string | { name: string; limit: () => Promise<void> };

type IdempotencyCtx = Pick<Ctx, 'db' | 'now' | 'user' | 'idempotencyKey'>;

/** A request is the same if caller, operation, key and input are. Only a hash of them is stored. */
const computeRequestId = ({ user, idempotencyKey }: IdempotencyCtx, operation: string, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([user?.id ?? null, operation, idempotencyKey, input]))
    .digest('base64url');

/**
 * Runs `work` in one transaction and returns what it returns, as `inTransaction` does. If the caller sent an
 * idempotency key and the same request was answered before, returns that answer instead and writes nothing. The answer
 * is stored in the same transaction, and is kept for a day. `operation` names what is done, because one key may be sent
 * with several. The same key with another `input` is another request.
 */
export async function runIdempotently<T>(
  ctx: IdempotencyCtx,
  operation: Operation,
  input: unknown,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { name, limit } = typeof operation === 'string' ? { name: operation, limit: undefined } : operation;
  if (ctx.idempotencyKey === undefined) {
    await limit?.();
    return inTransaction(ctx.db, work);
  }
  const id = computeRequestId(ctx, name, input);
  if (limit !== undefined) {
    const answered = await findStoredAnswer(ctx.db, id);
    if (answered !== undefined) return parseStoredAnswer(answered.answer ?? '') as T;
    await limit();
  }
  return inTransaction(ctx.db, async (tx) => {
    if (!(await claimIdempotentRequest(tx, id, ctx.user?.id ?? null, ctx.now())))
      return parseStoredAnswer((await findStoredAnswer(tx, id))?.answer ?? '') as T;
    const answer = await work(tx);
    await setStoredAnswer(tx, id, JSON.stringify(answer ?? null));
    return answer;
  });
}

const ISO_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Text that only looks like a time becomes a Date, too. On the wire it is the same text again. */
const parseStoredAnswer = (json: string): unknown =>
  JSON.parse(json, (_name, value: unknown) =>
    typeof value === 'string' && ISO_TIME_PATTERN.test(value) ? new Date(value) : value,
  );

/** Returns whether the request was answered before, for checks that the thing it created would fail. */
export async function wasRequestAnswered(ctx: IdempotencyCtx, operation: string, input: unknown): Promise<boolean> {
  if (ctx.idempotencyKey === undefined) return false;
  return (await findStoredAnswer(ctx.db, computeRequestId(ctx, operation, input))) !== undefined;
}
