/**
 * Whether a return address that was given to us is a path of this site, never another one ('//evil' and '/\evil' are
 * others to a browser).
 */
export const isSitePath = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(value);
