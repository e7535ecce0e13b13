/**
 * Serves the pages of the web app. Most pages are rendered on the server with the web app's server build
 * (apps/web/src/ssr/entry-server.tsx), so that users see the content before any script has loaded. The browser
 * renders the others.
 */
import { createHash, hash as hashOf } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import compress from '@fastify/compress';
import { getWorkspacePath, WORKSPACE_HEADER } from '@marquee/contracts';
import { isTimeZone, ZONE_COOKIE } from '@marquee/time';
import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../config/env.ts';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { findFailureCode, isDatabaseAwayError } from '../core/failures.ts';
import { trySpendNetworkBudget } from '../core/network-budget.ts';
import { toErrorBody } from '../core/trpc.ts';
import { createContext } from './context.ts';
import type { PageRequest, RenderedPage, RenderPage } from './page-renderer.ts';
import { noteRequestError } from './request-log.ts';
import { createCaller } from './router.ts';
import { sendUnavailablePage } from './unavailable.ts';

/**
 * Maximum number of pages rendered at the same time. Further requests get index.html, and the browser loads the data
 * and renders the page, as in development.
 */
const MAX_CONCURRENT = 32;

/** The server time of a page in milliseconds, apart from its calls. Cached pages take less. */
const PAGE_COST_MS = 10;

/**
 * Reads index.html, which is served for pages that the browser renders. Returns undefined if the web app is not
 * built.
 */
export function readIndexPage(env: Env): Buffer | undefined {
  const file = join(env.WEB_DIR, 'index.html');
  return env.WEB_DIR !== '' && existsSync(file) ? readFileSync(file) : undefined;
}

/** Returns the hashes that allow the page's inline scripts in the content security policy. */
export const hashInlineScripts = (page: Buffer | undefined): string[] =>
  [...String(page ?? '').matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Registers the pages for all paths that are not files. `scope` has to provide the session. */
export async function registerPages(scope: FastifyInstance, deps: Deps, indexPage: Buffer): Promise<void> {
  const open = memoize(() => loadPageRenderer(deps.env));
  scope.addHook('onListen', () => {
    void open().catch((error: unknown) => deps.log.error({ err: error }, 'pages cannot be rendered'));
  });
  const contextOf = createContext(deps);
  let underway = 0;

  const visit = async (
    request: FastifyRequest,
    ctx: Ctx,
    workspacePath: string,
    timeZone: string | undefined,
  ): Promise<RenderedPage | 'unavailable' | undefined> => {
    const makePage = await open();
    if (makePage === undefined || underway >= MAX_CONCURRENT) return undefined;
    // The browser of a network whose budget is used up has to render the page itself.
    if (!(await trySpendNetworkBudget(ctx.deps, ctx.request.ip, PAGE_COST_MS))) return undefined;
    const clock =
      ctx.user !== null && timeZone !== undefined && isTimeZone(timeZone)
        ? { now: ctx.deps.now().getTime(), timeZone }
        : undefined;
    underway += 1;
    let isDatabaseAway = false;
    try {
      const page = await makePage({
        path: request.url,
        workspacePath,
        isSignedIn: ctx.user !== null,
        ...(clock && { clock }),
        failed: (error) => noteRequestError(request, error),
        call: createPageCaller(ctx, (error) => {
          isDatabaseAway ||= findFailureCode(error) === 'DATABASE_AWAY';
          if (error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'SERVICE_UNAVAILABLE')
            noteRequestError(request, error.cause ?? error);
        }),
      });
      return isDatabaseAway ? 'unavailable' : page;
    } catch (error) {
      if (isDatabaseAway) return 'unavailable';
      throw error;
    } finally {
      underway -= 1;
    }
  };

  // Prefers the fastest encoding, because each page is compressed while the request waits.
  await scope.register(compress, { encodings: ['zstd', 'br', 'gzip'] });
  const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Buffer): FastifyReply => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
    void reply.type('text/html').header('vary', 'accept-encoding, cookie');
    if (reply.getHeader('cache-control') !== 'no-store' && reply.statusCode === 200) {
      // A weak ETag, because it is the same for every compression of the page.
      const tag = `W/"${hashOf('sha256', page, 'base64url')}"`;
      void reply.header('etag', tag);
      if (isCachedByBrowser(request.headers['if-none-match'], tag)) return reply.code(304).send();
    }
    return reply.send(page);
  };

  // If rendering fails, the browser can still render the page and show the error. While the database is away, it could
  // not even load the session.
  scope.setErrorHandler(async (error, request, reply) => {
    // The user is not a member of the workspace in the address, and the browser says so.
    if (findFailureCode(getTRPCErrorFromUnknown(error)) === 'WORKSPACE_NOT_FOUND')
      return sendPage(request, reply.code(404).header('cache-control', 'no-store'), indexPage);
    noteRequestError(request, error);
    if (isDatabaseAwayError(error) || findFailureCode(getTRPCErrorFromUnknown(error)) === 'DATABASE_AWAY')
      return sendUnavailablePage(request, reply);
    return sendPage(request, reply, indexPage);
  });
  scope.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const ctx = await contextOf({ req: request });
    const workspacePath = getActingPath(request, ctx);
    // The workspace has been renamed since the link was made.
    if (workspacePath !== '' && workspacePath !== getWorkspacePath(String(request.headers[WORKSPACE_HEADER])))
      return reply.header('cache-control', 'no-store').redirect(workspacePath + request.url);
    // A signed-in user's page is private, so it is not cached. A visitor's page has to be revalidated, because it
    // changes after signing in.
    void reply.header('cache-control', isPersonalPage(ctx) ? 'no-store' : 'no-cache');
    const page = await visit(request, ctx, workspacePath, request.cookies[ZONE_COOKIE]);
    if (page === 'unavailable') return sendUnavailablePage(request, reply);
    if (page === undefined) return sendPage(request, reply, indexPage);
    if ('location' in page) return reply.redirect(page.location, page.status);
    return sendPage(request, reply.code(page.status), page.html);
  });
}

