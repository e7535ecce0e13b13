/**
 * Registers the URLs under /api to which the browser navigates (requirements R7.21), for external sign-in, signing out,
 * and the data export.
 */
import type { SignInProblem } from '@marquee/validation';
import { isSitePath, type PersonId } from '@marquee/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMATION_MS, isConfirmed } from '../core/confirmations.ts';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { enforceRateLimit } from '../core/rate-limits.ts';
import { SignInDeniedError, type OpenIdChecks } from '../gateways/openid.ts';
import { confirmIdentity, connectIdentity, signInWithIdentity } from '../modules/identity/auth/openid.service.ts';
import { createContext, toUserCtx } from './context.ts';
import { getSessionCookie } from './cookies.ts';
import { assertSameSite } from './origins.ts';
import { createCaller } from './router.ts';

/** The state of an external sign-in. A cookie stores it until the browser returns from the OpenID provider. */
interface SignInFlow extends OpenIdChecks {
  next: string;
  /** The purpose of the visit, and the id of the account that an identity is connected to or confirms. */
  purpose: 'sign_in' | 'connect' | 'confirm';
  personId: PersonId | null;
  at: number;
}

const FLOW_MAX_AGE_MS = 10 * 60_000;
const DASHBOARD_PATH = '/dashboard';
const ACCOUNT_SETTINGS_PATH = '/settings/account';

/** A confirmation needs a new sign-in at the provider. Otherwise, a person at an open browser could confirm. */
const getMaxAgeS = (purpose: SignInFlow['purpose']): number | null =>
  purpose === 'confirm' ? CONFIRMATION_MS / 1000 : null;

const addProblemParam = (path: string, problem: SignInProblem, next?: string) =>
  `${path}?${new URLSearchParams({ problem, ...(next !== undefined && next !== DASHBOARD_PATH && { next }) }).toString()}`;

