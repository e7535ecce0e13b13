/**
 * The pages of the web app. Most are drawn here, with the code that the
 * web app builds for the server (apps/web/src/ssr/entry-server.tsx), so that people
 * see them before any script has come; everything else the browser draws.
 */
import { createHash, hash as hashOf } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib';
import { isTimeZone, ZONE_COOKIE } from '@marquee/validation';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Env } from '../config/env.ts';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { toldOf } from '../core/trpc.ts';
import { createContext } from './context.ts';
import { createCaller } from './router.ts';

/** What the web app's own side of this is (`openPages` of entry-server.tsx). */
type Visit = {
  path: string;
  isSignedIn: boolean;
  clock?: { now: number; timeZone: string };
  failed: (error: unknown) => void;
  call: (path: string, input: unknown) => Promise<object>;
};
type Page = { status: number; html: Buffer } | { status: number; location: string };
interface Pages {
  addressOf(url: string): string;
  visit(visit: Visit): Promise<Page>;
}

/** More visits at once than these get the page undrawn: it costs the server nothing, and their browsers draw it. */
const AT_ONCE = 32;

/** The built page that browsers fill, or undefined when the web app is not built. */
export function readIndexPage(env: Env): Buffer | undefined {
  const file = join(env.WEB_DIR, 'index.html');
  return env.WEB_DIR !== '' && existsSync(file) ? readFileSync(file) : undefined;
}

/**
 * What the content security policy says of the page's one inline script (the colour scheme, before the first paint).
 */
export const scriptHashes = (page: Buffer | undefined): string[] =>
  [...String(page ?? '').matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Answers every path that is not a file with its page. `scope` knows the session. */
export function registerPages(scope: FastifyInstance, deps: Deps, indexPage: Buffer): void {
  const open = onceOnly(() => loadPages(deps.env));
  scope.addHook('onListen', () => {
    void open().catch((error: unknown) => deps.log.error({ err: error }, 'pages cannot be drawn'));
  });
  const contextOf = createContext(deps);
  const underway = new Map<string, Promise<Page>>();

  /** Visitors who ask for one page at the same moment share it; who is on the way to an account is told their name. */
  const visit = async (url: string, ctx: Ctx, timeZone?: string): Promise<Page | undefined> => {
    const pages = await open();
    if (pages === undefined) return undefined;
    const path = pages.addressOf(url);
    const isShared = !isSomebody(ctx);
    const known = isShared ? underway.get(path) : undefined;
    if (known !== undefined) return known;
    if (underway.size >= AT_ONCE) return undefined;
    const call = callAs(ctx);
    const failed = (error: unknown) => ctx.log.error({ err: error, path }, 'screen not drawn');
    if (ctx.user !== null) {
      const clock = timeZone !== undefined && isTimeZone(timeZone) ? { now: ctx.now().getTime(), timeZone } : undefined;
      return pages.visit({ path, isSignedIn: true, ...(clock && { clock }), failed, call });
    }
    const making = pages.visit({ path, isSignedIn: false, failed, call });
    if (!isShared) return making;
    underway.set(path, making);
    return making.finally(() => underway.delete(path));
  };

  const compressed = rememberCompressed();
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Buffer): Promise<FastifyReply> => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ENCODINGS.find((name) => ACCEPTED[name].test(accepted));
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
    void reply.type('text/html').header('vary', 'accept-encoding, cookie');
    const isPrivate = reply.getHeader('cache-control') === 'no-store';
    const hash = isPrivate ? '' : hashOf('sha256', page, 'base64url');
    if (!isPrivate && reply.statusCode === 200) {
      // Weak: of what is drawn, whatever it is compressed with.
      const tag = `W/"${hash}"`;
      void reply.header('etag', tag);
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
    }
    if (encoding === undefined) return reply.send(page);
    return reply
      .header('content-encoding', encoding)
      .send(await (isPrivate ? compress[encoding](page, COMPRESSION[encoding]) : compressed(page, hash, encoding)));
  };

  // Whatever fails here (the database is away), the browser can still show the page, and say what is wrong.
  scope.setErrorHandler(async (error, request, reply) => {
    request.log.error({ err: error }, 'page not drawn');
    return sendPage(request, reply, indexPage);
  });
  scope.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const ctx = await contextOf({ req: request });
    // A signed-in person's page is nobody else's; a visitor's is
    // asked for anew each time, and is another one after signing in.
    void reply.header('cache-control', isSomebody(ctx) ? 'no-store' : 'no-cache');
    const page = await visit(request.url, ctx, request.cookies[ZONE_COOKIE]);
    if (page === undefined) return sendPage(request, reply, indexPage);
    if ('location' in page) return reply.redirect(page.location, page.status);
    return sendPage(request, reply.code(page.status), page.html);
  });
}

/** Signed in, or known by a provider and on the way to an account: the page says who it is. */
const isSomebody = ({ user, session }: Ctx) => user !== null || session?.newcomer !== undefined;

const onceOnly = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** The built code that makes pages; undefined when only the browser's part is built. */
async function loadPages(env: Env): Promise<Pages | undefined> {
  const file = join(env.WEB_DIR, 'server/entry-server.js');
  if (!existsSync(file)) return undefined;
  const { openPages } = (await import(pathToFileURL(file).href)) as {
    openPages: (folder: string, origin: string) => Promise<Pages>;
  };
  return openPages(env.WEB_DIR, env.PUBLIC_URL);
}

/** Calls procedures by their paths and answers as they do over HTTP, JSON included. */
function callAs(ctx: Ctx): Visit['call'] {
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
      if (error.code === 'INTERNAL_SERVER_ERROR') ctx.log.error({ err: error.cause ?? error, path }, 'call failed');
      return { error: { ...toldOf(error), code: TRPC_ERROR_CODES_BY_KEY[error.code] } };
    }
  };
}

/** The cheapest to make first. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** Named in accept-encoding, and not with the quality zero, which refuses it (RFC 9110, 12.4.2). */
const accepts = (name: Encoding) => new RegExp(String.raw`(^|,)\s*${name}\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))`);
const ACCEPTED = { zstd: accepts('zstd'), br: accepts('br'), gzip: accepts('gzip') };

const compress = {
  /** At once: it takes half a millisecond, and to hand it to another thread takes as long. */
  zstd: zstdCompressSync,
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};
const COMPRESSION = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 3 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  gzip: { level: 6 },
};

/** Compressed visitors' pages in bytes together, the latest ones: most are asked for again before they change. */
const REMEMBERED_BYTES = 32_000_000;

/** Whether a browser has what this tag stands for (RFC 9110 §13.1.2, compared weakly). */
const isKnown = (asked: string | undefined, tag: string): boolean =>
  asked?.split(',').some((each) => each.trim() === '*' || `W/${each.trim().replace(/^W\//, '')}` === tag) ?? false;

/** By the hash of what is in them, so that addresses which lead to one page take one place. */
function rememberCompressed(): (page: Buffer, hash: string, encoding: Encoding) => Promise<Buffer> {
  const known = new LRUCache<string, Buffer>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (compressed) => compressed.length,
  });
  return async (page, hash, encoding) => {
    const key = encoding + hash;
    const found = known.get(key);
    if (found !== undefined) return found;
    const compressed = await compress[encoding](page, COMPRESSION[encoding]);
    known.set(key, compressed);
    return compressed;
  };
}
