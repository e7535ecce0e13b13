/** Serves the web app manifest and security.txt. Files for search engines are in crawler-files.ts. */
import { DAY_MS } from '@marquee/time';
import { BRAND_COLORS, PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';

/** RFC 9116 recommends an expiry date less than a year ahead. It is computed for each response. */
const SECURITY_TXT_DAYS = 180;

/** Registers the manifest and security.txt. The icons are files in apps/web/public. */
export function registerSiteFiles(app: FastifyInstance, deps: Deps): void {
  const { PUBLIC_URL } = deps.env;
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify(WEB_MANIFEST)),
  );
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${PUBLIC_URL}/contact?category=Technical+Support`,
          `Expires: ${new Date(deps.now().getTime() + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  );
  // Keeps other paths in this folder from being served as pages.
  app.get('/.well-known/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
}

const createManifestIcon = (size: number, name = `icon-${size}`, purpose = 'any') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const WEB_MANIFEST = {
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: PRODUCT_TAGLINE,
  start_url: '/',
  display: 'minimal-ui',
  background_color: BRAND_COLORS.gray[0],
  theme_color: BRAND_COLORS.gray[0],
  icons: [createManifestIcon(192), createManifestIcon(512), createManifestIcon(512, 'icon-maskable-512', 'maskable')],
};