/** Registers the routes on a scope that provides cookies and the session. */
export function registerNavigations(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  const flows = createFlowCookies(deps);

  scope.get('/api/login', { schema: { hide: true } }, async (request, reply) => {
    const query = request.query as { next?: string; connect?: string; confirm?: string };
    const purpose = query.connect !== undefined ? 'connect' : query.confirm !== undefined ? 'confirm' : 'sign_in';
    // Connecting an identity changes an account, so other sites must not trigger it.
    if (purpose !== 'sign_in') assertSameSite(deps, request);
    const publicUrl = new URL(deps.env.PUBLIC_URL);
    // The provider redirects to PUBLIC_URL, so the cookie has to be set for that host ('localhost' and '127.0.0.1'
    // are different hosts).
    if (request.hostname.toLowerCase() !== publicUrl.hostname) return reply.redirect(publicUrl.origin + request.url);

    const ctx = await contextOf({ req: request });
    const { user } = ctx;
    const next = isSitePath(query.next) ? query.next : DASHBOARD_PATH;
    const back = purpose === 'sign_in' ? '/auth' : ACCOUNT_SETTINGS_PATH;
    if (purpose !== 'sign_in' && user === null)
      return reply.redirect(`/login?${new URLSearchParams({ next: ACCOUNT_SETTINGS_PATH }).toString()}`);
    // A new way to sign in is a sensitive change. The page of the settings asks for the confirmation.
    if (purpose === 'connect' && user !== null && !isConfirmed({ ...ctx, user }))
      return reply.redirect(`${ACCOUNT_SETTINGS_PATH}?then=connect`);
    if (deps.openId === null) return reply.redirect(addProblemParam(back, 'unavailable', next));
    try {
      await enforceRateLimit(deps, 'external sign-in', request.ip);
      const { url, checks } = await deps.openId.begin({ maxAgeS: getMaxAgeS(purpose) });
      const personId = purpose === 'sign_in' ? null : (user?.id ?? null);
      flows.set(reply, { ...checks, next, purpose, personId, at: deps.now().getTime() });
      return await reply.redirect(url);
    } catch (error) {
      if (error instanceof Failure) return reply.redirect(addProblemParam(back, 'busy', next));
      request.log.error({ err: error }, 'the OpenID provider cannot be reached');
      return reply.redirect(addProblemParam(back, 'unavailable', next));
    }
  });

  scope.get('/api/callback', { schema: { hide: true } }, async (request, reply) => {
    const flow = flows.take(request, reply);
    // Ignores a return from the provider if this browser did not start the sign-in or if it has expired.
    const isAsked = flow !== null && (request.query as { state?: string }).state === flow.state;
    if (!isAsked || deps.openId === null) return reply.redirect(addProblemParam('/auth', 'expired'));
    const back = (problem: SignInProblem) =>
      reply.redirect(
        flow.purpose === 'sign_in'
          ? addProblemParam('/auth', problem, flow.next)
          : addProblemParam(ACCOUNT_SETTINGS_PATH, problem),
      );
    try {
      const identity = await deps.openId.finish(request.url.split('?')[1] ?? '', flow, {
        maxAgeS: getMaxAgeS(flow.purpose),
      });
      const ctx = await contextOf({ req: request });
      const outcome =
        flow.purpose === 'connect'
          ? await connectIdentity(
              ctx.user === null ? ctx.deps : toUserCtx(ctx).deps,
              ctx.user,
              flow.personId ?? '',
              identity,
            )
          : flow.purpose === 'confirm'
            ? await confirmIdentity(ctx, flow.personId ?? '', identity)
            : await signInWithIdentity(ctx, identity, flow.next);
      switch (outcome.kind) {
        case 'problem':
          return back(outcome.problem);
        case 'newcomer':
          return reply.redirect('/welcome');
        case 'connected':
          return reply.redirect(`${ACCOUNT_SETTINGS_PATH}?connected=1`);
        case 'confirmed':
          return reply.redirect('/login/confirmed');
        case 'second_step':
          return reply.redirect(`/login?${new URLSearchParams({ step: '2', next: flow.next }).toString()}`);
        case 'signed_in':
          return reply.redirect(flow.next);
      }
    } catch (error) {
      if (error instanceof SignInDeniedError) return back('denied');
      request.log.warn({ err: error }, 'external sign-in failed');
      return back('failed');
    }
  });

  scope.get('/api/logout', { schema: { hide: true } }, async (request, reply) => {
    assertSameSite(deps, request);
    await request.session.destroy();
    return reply.redirect('/');
  });

  scope.get('/api/account/export', { schema: { hide: true } }, async (request, reply) => {
    const ctx = await contextOf({ req: request });
    if (ctx.user === null)
      return reply.redirect(`/login?${new URLSearchParams({ next: ACCOUNT_SETTINGS_PATH }).toString()}`);
    // The page of the settings asks for the confirmation, and then opens this address again.
    if (!isConfirmed({ ...ctx, user: ctx.user })) return reply.redirect(`${ACCOUNT_SETTINGS_PATH}?then=export`);
    const data = await createCaller(ctx).personalData.export();
    return reply
      .header('content-disposition', `attachment; filename="marquee-${ctx.user.username}.json"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2));
  });
}

/**
 * Creates functions for the cookie that stores the sign-in state. It is signed, short-lived, sent only to the
 * callback, and removed when it is read.
 */
function createFlowCookies(deps: Deps) {
  const { options } = getSessionCookie(deps);
  const name = options.secure ? '__Secure-marquee-sign-in' : 'marquee-sign-in';
  const cookie = { ...options, path: '/api/callback' };
  return {
    set(reply: FastifyReply, flow: SignInFlow): void {
      void reply.setCookie(name, Buffer.from(JSON.stringify(flow)).toString('base64url'), {
        ...cookie,
        signed: true,
        maxAge: FLOW_MAX_AGE_MS / 1000,
      });
    },
    take(request: FastifyRequest, reply: FastifyReply): SignInFlow | null {
      const raw = request.cookies[name];
      if (raw === undefined) return null;
      void reply.clearCookie(name, cookie);
      const { valid, value } = request.unsignCookie(raw);
      if (!valid) return null;
      const flow = JSON.parse(Buffer.from(value, 'base64url').toString()) as SignInFlow;
      return flow.at + FLOW_MAX_AGE_MS > deps.now().getTime() ? flow : null;
    },
  };
}
