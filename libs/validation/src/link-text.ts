/** Formats links that users have entered. This file does not import zod, because pages import it. */

/** The part of `URL` that is used here. This library is compiled without the types of browsers and Node. */
declare const URL: { new (link: string): { hostname: string }; canParse(link: string): boolean };

/** Matches the host of a link, with the scheme before it. */
const TYPED_HOST_PATTERN = /^(https?:\/\/)([^/?#:@\\]+)/i;

/**
 * Returns a link as text, without 'https://'. A host with letters outside of ASCII is shown in the form that browsers
 * connect to ('xn--…'), since letters of other alphabets can look the same as Latin ones.
 */
export function formatLink(link: string): string {
  const asTyped = link.replace(/^https:\/\//i, '');
  const host = TYPED_HOST_PATTERN.exec(link)?.[2];
  if (host === undefined || isAscii(host) || !URL.canParse(link)) return asTyped;
  return asTyped.replace(host, () => new URL(link).hostname);
}

/** Returns the host of a link without 'www.'; one with letters outside of ASCII in both forms. */
export function formatLinkHost(link: string): string {
  const host = TYPED_HOST_PATTERN.exec(link)?.[2] ?? '';
  const site = (URL.canParse(link) ? new URL(link).hostname : host).replace(/^www\./, '');
  return isAscii(host) ? site : `${site} (${host.replace(/^www\./i, '')})`;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
