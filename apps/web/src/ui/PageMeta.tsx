import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import { useEffect } from 'react';
import { getScope } from '../trpc.ts';

interface PageMetaProps {
  /** The page's title without the site name, Marquee. */
  title: string;
  /** One or two sentences for search results and link previews. */
  description?: string;
  /**
   * The canonical path of a public page, from `paths`. Search engines do not index a page without a canonical path.
   */
  canonical?: string;
  /**
   * True for a public page that search engines must not index, because it repeats other pages or has little content.
   * They may still follow its links.
   */
  isUnlisted?: boolean;
  /** The path of the list's next page. */
  next?: string | undefined;
  /** The image for link previews (1200 × 630 px), as a path or an absolute URL. */
  image?: string;
  type?: 'website' | 'profile';
}

const DEFAULT_DESCRIPTION = `${PRODUCT_TAGLINE}. Creators publish service packages; brands book them and pay securely.`;

/** Adds the head tags of a page. React moves them to the head, and the server includes them in the document. */
export function PageMeta({
  title,
  description = DEFAULT_DESCRIPTION,
  canonical,
  isUnlisted = false,
  next,
  image = '/share.png',
  type = 'website',
}: PageMetaProps) {
  useEffect(removeDefaultTags, []);
  const whole = `${title} · ${PRODUCT_NAME}`;
  return (
    <>
      <title>{whole}</title>
      {canonical === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          {isUnlisted && <meta name="robots" content="noindex,follow" />}
          <meta name="description" content={description} />
          <link rel="canonical" href={toAbsoluteUrl(canonical)} />
          {next !== undefined && <link rel="next" href={toAbsoluteUrl(next)} />}
          <meta property="og:site_name" content={PRODUCT_NAME} />
          <meta property="og:title" content={whole} />
          <meta property="og:description" content={description} />
          <meta property="og:type" content={type} />
          <meta property="og:url" content={toAbsoluteUrl(canonical)} />
          <meta property="og:image" content={toAbsoluteUrl(image)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

const toAbsoluteUrl = (address: string): string => new URL(address, getScope().origin).href;

/** Removes the default tags of index.html, which would duplicate the page's own. */
function removeDefaultTags(): void {
  for (const tag of document.head.querySelectorAll('[data-default]')) tag.remove();
}
