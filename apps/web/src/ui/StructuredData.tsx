import { scope } from '../trpc.ts';

/**
 * What the page says, as data for search engines (schema.org, JSON-LD). The policy takes it for data, not for a script.
 */
export const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: written(data) }} />
);

/** What people have written cannot end the element early. */
const written = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** A path of this site as a whole address. */
export const addressOf = (path: string): string => new URL(path, scope().origin).href;

/** Where a page stands: the pages above it and itself, each with its path. */
export const breadcrumbs = (pages: readonly (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: addressOf(path),
  })),
});
