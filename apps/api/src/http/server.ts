/**
 * Builds the HTTP server: sessions, tRPC, the REST shim, Stripe's webhook, health, the API document and the web app.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@marquee/booking';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import session from '@fastify/session';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import apiReference from '@scalar/fastify-api-reference';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { ping } from '../db/client.ts';
import { isEnded, sessionStore, SESSION_MS } from '../modules/auth/auth.sessions.ts';
import { registerStripeWebhook } from '../modules/payments/payments.webhook.ts';
import { createContext } from './context.ts';
import { sessionCookie } from './cookies.ts';
import { registerDevices } from './devices.ts';
import { registerDocuments } from './documents.ts';
import { asksToConnect, registerNavigations } from './navigations.ts';
import { RequestLog } from './request-log.ts';
import { readIndexPage, registerPages, registerSearchFiles, scriptHashes } from './pages.ts';
import { registerRest, sendRestError } from './rest.ts';
import { appRouter, type AppRouter } from './router.ts';
import { registerCards } from './share-cards.ts';
import { registerSiteFiles } from './site-files.ts';
import { registerUploads, UPLOADS } from './uploads.ts';

/** safety.md "Input": body ≤ 100 KB, at most 10 calls in a batch. */
const BODY_LIMIT = 100 * 1024;
const MAX_BATCH = 10;

/** Builds the server from its parts; nothing listens yet. Tests use the same one through `inject`. */
export async function buildServer(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps;
  const indexPage = readIndexPage(env);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    routerOptions: { maxParamLength: 5_000, ignoreTrailingSlash: true },
    requestTimeout: 30_000,
    // What is refused before a route is found, for example %zz in a path.
    frameworkErrors: (error, request, reply) => {
      sendRestError(error, request, reply);
    },
  });
  app.setErrorHandler(sendRestError);
  closeConnections(app);
  // Schemas on routes are documentation; the procedures check input once, with the messages people read.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(deps, scriptHashes(indexPage)),
    strictTransportSecurity: env.NODE_ENV === 'production',
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        description: 'The documented paths. Errors carry one sentence in `error` and `message`.',
      },
      servers: [{ url: env.PUBLIC_URL }],
    },
    // A route that declares nothing (tRPC's own) is not part of the document.
    transform: (route) =>
      route.schema === undefined ? { schema: { hide: true }, url: route.url } : jsonSchemaTransform(route),
    transformObject: withAnswersOnly,
  });

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await ping(deps.db);
      return { status: 'ready' };
    } catch (error) {
      deps.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });

  await app.register((scope) => registerStripeWebhook(scope, deps));
  await app.register((scope) => registerCalls(scope, deps));
  await app.register(registerDocs);
  registerCards(app, deps);
  await registerWeb(app, deps, indexPage);
  return app;
}

/** The longest that a call takes: accepting waits 8 s for the capture (jobs.ts). */
const LAST_ANSWERS_MS = 10_000;

/**
 * On the way down, connections that are busy when it begins are closed as soon as they are answered. Fastify closes
 * only those that are idle at that moment; the others would hold the server open as long as browsers keep them alive.
 */
function closeConnections(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined;
  let all: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    idle = setInterval(() => app.server.closeIdleConnections(), 50);
    all = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}

/** Every schema comes twice, as input and as output; ours with a name are answers. */
const withAnswersOnly: typeof jsonSchemaTransformObject = (document) => {
  const api = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
  const schemas = Object.fromEntries(
    Object.entries(api.components?.schemas ?? {}).filter(([name]) => !name.endsWith('Input')),
  );
  return { ...api, components: { ...api.components, schemas } };
};

/** Everything that knows who is calling: tRPC and the documented paths. */
async function registerCalls(scope: FastifyInstance, deps: Deps): Promise<void> {
  await registerSession(scope, deps);
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    refuseOtherSites(deps, request);
    refuseOtherMedia(request);
  });
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  // Programs often send the header on calls that have no payload, too.
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );

  registerRest(scope, deps);
  await scope.register((inner) => registerUploads(inner, deps));
  registerNavigations(scope, deps);
  registerDocuments(scope, deps);
  for (const url of ['/api', '/api/*']) scope.all(url, { schema: { hide: true } }, sendNotFound);

  await scope.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: createContext(deps),
      maxBatchSize: MAX_BATCH,
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR' && !(error instanceof Failure)) {
          deps.log.error({ err: error.cause ?? error, path }, 'call failed');
        }
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  });
}

