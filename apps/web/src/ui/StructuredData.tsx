import { getScope } from '../trpc.ts';

/** Structured data for search engines (schema.org, JSON-LD). The content security policy treats it as data. */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(data) }} />
);

/** Escapes user text so that it cannot end the element. */
const serializeJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** Returns the complete URL of a path. */
export const toSiteUrl = (path: string): string => new URL(path, getScope().origin).href;

/** Breadcrumbs: the parent pages and the page itself, with their paths. */
export const createBreadcrumbs = (pages: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: toSiteUrl(path),
  })),
});