/** Returns the prefix of the paths that the request's page links to. */
const getActingPath = (request: FastifyRequest, { user }: Ctx): string =>
  user !== null && request.headers[WORKSPACE_HEADER] !== undefined ? getWorkspacePath(user.username) : '';

/**
 * Returns whether the page contains personal data of a signed-in user, or of a user who is registering through a
 * provider.
 */
const isPersonalPage = ({ user, session }: Ctx) => user !== null || session?.newcomer !== undefined;

const memoize = <T>(make: () => T): (() => T) => {
  let memo: { value: T } | undefined;
  return () => (memo ??= { value: make() }).value;
};

/** Loads the web app's server build, which renders pages. Returns undefined if only the browser build exists. */
async function loadPageRenderer(env: Env): Promise<RenderPage | undefined> {
  const file = join(env.WEB_DIR, 'server/entry-server.js');
  if (!existsSync(file)) return undefined;
  const { createPageRenderer } = (await import(pathToFileURL(file).href)) as {
    createPageRenderer: (folder: string, origin: string) => Promise<RenderPage>;
  };
  return createPageRenderer(env.WEB_DIR, env.PUBLIC_URL);
}

/**
 * Returns a function that calls procedures by path and returns the same JSON as over HTTP. `onError` is called with
 * each error.
 */
function createPageCaller(ctx: Ctx, onError: (error: TRPCError) => void): PageRequest['call'] {
  const caller = createCaller(ctx);
  return async (path, input) => {
    try {
      const procedure = path
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as (
        input: unknown,
      ) => Promise<unknown>;
      return { data: JSON.parse(JSON.stringify((await procedure(input)) ?? null)) as unknown };
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      onError(error);
      return { error: toErrorBody(error, ctx.request.id) };
    }
  };
}

/** Returns whether the browser's cached copy of the page has this ETag (RFC 9110 §13.1.2, weak comparison). */
const isCachedByBrowser = (asked: string | undefined, tag: string): boolean =>
  asked?.split(',').some((each) => each.trim() === '*' || `W/${each.trim().replace(/^W\//, '')}` === tag) ?? false;
