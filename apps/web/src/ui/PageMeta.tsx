import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/booking';
import { useEffect } from 'react';
import { getScope } from '../trpc.ts';

interface PageMetaProps {
  /** What the screen is, without the product's name. */
  title: string;
  /** A sentence or two for search results and link previews. */
  description?: string;
  /**
   * The address of a public page, from `paths`. Without it the
   * screen is nobody else's business: search engines leave it out.
   */
  canonical?: string;
  /** A public page that search engines follow but do not list: it repeats others, or says too little. */
  isUnlisted?: boolean;
  /** The address of the next page of a list. */
  next?: string | undefined;
  /** The picture of link previews, 1200 × 630: a path of this site or a whole address. */
  image?: string;
  type?: 'website' | 'profile';
}

const DEFAULT_DESCRIPTION = `${PRODUCT_TAGLINE}. Creators publish service packages; brands book them and pay securely.`;

/** The tags in the page's head while a screen is shown. React moves them there; the server sends them with the page. */
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

/** What index.html says of a page that is not there yet. */
function removeDefaultTags(): void {
  for (const tag of document.head.querySelectorAll('[data-default]')) tag.remove();
}
