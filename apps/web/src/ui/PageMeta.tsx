import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/booking';
import { useEffect } from 'react';
import { getScope } from '../trpc.ts';

interface PageMetaProps {
  /** The screen's title without the product's name. */
  title: string;
  /** One or two sentences for search results and link previews. */
  description?: string;
  /** The URL of a public page, from `paths`. Without it, search engines do not index the page. */
  canonical?: string;
  /**
   * A public page that search engines follow but do not index, because it repeats other pages or has little content.
   */
  isUnlisted?: boolean;
  /** The URL of a list's next page. */
  next?: string | undefined;
  /** The picture for link previews, 1200 × 630, as a path or a complete URL. */
  image?: string;
  type?: 'website' | 'profile';
}

const DEFAULT_DESCRIPTION = `${PRODUCT_TAGLINE}. Creators publish service packages; brands book them and pay securely.`;

/** The head tags of a screen. React moves them to the head, and the server sends them with the page. */
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

/** Removes the default tags of index.html. */
function removeDefaultTags(): void {
  for (const tag of document.head.querySelectorAll('[data-default]')) tag.remove();
}
