/**
 * Builds the HTTP server with sessions, tRPC, REST, Stripe's webhook, health checks, the API documentation and the
 * web app.
 */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@marquee/brand';
import { FILES_PATH, REQUEST_ID_HEADER, splitWorkspacePath, WORKSPACE_HEADER } from '@marquee/contracts';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { VERSION } from '../config/version.ts';
import type { Deps } from '../core/deps.ts';
import { createRequestId } from '../core/request-id.ts';
import { createStorageProbe, hasFreeSpace } from '../core/storage-quota.ts';
import { tagSpan } from '../core/tracing.ts';
import { pingDatabase } from '../db/client.ts';
import { getKeptAssetsFolder, updateKeptAssets } from '../gateways/kept-assets.ts';
import { registerStripeWebhook } from '../modules/money/payments/payments.webhook.ts';
import { registerCalendar } from './calendar.ts';
import { registerDocs } from './docs.ts';
import { registerDocuments } from './documents.ts';
import { registerFiles } from './files.ts';
import { registerDataPolicy, registerHeaders } from './headers.ts';
import { registerNavigations } from './navigations.ts';
import { isSafeMethod, assertSameSite } from './origins.ts';
import { decorateRequests, RequestLog } from './request-log.ts';
import { registerLive } from './live.ts';
import { readIndexPage, registerPages, hashInlineScripts } from './pages.ts';
import { registerPublicationPictures } from './publication-pictures.ts';
import { registerCrawlerFiles } from './crawler-files.ts';
import { getSessionCookie } from './cookies.ts';
import { registerRest, REST_TAGS, sendRestError, SESSION_SCHEME } from './rest.ts';
import { registerSession } from './session.ts';
import { registerShareCards } from './share-cards.ts';
import { registerSiteFiles } from './site-files.ts';
import { registerTracing } from './tracing.ts';
import { registerTrpc } from './trpc.ts';
import { registerRetryAfter } from './unavailable.ts';
import { registerUnsubscribe } from './unsubscribe.ts';
import { registerUploads, UPLOADS_PATH } from './uploads.ts';

/** Maximum time for receiving a request. On a slow connection, an 8 MiB part of a file takes most of this time. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Maximum size of a body (safety.md "Input"). */
const MAX_BODY_BYTES = 100 * 1024;

/**
 * Removes the workspace from a path such as /w/northwind/bookings and puts it into a header instead, so that all routes
 * work with and without a workspace in the path.
 */
function toWorkspaceHeader(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { username, path } = splitWorkspacePath(request.url ?? '/');
  if (username !== null) request.headers[WORKSPACE_HEADER] = username;
  return path;
}

/** Builds the server but does not start listening, so that tests can call it through `inject`. */
export async function buildServer(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps;
  const indexPage = readIndexPage(env);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(deps.metrics),
    genReqId: createRequestId,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    routerOptions: { maxParamLength: 5_000, ignoreTrailingSlash: true },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Interval at which Node checks for slow requests. The default is 30 s.
    http: { connectionsCheckingInterval: 2_000 },
    rewriteUrl: toWorkspaceHeader,
    // Keep handling requests that arrive during the shutdown.
    return503OnClosing: false,
    // Handles errors that occur before routing, for example for the path /%zz.
    frameworkErrors: (error, request, reply) => {
      sendRestError(error, request, reply);
    },
  });
  decorateRequests(app);
  await registerTracing(app);
  app.setErrorHandler(sendRestError);
  closeConnections(app);
  // Do not validate input against the route schemas, which are only for the OpenAPI document. The procedures validate
  // it, with the messages of requirements R5.1 to R5.22.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  registerHeaders(app, deps, hashInlineScripts(indexPage));
  registerRetryAfter(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    tagSpan('marquee.request_id', request.id);
    if (drainingServers.has(app)) void reply.header('connection', 'close');
    done();
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        description:
          'Every error response has a text for people in `error` and `message`, and a stable name in `code`. Requests that change something must not come from another site (`Origin`).',
        contact: { name: PRODUCT_NAME, url: `${env.PUBLIC_URL}/contact` },
        license: { name: 'Terms of Service', url: `${env.PUBLIC_URL}/terms` },
      },
      servers: [{ url: env.PUBLIC_URL }],
      tags: Object.entries(REST_TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          [SESSION_SCHEME]: {
            type: 'apiKey',
            in: 'cookie',
            name: getSessionCookie(deps).name,
            description: 'The cookie that `POST /api/auth/login` sets.',
          },
        },
      },
    },
    // Leaves routes without a schema, such as those of tRPC, out of the OpenAPI document.
    transform: (route) =>
      route.schema === undefined ? { schema: { hide: true }, url: route.url } : jsonSchemaTransform(route),
    transformObject: keepAnswerSchemas,
  });

  app.get('/healthz', { schema: { hide: true } }, (_request, reply) =>
    drainingServers.has(app) ? reply.code(503).send({ status: 'ending' }) : { status: 'up' },
  );
  const probeStorage = createStorageProbe(deps);
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (drainingServers.has(app)) return reply.code(503).send({ status: 'ending' });
    try {
      await pingDatabase(deps.db);
    } catch (error) {
      deps.log.error({ err: error }, 'not ready: the database does not respond');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
    // A full or broken store does not make the server unready, because everything except uploads still works.
    try {
      const answer = { status: 'ready', version: VERSION };
      if (!(await hasFreeSpace(deps))) return { ...answer, uploads: 'refused: the disk is nearly full' };
      await probeStorage();
      return answer;
    } catch (error) {
      deps.log.error({ err: error }, 'files cannot be stored');
      return { status: 'ready', version: VERSION, uploads: 'failing: files cannot be stored' };
    }
  });

  await app.register((scope) => registerStripeWebhook(scope, deps));
  await app.register((scope) => registerUnsubscribe(scope, deps));
  await app.register((scope) => registerApi(scope, deps));
  registerDocs(app, deps);
  registerShareCards(app, deps);
  registerCalendar(app, deps);
  await registerWebApp(app, deps, indexPage);
  return app;
}

