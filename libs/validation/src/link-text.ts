/**
 * Formats links that users have entered. Does not import zod, so that pages can import this file without loading
 * zod.
 */

/**
 * Declares the part of `URL` that this file uses, because this library is compiled without the types of browsers and
 * Node.
 */
declare const URL: { new (link: string): { hostname: string }; canParse(link: string): boolean };

const TYPED_HOST_PATTERN = /^(https?:\/\/)([^/?#:@\\]+)/i;

/**
 * Returns a link as text, without 'https://'. A host with non-ASCII letters is shown in Punycode ('xn--…'), because
 * letters of other alphabets can look like Latin ones.
 */
export function formatLink(link: string): string {
  const asTyped = link.replace(/^https:\/\//i, '');
  const host = TYPED_HOST_PATTERN.exec(link)?.[2];
  if (host === undefined || isAscii(host) || !URL.canParse(link)) return asTyped;
  return asTyped.replace(host, () => new URL(link).hostname);
}

/**
 * Returns the host of a link without 'www.'. A host with non-ASCII letters is shown in Punycode, followed by the
 * original in parentheses.
 */
export function formatLinkHost(link: string): string {
  const host = TYPED_HOST_PATTERN.exec(link)?.[2] ?? '';
  const site = (URL.canParse(link) ? new URL(link).hostname : host).replace(/^www\./, '');
  return isAscii(host) ? site : `${site} (${host.replace(/^www\./i, '')})`;
}

/** Converts a host with non-ASCII letters to Punycode ('xn--…'). Returns text that is not a host unchanged. */
export const toAsciiHost = (host: string): string =>
  isAscii(host) || /[/?#:@%\\\s]/.test(host) || !URL.canParse(`https://${host}`)
    ? host
    : new URL(`https://${host}`).hostname;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
