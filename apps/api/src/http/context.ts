/** Creates the context of an HTTP request. */
import { IDEMPOTENCY_HEADER, PAGE_USER_HEADER, WORKSPACE_HEADER } from '@marquee/contracts';
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import type { FastifyRequest } from 'fastify';
import { guardChanges } from '../core/caller-guard.ts';
import { toActor, type Ctx, type SessionUser, type UserCtx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure, findAwayFailure } from '../core/failures.ts';
import { tagSpan } from '../core/tracing.ts';
import { HttpSession } from '../modules/identity/accounts/sessions.service.ts';
import { findSessionUser } from '../modules/identity/accounts/accounts.sql.ts';
import { listDevicePeople } from './devices.ts';
import { getRequestFacts } from './request-log.ts';

const MAX_KEY_LENGTH = 100;

const getHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH ? value : undefined;
};

/**
 * Returns a function that creates the context of a request. The function reads the signed-in user from the session
 * on each request, and the acting workspace from the header `WORKSPACE_HEADER`. It throws WORKSPACE_NOT_FOUND if the
 * user is not a member of that workspace, and DATABASE_AWAY if the database is away.
 */
export function createContext(deps: Deps) {
  const listKnownPeople = (request: FastifyRequest) => listDevicePeople(deps, request);
  return async ({ req }: Pick<CreateFastifyContextOptions, 'req'>): Promise<Ctx> => {
    const user = await findCaller(deps, req);
    const facts = getRequestFacts(req);
    facts.personId = user?.id ?? null;
    tagSpan('enduser.id', facts.personId ?? 'visitor');
    return {
      deps: { ...deps, log: req.log },
      user,
      request: {
        ip: req.ip,
        id: req.id,
        pageUser: getHeader(req, PAGE_USER_HEADER),
        idempotencyKey: getHeader(req, IDEMPOTENCY_HEADER),
        calls: facts.calls,
        reads: new Map(),
      },
      session: new HttpSession(deps.db, req, listKnownPeople),
    };
  };
}

/** Returns the context of a signed-in user for changes outside of procedures. Throws SIGNED_OUT. */
export function toUserCtx({ deps, user, request, session }: Ctx): UserCtx {
  if (user === null) throw new Failure('SIGNED_OUT');
  return { deps: guardChanges(deps, user, session), user, actor: toActor(user, request), request, session };
}

async function findCaller({ db }: Deps, request: FastifyRequest): Promise<SessionUser | null> {
  const { personId, signInVersion } = request.session;
  if (personId === undefined) return null;
  const workspace = getHeader(request, WORKSPACE_HEADER) ?? null;
  const find = (acting: string | null) =>
    findSessionUser(db, personId, signInVersion ?? 0, acting).catch((error: unknown) => {
      throw findAwayFailure(error) ?? error;
    });
  const user = await find(workspace);
  // The person may be signed in, but not a member of the workspace.
  if (!user && workspace !== null && (await find(null))) throw new Failure('WORKSPACE_NOT_FOUND');
  return user ?? null;
}