/** Lets the scope know who is signed in. */
async function registerSession(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { name, options } = sessionCookie(deps);
  await scope.register(cookie, { secret: deps.env.SESSION_SECRET });
  await scope.register(session, {
    secret: deps.env.SESSION_SECRET,
    cookieName: name,
    cookie: { ...options, maxAge: SESSION_MS },
    store: sessionStore(deps),
    saveUninitialized: false,
    rolling: false,
  });
  registerDevices(scope, deps);
  // Signing out leaves the request without a session; the browser need not keep the cookie of one that is over.
  scope.addHook('onSend', async (request, reply) => {
    if (isEnded(request) && request.cookies[name] !== undefined) void reply.clearCookie(name, options);
  });
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendRestError(Object.assign(new Error('not found'), { statusCode: 404 }), request, reply);

const isSafe = (request: FastifyRequest) => ['GET', 'HEAD', 'OPTIONS'].includes(request.method);

/**
 * JSON or nothing, except for uploads: tRPC would also read
 * multipart bodies, and answers them with an internal message.
 */
function refuseOtherMedia(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (
    isSafe(request) ||
    request.routeOptions.url?.startsWith(UPLOADS) === true ||
    type === undefined ||
    /^application\/json\s*(;|$)/i.test(type)
  )
    return;
  throw Object.assign(new Error('not JSON'), { statusCode: 415 });
}

/**
 * Refuses what another site's page sends with our cookie (safety.md
 * "Access"): unsafe methods, signing out, connecting an identity.
 */
function refuseOtherSites({ env }: Deps, request: FastifyRequest): void {
  // The route, not the address: '/api/logout/' and '/api/%6Cogout' sign out as well.
  if (isSafe(request) && request.routeOptions.url !== '/api/logout' && !asksToConnect(request)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Failure('OTHER_SITE');
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== new URL(env.PUBLIC_URL).origin) {
    if (env.NODE_ENV === 'production' || !isOwnHost(origin, request)) throw new Failure('OTHER_SITE');
  }
}

/**
 * On a laptop the same server is reached as localhost, 127.0.0.1 or
 * through the dev server's proxy; in production only by its address.
 */
function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return request.protocol === 'http' && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/** What Stripe's documentation ("Security guide", content security policy) asks for Stripe.js, and nothing more. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

function contentSecurityPolicy({ env, pictures }: Deps, inline: readonly string[]) {
  const local = env.STRIPE_JS_URL === '' ? null : [new URL(env.STRIPE_JS_URL).origin];
  const stripe = local === null ? STRIPE : { script: local, connect: local, frame: local };
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inline, ...stripe.script],
      // Style sheets are files, or the one element of a drawn page by its hash (pages.ts). Mantine sets sizes and colours
      // as style attributes, which cannot choose what they apply to.
      styleSrc: ["'self'"],
      styleSrcElem: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(pictures.origin === null ? [] : [pictures.origin])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...stripe.connect],
      frameSrc: stripe.frame,
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
    },
  };
}

/** Nothing here looks, listens or asks where somebody is; Stripe's frame may offer the wallets of a device. */
const PERMISSIONS_POLICY = [
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'bluetooth', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
  'payment=(self "https://js.stripe.com")',
].join(', ');

/** The API's document and the page to browse it. */
async function registerDocs(scope: FastifyInstance): Promise<void> {
  // The page starts itself with one inline script, which is allowed by its hash.
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return;
    const script = /<script type="text\/javascript">([^]*?)<\/script>/.exec(payload)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    void reply.header(
      'content-security-policy',
      `default-src 'self'; script-src 'self' 'sha256-${hash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
    );
  });
  await scope.register(apiReference, {
    routePrefix: '/api/docs',
    // Nothing that asks or leads to its maker's services.
    configuration: {
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}

/** Serves the built web app; every path that is not a file is a page (React Router decides). */
async function registerWeb(app: FastifyInstance, deps: Deps, indexPage: Buffer | undefined): Promise<void> {
  const { env } = deps;
  registerSearchFiles(app, deps);
  registerSiteFiles(app, deps);
  app.get('/@:username', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/profile/${encodeURIComponent((request.params as { username: string }).username)}`),
  );
  await app.register(async (scope) => {
    // Paths that lead out of the folder, or that no file can have, lead to nothing.
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) =>
      (error.statusCode ?? 500) < 500 ? sendNotFound(request, reply) : sendRestError(error, request, reply),
    );
    await scope.register(fastifyStatic, {
      root: join(env.DATA_DIR, 'media'),
      prefix: '/media/',
      decorateReply: false,
      index: false,
      maxAge: '365d',
      immutable: true,
      setHeaders: (reply) => {
        void reply.header('content-security-policy', "default-src 'none'; sandbox");
      },
    });
  });
  if (indexPage === undefined) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  await app.register(fastifyStatic, {
    root: env.WEB_DIR,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html', 'server/**', '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) void reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  await app.register(async (scope) => {
    await registerSession(scope, deps);
    registerPages(scope, deps, indexPage);
  });
  app.setNotFoundHandler(sendNotFound);
}
