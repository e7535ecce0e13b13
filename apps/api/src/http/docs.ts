/** Serves the OpenAPI document and a page for browsing it. */
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { registerHeaders } from './headers.ts';

const PREFIX = '/api/docs';

/**
 * Registers the URLs under /api/docs. A separate Fastify instance handles them. It is loaded on the first request,
 * because loading it takes as long as loading the rest of the API, and few users need it.
 */
export function registerDocs(app: FastifyInstance, deps: Deps): void {
  let opening: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const docs = await (opening ??= openDocs(app, deps));
    reply.hijack();
    docs.routing(request.raw, reply.raw);
    return reply;
  };
  for (const url of [PREFIX, `${PREFIX}/*`]) app.get(url, { schema: { hide: true } }, answer);
}

async function openDocs(app: FastifyInstance, deps: Deps): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  registerHeaders(docs, deps, []);
  // Allows the page's only inline script by its hash.
  docs.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return;
    const script = /<script type="text\/javascript">([^]*?)<\/script>/.exec(payload)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    void reply.header(
      'content-security-policy',
      `default-src 'self'; script-src 'self' 'sha256-${hash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
    );
  });
  await docs.register(apiReference, {
    routePrefix: PREFIX,
    // Disables all features of the docs page that call its vendor's services or link to them.
    configuration: {
      content: app.swagger(),
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await docs.ready();
  return docs;
}
