/** Runs a local OpenID provider. The user chooses an identity. There is no password and no consent step. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { renderSignInPage, type LocalIdentity } from './page.ts';
import { createMemoryStore } from './store.ts';

interface OpenIdOptions {
  /** Addresses to which users may return after the sign-in, normally PUBLIC_URL/api/callback. */
  redirectUris: string[];
  /** Port, or 0 for a free one. */
  port?: number;
}

export interface RunningOpenId {
  /** Value for OIDC_ISSUER. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const CLIENT_ID = 'marquee-local';
const CLIENT_SECRET = 'marquee-local-secret';

/**
 * Starts the provider. Its keys and sessions are lost when it stops. An email address always gets the same subject
 * identifier.
 */
export async function startOpenId({ redirectUris, port = 0 }: OpenIdOptions): Promise<RunningOpenId> {
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = () => Promise.resolve();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!request.destroyed) console.error('OpenID provider:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const issuer = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  handle = openProvider(issuer, redirectUris);
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function openProvider(issuer: string, redirectUris: string[]) {
  const people = new Map<string, LocalIdentity>();
  const provider = new Provider(issuer, {
    adapter: createMemoryStore(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: {
      keys: [
        {
          ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
          alg: 'ES256',
          use: 'sig',
          kid: 'local',
        },
      ] as never,
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Include the claims in the ID token, as most providers do.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600, AuthorizationCode: 60 },
    findAccount: (_ctx, id) => {
      const person = people.get(id);
      return (
        person && {
          accountId: id,
          claims: () =>
            Promise.resolve({ sub: id, name: person.name, email: person.email, email_verified: person.isVerified }),
        }
      );
    },
    // Grant all requested scopes without asking for consent.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  const callback = provider.callback();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    // Drop the cookies, so that the provider asks for an identity at every sign-in.
    if (path === '/auth') request.headers.cookie = '';
    if (!path.startsWith('/interaction/')) return callback(request, response);
    if (request.method !== 'POST') return showPage(response, path);

    const form = new URLSearchParams(await readRequestBody(request));
    if (form.get('cancel') !== null) {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person said no',
      });
    }
    const person = {
      name: form.get('name') ?? '',
      email: (form.get('email') ?? '').trim().toLowerCase(),
      isVerified: form.get('verified') === 'text' ? ('true' as const) : form.get('verified') !== null,
    };
    const id = createHash('sha256').update(person.email).digest('hex').slice(0, 24);
    people.set(id, person);
    // The time of the sign-in in seconds since 1970, for tests of a provider that reuses an old sign-in.
    const signedInAt = form.get('signedInAt');
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId: id, ...(signedInAt !== null && { ts: Number(signedInAt) }) } },
      { mergeWithLastSubmission: false },
    );
  };
}

function showPage(response: ServerResponse, path: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(renderSignInPage(path));
}

const MAX_BODY = 10_000;

async function readRequestBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('The form is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
