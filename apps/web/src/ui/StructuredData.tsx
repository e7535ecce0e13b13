import { getScope } from '../trpc.ts';

/**
 * Adds structured data for search engines (schema.org, JSON-LD). The content security policy allows it although it
 * is inline, because it is not executed.
 */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(data) }} />
);

/** Escapes '<', so that user content cannot end the element. */
const serializeJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** Returns the absolute URL of a path. */
export const toSiteUrl = (path: string): string => new URL(path, getScope().origin).href;

/** Returns breadcrumbs for the parent pages and the page itself, given as pairs of name and path. */
export const createBreadcrumbs = (pages: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: toSiteUrl(path),
  })),
});