const drainingServers = new WeakSet<FastifyInstance>();

/**
 * Starts the shutdown. For `ms` milliseconds, /healthz tells load balancers to send no more requests, but still
 * handles requests. The caller closes the server after that.
 */
export async function drainServer(app: FastifyInstance, ms: number): Promise<void> {
  drainingServers.add(app);
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Maximum time for requests in progress during the shutdown. The longest request, accepting a booking, waits up to 8
 * s for the capture of the payment (queue.ts).
 */
const LAST_ANSWERS_TIMEOUT_MS = 10_000;

/**
 * During the shutdown, closes each busy connection once it is idle. Fastify closes only the connections that are
 * idle at the start, so keep-alive connections of browsers would keep the server running.
 */
function closeConnections(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined;
  let all: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    idle = setInterval(() => app.server.closeIdleConnections(), 50);
    all = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_TIMEOUT_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}

/**
 * Removes the input variant of each named schema, because the OpenAPI document uses named schemas only for
 * responses.
 */
const keepAnswerSchemas: typeof jsonSchemaTransformObject = (document) => {
  const api = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
  const schemas = Object.fromEntries(
    Object.entries(api.components?.schemas ?? {}).filter(([name]) => !name.endsWith('Input')),
  );
  return { ...api, components: { ...api.components, schemas } };
};

/** Registers tRPC and the REST paths, which need the session. */
async function registerApi(scope: FastifyInstance, deps: Deps): Promise<void> {
  registerDataPolicy(scope);
  await registerSession(scope, deps);
  scope.addHook('onRequest', (request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    if (isSafeMethod(request)) return done();
    try {
      assertSameSite(deps, request);
      assertJsonBody(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  // Accepts an empty body, because clients often send this content type without a body.
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );

  registerRest(scope, deps);
  await scope.register((inner) => registerUploads(inner, deps));
  await scope.register((inner) => registerFiles(inner, deps));
  registerPublicationPictures(scope, deps);
  registerLive(scope, deps);
  registerNavigations(scope, deps);
  registerDocuments(scope, deps);
  for (const url of ['/api', '/api/*']) scope.all(url, { schema: { hide: true } }, sendNotFound);

  await scope.register((inner) => registerTrpc(inner, deps));
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendRestError(Object.assign(new Error('not found'), { statusCode: 404 }), request, reply);

/** Allows only JSON bodies. tRPC would also read multipart bodies and respond with an internal error message. */
function assertJsonBody(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (
    [UPLOADS_PATH, FILES_PATH].some((bytes) => request.routeOptions.url?.startsWith(bytes)) ||
    type === undefined ||
    /^application\/json\s*(;|$)/i.test(type)
  )
    return;
  throw Object.assign(new Error('not JSON'), { statusCode: 415 });
}

/** Serves the built web app. Every path that is not a file is a page. */
async function registerWebApp(app: FastifyInstance, deps: Deps, indexPage: Buffer | undefined): Promise<void> {
  const { env } = deps;
  registerCrawlerFiles(app, deps);
  registerSiteFiles(app, deps);
  // A permanent redirect (301), but one that browsers must not cache, because a username may change and change back.
  app.get('/@:username', { schema: { hide: true } }, (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .redirect(`/profile/${encodeURIComponent((request.params as { username: string }).username)}`, 301),
  );
  await app.register(async (scope) => {
    // Invalid paths and paths outside the static folder get 404.
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
  await updateKeptAssets(deps);
  await app.register(fastifyStatic, {
    root: env.WEB_DIR,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html', 'assets/**', 'server/**', '**/*.{br,gz}'],
  });
  // The scripts and style sheets of this release, and then those of others. A missing one is no page. Caches must not
  // store the 404, because another process may already have the file.
  const assets = async (scope: FastifyInstance) => {
    scope.setNotFoundHandler((request, reply) => sendNotFound(request, reply.header('cache-control', 'no-store')));
    await scope.register(fastifyStatic, {
      root: [join(env.WEB_DIR, 'assets'), getKeptAssetsFolder(env)],
      allowedPath: (path) => !/\.(br|gz)$/.test(path),
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      maxAge: '365d',
      immutable: true,
    });
  };
  await app.register(assets, { prefix: '/assets' });
  await app.register(async (scope) => {
    await registerSession(scope, deps);
    await registerPages(scope, deps, indexPage);
  });
  app.setNotFoundHandler(sendNotFound);
}
