/** The page to browse the API's document, and the document. */
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { registerHeaders } from './headers.ts';

const PREFIX = '/api/docs';

/**
 * Registers the addresses below /api/docs. What answers them is a server of its own that is loaded when somebody asks
 * for the first time: it takes as long to load as all the rest, and few ever ask.
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
  await registerHeaders(docs, deps, []);
  // The page starts itself with one inline script, which is allowed by its hash.
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
    // Nothing that asks or leads to its maker's services.
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
