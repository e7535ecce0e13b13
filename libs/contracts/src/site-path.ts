/** Whether a return URL is a path on this site. Browsers treat '//evil' and '/\evil' as URLs of other sites. */
export const isSitePath = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(value);
