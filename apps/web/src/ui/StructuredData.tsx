import { getScope } from '../trpc.ts';

/**
 * What the page says, as data for search engines (schema.org, JSON-LD). The policy takes it for data, not for a script.
 */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(data) }} />
);

/** What people have written cannot end the element early. */
const serializeJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** A path of this site as a whole address. */
export const toSiteUrl = (path: string): string => new URL(path, getScope().origin).href;

/** Where a page stands: the pages above it and itself, each with its path. */
export const createBreadcrumbs = (pages: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: toSiteUrl(path),
  })),
});
