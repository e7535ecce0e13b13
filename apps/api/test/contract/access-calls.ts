/** Calls procedures for the tests of access rules. */
import { TRPCError } from '@trpc/server';
import type { Ctx, RequestSession, SessionUser } from '../../src/core/ctx.ts';
import type { Deps } from '../../src/core/deps.ts';
import { getErrorName } from '../../src/core/failures.ts';
import { createConfirmedSession } from '../../src/demo/builders.ts';
import { createCaller, type ProcedurePath } from '../../src/http/router.ts';

export type ConfirmedBy = 'passkey' | 'authenticator' | null;

/** The answer to a call: `ok`, `nothing` (it returned and changed nothing), or the name of the failure. */
export interface Answer {
  name: string;
  message: string;
}
/** `guestIds` are the guests whose email address was confirmed in the session. */
export function createContext(
  deps: Deps,
  user: SessionUser | null,
  confirmedBy: ConfirmedBy,
  guestIds: readonly string[] = [],
): Ctx {
  const session: RequestSession = {
    ...createConfirmedSession(deps.now()),
    guestIds,
    confirmedAt: confirmedBy === null ? null : deps.now(),
    confirmedBy,
  };
  return { deps, user, request: { ip: '127.0.0.1' }, session };
}

export async function callProcedure(
  ctx: Ctx,
  path: ProcedurePath,
  input: unknown,
  hasWritten: () => Promise<boolean>,
): Promise<Answer> {
  let call: unknown = createCaller(ctx);
  for (const name of path.split('.')) call = (call as Record<string, unknown>)[name];
  try {
    const result = await (call as (input: unknown) => Promise<unknown>)(input);
    const hasEffect = !isEmpty(result) || (await hasWritten());
    return { name: hasEffect ? 'ok' : 'nothing', message: '' };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { name: getErrorName(error), message: error.message };
  }
}

const isEmpty = (result: unknown): boolean =>
  result === null ||
  result === undefined ||
  (Array.isArray(result) && result.length === 0) ||
  (typeof result === 'object' && 'items' in result && Array.isArray(result.items) && result.items.length === 0);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Replaces each id in the input by an id that does not exist. */
export const withUnknownIds = (input: unknown): unknown =>
  input === undefined ? undefined : JSON.parse(JSON.stringify(input).replaceAll(UUID, () => crypto.randomUUID()));
