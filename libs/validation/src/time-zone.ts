/** Names of time zones, and where a browser keeps the name of its own for the server that draws its pages. */

/** The cookie's name. It says nothing about who somebody is. */
export const ZONE_COOKIE = 'zone';

/**
 * Whether it is the name of a time zone that this machine knows, such as 'Europe/Lisbon'. An offset is none: where it
 * is east of Greenwich, PostgreSQL reads '+02:00' as west.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
