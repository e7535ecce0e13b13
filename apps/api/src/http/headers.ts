/** The security headers of every answer (safety.md "Access"), built once at the start. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the answers of a scope carry when they are data and no pages. */
    dataHeaders?: Record<string, string>;
  }
}

/** What Stripe's documentation ("Security guide", content security policy) asks for Stripe.js, and nothing more. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Nothing here looks, listens or asks where somebody is; Stripe's frame may offer the wallets of a device. */
const PERMISSIONS_POLICY = [
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'bluetooth', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
  'payment=(self "https://js.stripe.com")',
].join(', ');

function pagePolicy({ env, pictures }: Deps, inline: readonly string[]) {
  const local = env.STRIPE_JS_URL === '' ? null : [new URL(env.STRIPE_JS_URL).origin];
  const stripe = local === null ? STRIPE : { script: local, connect: local, frame: local };
  return {
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
  };
}

/** An answer that is data has nothing to load, to run or to be framed. */
const DATA_POLICY = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] };

/**
 * Gives every answer its headers: those of pages, except in the scopes that `answersData` names. `inline`: hashes of
 * the inline scripts that pages may run.
 */
export function registerHeaders(app: FastifyInstance, deps: Deps, inline: readonly string[]): void {
  const isProduction = deps.env.NODE_ENV === 'production';
  const pages = headersOf(pagePolicy(deps, inline), isProduction);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.server.dataHeaders ?? pages);
    done();
  });
}

/** Says that a scope answers with data. */
export function answersData(scope: FastifyInstance, { env }: Pick<Deps, 'env'>): void {
  scope.decorate('dataHeaders', headersOf(DATA_POLICY, env.NODE_ENV === 'production'));
}

/** What helmet would set on an answer. */
function headersOf(directives: Record<string, string[]>, isProduction: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY };
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isProduction,
    frameguard: { action: 'deny' },
  })({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}
