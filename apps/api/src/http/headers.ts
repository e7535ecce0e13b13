/** Security headers of all responses (safety.md "Access"). */
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Deps } from '../core/deps.ts';

/** The content security policy sources that Stripe.js needs, according to Stripe's security guide. */
const STRIPE_SOURCES = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * Marquee does not use the camera, microphone or location. Stripe's frame may use the Payment Request API to offer
 * digital wallets.
 */
const PERMISSIONS_POLICY = [
  ...['camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'bluetooth', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
  'payment=(self "https://js.stripe.com")',
].join(', ');

function createPagePolicy({ env, pictures }: Deps, inline: readonly string[]) {
  const local = env.STRIPE_JS_URL === '' ? null : [new URL(env.STRIPE_JS_URL).origin];
  const stripe = local === null ? STRIPE_SOURCES : { script: local, connect: local, frame: local };
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inline, ...stripe.script],
    // All styles are loaded from files, except for one style element on server-rendered pages, which is allowed by
    // its hash (pages.ts), and the style attributes that Mantine uses for sizes and colors.
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

/** The policy for API responses. They load nothing, run nothing and cannot be framed. */
const DATA_POLICY = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] };

/**
 * Sends the security headers for pages with every response. Scopes that return data replace the content security
 * policy (`registerDataPolicy`). `inline` contains the hashes of the allowed inline scripts. Helmet computes the values
 * once, because they are the same for every request.
 */
export function registerHeaders(app: FastifyInstance, deps: Deps, inline: readonly string[]): void {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: createPagePolicy(deps, inline) },
    strictTransportSecurity: deps.env.NODE_ENV === 'production',
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
}

/** Replaces the content security policy of pages by that of API responses in a scope. */
export function registerDataPolicy(scope: FastifyInstance): void {
  const setPolicy = helmet.contentSecurityPolicy({ useDefaults: false, directives: DATA_POLICY });
  scope.addHook('onRequest', (request, reply, done) => {
    setPolicy(request.raw, reply.raw, done);
  });
}
